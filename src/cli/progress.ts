import type { TableCount, Watch } from '../store/store.ts'

const EVERY_MS = 100

/** Shows the progress of a copy, only on a terminal. */
export function progressOf(doing: string, total?: number): { watch: Watch; end(): void } {
  const terminal = process.stderr.isTTY === true
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en')}`
  let rows = 0
  let shownAt = 0
  return {
    async watch(batch) {
      rows += batch.rows.length
      if (!terminal || Date.now() - shownAt < EVERY_MS) return
      shownAt = Date.now()
      process.stderr.write(`\r${doing}: ${rows.toLocaleString('en')}${of} rows, ${batch.table.name}\x1b[K`)
    },
    end() {
      if (terminal) process.stderr.write('\r\x1b[K')
    },
  }
}

/** Shows a message on a terminal while work is in progress. */
export async function doing<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (process.stderr.isTTY !== true) return await work()
  process.stderr.write(`${what} …`)
  return await work().finally(() => process.stderr.write('\r\x1b[K'))
}

/** Shows on a terminal how many items are done. Standard output contains only the results. */
export function counting(what: string): { at(done: number, of: number): void; end(): void } {
  const terminal = process.stderr.isTTY === true
  let shownAt = 0
  return {
    at(done, of) {
      if (!terminal || Date.now() - shownAt < EVERY_MS) return
      shownAt = Date.now()
      process.stderr.write(`\r${what}: ${done.toLocaleString('en')} of ${of.toLocaleString('en')}\x1b[K`)
    },
    end() {
      if (terminal) process.stderr.write('\r\x1b[K')
    },
  }
}

/** Combines several observers. */
export function all(...watches: readonly Watch[]): Watch {
  return async batch => {
    for (const watch of watches) await watch(batch)
  }
}

/** The copied tables and rows, for people. */
export function rowsOf(tables: readonly TableCount[]): { table: string; rows: number }[] {
  return tables.map(({ table, rows }) => ({ table, rows }))
}
