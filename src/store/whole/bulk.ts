import type { Layout } from '../layout.ts'
import type { Dialect } from '../migrations/migrations.ts'
import type { Row, Table } from './tables.ts'

/** The location of a database: PostgreSQL if there is an address, otherwise SQLite in the folder. */
export interface Place {
  readonly database: string | undefined
  readonly data: string
}

/** A database as a whole: every row of every table, inside one transaction. */
export interface Bulk {
  /** Shown to operators, without a password. */
  readonly name: string
  /** Equal for two connections to the same database. */
  readonly identity: string
  readonly dialect: Dialect
  /** Starts a snapshot: later writes of others are not seen. */
  beginReading(): Promise<void>
  /** Locks the database until the end. Fails if somebody else uses it. */
  beginFilling(): Promise<void>
  /** The columns of each existing table. */
  layout(): Promise<Layout>
  execute(statement: string): Promise<void>
  query(statement: string): Promise<Record<string, unknown>[]>
  /** The rows of a table, ordered by its key, a few at a time. */
  rows(table: Table): AsyncIterable<Row[]>
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /** Commits the rows, after all references are checked. */
  commit(): Promise<void>
  /** Ends the work and rolls back what is not committed. */
  close(): Promise<void>
}

/** The copy failed or cannot be trusted: one sentence for an operator. Nothing was changed. */
export class CannotCopy extends Error {
  override readonly name = 'CannotCopy'
  /** The target is in use or not empty; the arguments are wrong; or the data is damaged. */
  readonly kind: 'conflict' | 'usage' | 'damaged'

  constructor(kind: CannotCopy['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Opens a database as a whole. The other engine is not loaded. */
export async function openBulk({ database, data }: Place): Promise<Bulk> {
  if (database === undefined) return new (await import('./bulk-sqlite.ts')).SqliteBulk(data)
  return await (await import('./bulk-postgres.ts')).openPostgresBulk(database)
}

/** The number of rows to hold in memory at once. It is small for tables with contents, because those can be large. */
export function rowsAtOnce({ columns }: Table): number {
  return columns.some(({ kind }) => kind === 'bytes') ? 4 : 100
}
