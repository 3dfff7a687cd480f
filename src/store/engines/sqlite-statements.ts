import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export interface StatementResult {
  readonly rows: Record<string, unknown>[]
  readonly changes: number
}

/** Runs a statement, whether it returns rows or not. */
type Run = (parameters: SQLInputValue[]) => StatementResult

const KEPT = 500

/** Prepares each statement once and caches it. */
export function statements(database: DatabaseSync): (sql: string) => Run {
  const known = new Map<string, Run>()
  return sql => {
    let run = known.get(sql)
    if (run === undefined) {
      run = runOf(database, sql)
      if (known.size >= KEPT) known.clear()
      known.set(sql, run)
    }
    return run
  }
}

function runOf(database: DatabaseSync, sql: string): Run {
  const statement = database.prepare(sql)
  // Asked once, because describing the columns takes longer than reading a row.
  return statement.columns().length > 0
    ? parameters => ({ rows: statement.all(...parameters), changes: 0 })
    : parameters => ({ rows: [], changes: Number(statement.run(...parameters).changes) })
}
