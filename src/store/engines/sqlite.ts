import { closeSync, openSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { threadFile } from '../../program.ts'
import { type Meaning, StoreFault, WrongDatabase } from '../fault.ts'
import { migrate, SCHEMA_VERSION, SQLITE } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import type { PlainEngine } from './engine.ts'
import { foreignOwner, hasDatabaseFile, makeFolder } from './folder.ts'
import { type StatementResult, statements } from './sqlite-statements.ts'
import type { Answer, Order } from './sqlite-writer.ts'

/** Opens the database in a folder. Creates both if they are missing. With `existing`, it fails instead. */
export async function openSqlite(folder: string, existing: boolean): Promise<PlainEngine> {
  if (existing && !hasDatabaseFile(folder))
    throw new WrongDatabase(
      `There is no database in ${resolve(folder)}. Run the command in the folder in which the service was started, or set TABARD_DATA or DATABASE_URL as they are set for the service.`,
    )
  const file = join(folder, 'tabard.db')
  try {
    makeFolder(folder)
    // SQLite creates its side files with the mode of this one.
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const kind = code === 'ENOSPC' ? 'full' : 'unusable'
    const text = foreignOwner(folder, error) ?? `The data folder ${folder} cannot be written: ${message}.`
    throw new StoreFault(kind, text, { cause: error })
  }
  const thread = writerThread(file)
  let database: DatabaseSync | undefined
  try {
    const writer = kyselyOver(new SqliteDriver(thread.execute, true))
    database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    if (!isCurrent(database)) await migrate(writer, SQLITE)
    const prepare = statements(database)
    const { epoch, forget } = epochOf(database)
    const read: Execute = async (sql, parameters) => prepare(sql)(parameters)
    const release = database.prepare('select sqlite_version() as version').get()?.version
    return {
      name: `SQLite ${release} in ${file}`,
      reader: kyselyOver(new SqliteDriver(read, false)),
      writer,
      concurrent: false,
      epoch,
      announce: async transaction => {
        await sql`insert into changes (id, number) values (1, 1)
          on conflict (id) do update set number = changes.number + 1`.execute(transaction)
      },
      announced: forget,
      meaning,
      close: async () => {
        database?.close()
        await thread.close()
      },
    }
  } catch (error) {
    database?.close()
    await thread.close()
    throw error instanceof StoreFault ? error : openingFault(folder, file, error)
  }
}

/** Whether nothing is to be written before the database can be used. To start the thread for writes takes long. */
function isCurrent(database: DatabaseSync): boolean {
  try {
    const found = database.prepare('select max(version) as version from migrations').get()
    return found?.version === SCHEMA_VERSION
  } catch {
    return false
  }
}

/**
 * The number of announced changes. It is read again only after a commit: `data_version` of a connection changes with
 * every commit of another connection, in any process. Commits of tokens of applications, flows and mails announce no change.
 */
function epochOf(database: DatabaseSync): { epoch(): number; forget(): void } {
  const version = database.prepare('pragma data_version')
  const changes = database.prepare('select number from changes')
  let [seen, number] = [-1, 0]
  let isKnown = false
  return {
    // Read at most once in a turn of the event loop: a request that follows a change runs in a later turn.
    epoch() {
      if (isKnown) return number
      const at = version.get()?.data_version as number
      if (at !== seen) {
        try {
          number = Number(changes.get()?.number ?? 0)
        } catch {
          // The number is unknown, so anything may have changed. A negative number never equals a real one.
          number = -at
        }
        seen = at
      }
      isKnown = true
      setImmediate(() => {
        isKnown = false
      }).unref()
      return number
    },
    forget() {
      isKnown = false
    },
  }
}

/** With less free space than this, SQLite cannot create the side files of a database that it opens. */
const SCANT = 4 * 1024 * 1024

/**
 * Explains why a database cannot be opened, and what to do. Starting with an empty one is suggested only if the file is
 * damaged.
 */
function openingFault(folder: string, file: string, cause: unknown): StoreFault {
  const { message } = cause as Error
  const what = meaning(cause)
  const free = freeBytes(folder)
  const isSound = what === 'unavailable' || what === 'unwritable'
  if (what === 'full' || (isSound && free < SCANT)) {
    const text = `The disk of ${folder} is full (${Math.floor(free / 1024)} KiB are free), so the database cannot be opened. Free some space and start again. No data is lost.`
    return new StoreFault('full', text, { cause })
  }
  const advice = isSound
    ? `Check the disk and the permissions of ${folder}, then start again. The data is probably not lost.`
    : 'Restore a backup, or move the file away to start with an empty database.'
  return new StoreFault('unusable', `The database ${file} cannot be opened: ${message}. ${advice}`, { cause })
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

type Execute = (sql: string, parameters: SQLInputValue[]) => Promise<StatementResult>

/** The thread with the connection for writes, as a function. If the thread has died, the next write restarts it. */
function writerThread(file: string): { execute: Execute; close(): Promise<void> } {
  const code = threadFile('store/engines/sqlite-writer')
  const waiting = new Map<number, PromiseWithResolvers<StatementResult>>()
  let number = 0
  let running: Worker | undefined
  let closed = false

  const start = (): Worker => {
    const worker = new Worker(code, { workerData: { file }, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    worker.unref()
    let cause: unknown
    worker.on('error', error => {
      cause = error
    })
    worker.on('exit', () => {
      if (running === worker) running = undefined
      const fault = new StoreFault('unavailable', 'The write connection of the database ended.', { cause })
      for (const { reject } of waiting.values()) reject(cause ?? fault)
      waiting.clear()
    })
    worker.on('message', (answer: Answer) => {
      const settle = waiting.get(answer.number)
      waiting.delete(answer.number)
      if (waiting.size === 0) worker.unref()
      if ('result' in answer) settle?.resolve(answer.result)
      else settle?.reject(Object.assign(new Error(answer.error.message), { errcode: answer.error.errcode }))
    })
    return worker
  }

  return {
    execute(sql, parameters) {
      if (closed) return Promise.reject(new StoreFault('unavailable', 'The database is closed.'))
      running ??= start()
      const settle = Promise.withResolvers<StatementResult>()
      number += 1
      waiting.set(number, settle)
      running.ref()
      const copies = parameters.map(value => (value instanceof Uint8Array ? value.slice() : value))
      const moved = copies.flatMap(value =>
        value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : [],
      )
      running.postMessage({ number, sql, parameters: copies } satisfies Order, moved)
      return settle.promise
    },
    async close() {
      closed = true
      const worker = running
      if (worker === undefined) return
      const gone = new Promise<void>(resolve => worker.once('exit', () => resolve()))
      worker.ref()
      worker.postMessage('close')
      await gone
    },
  }
}

function kyselyOver(driver: Driver): Kysely<Schema> {
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}

class SqliteDriver implements Driver, DatabaseConnection {
  readonly #execute: Execute
  readonly #exclusive: boolean
  #turn: Promise<void> = Promise.resolve()
  #done: () => void = () => {}

  /** `exclusive`: only one user of the connection at a time, as transactions require. */
  constructor(execute: Execute, exclusive: boolean) {
    this.#execute = execute
    this.#exclusive = exclusive
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#exclusive) return this
    const before = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await before
    this.#done = resolve
    return this
  }

  async releaseConnection(): Promise<void> {
    this.#done()
  }

  async beginTransaction(): Promise<void> {
    await this.#execute('begin immediate', [])
  }

  async commitTransaction(): Promise<void> {
    await this.#execute('commit', [])
  }

  async rollbackTransaction(): Promise<void> {
    // If the disk is full, SQLite has already rolled back, and the statement fails.
    await this.#execute('rollback', []).catch(() => {})
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#execute(sql, parameters as SQLInputValue[])
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  streamQuery(): never {
    throw new Error('rows are not streamed')
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** The result codes for a failed write, fsync, truncation, or growth of the shared memory: IOERR_WRITE and others. */
const FAILED_WRITES = [778, 1034, 1546, 4874]

/** SQLite's result codes: https://sqlite.org/rescode.html; the low byte is the primary one. */
export function meaning(error: unknown): Meaning {
  const code = (error as { errcode?: number }).errcode
  if (code === undefined) return undefined
  if (code === 2067 || code === 1555) return 'duplicate'
  if (code === 787 || code === 1811) return 'reference'
  const primary = code & 0xff
  if (primary === 13) return 'full'
  if (primary === 8 || FAILED_WRITES.includes(code)) return 'unwritable'
  if ([5, 6, 10, 14].includes(primary)) return 'unavailable'
  if (primary === 11 || primary === 26) return 'unusable'
  return undefined
}
