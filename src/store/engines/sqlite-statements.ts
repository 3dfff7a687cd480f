import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export interface StatementResult {
  readonly rows: Record<string, unknown>[]
  readonly changes: number
}

const KEPT = 500

/** Prepares each statement once and caches it. */
export function statements(database: DatabaseSync): (sql: string) => StatementSync {
  const known = new Map<string, StatementSync>()
  return sql => {
    let statement = known.get(sql)
    if (statement === undefined) {
      statement = database.prepare(sql)
      if (known.size >= KEPT) known.clear()
      known.set(sql, statement)
    }
    return statement
  }
}

/** Runs a statement, whether it returns rows or not. */
export function executed(statement: StatementSync, parameters: SQLInputValue[]): StatementResult {
  if (statement.columns().length > 0) return { rows: statement.all(...parameters), changes: 0 }
  return { rows: [], changes: Number(statement.run(...parameters).changes) }
}
