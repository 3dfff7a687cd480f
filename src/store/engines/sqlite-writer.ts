// The connection for writes runs on its own thread, so that writes and their fsync never block a page.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type StatementResult, statements } from './sqlite-statements.ts'

export interface Order {
  readonly number: number
  readonly sql: string
  readonly parameters: SQLInputValue[]
}

export type Answer =
  | { readonly number: number; readonly result: StatementResult }
  | { readonly number: number; readonly error: { message: string; errcode: number | undefined } }

const database = new DatabaseSync(workerData.file, { timeout: 10_000 })
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
const prepare = statements(database)
const port = parentPort!

port.on('message', (order: Order | 'close') => {
  if (order === 'close') {
    database.close()
    port.close()
    return
  }
  const { number, sql, parameters } = order
  try {
    port.postMessage({ number, result: prepare(sql)(parameters) } satisfies Answer)
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    port.postMessage({ number, error: { message, errcode } } satisfies Answer)
  }
})
