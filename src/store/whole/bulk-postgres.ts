import pg from 'pg'
import { COLUMNS, checkAge, MIGRATION_LOCK, meaning } from '../engines/postgres.ts'
import { LISTENER } from '../engines/postgres-changes.ts'
import { getTypeParser } from '../engines/postgres-pool.ts'
import { faultOf, StoreFault } from '../fault.ts'
import { type Layout, layoutOf } from '../layout.ts'
import { POSTGRES } from '../migrations/migrations.ts'
import { type Bulk, CannotCopy, rowsAtOnce } from './bulk.ts'
import { list, quoted, type Row, selection, type Table, type Value } from './tables.ts'

/** Connects to a PostgreSQL database, to read or fill it as a whole. */
export async function openPostgresBulk(connectionString: string): Promise<Bulk> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'tabard copy',
    types: { getTypeParser },
  })
  // The next query fails, and reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version') as version, current_database() as name, current_schema() as schema,
        concat_ws(' ', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema()) as identity`,
    )
    checkAge(rows[0].version)
    const place = `${client.host}:${client.port}/${rows[0].name}`
    return new PostgresBulk(client, `PostgreSQL ${rows[0].version} at ${place}`, rows[0].identity)
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof StoreFault) throw error
    const { code, message } = error as { code?: string; message?: string }
    throw new StoreFault('unavailable', `PostgreSQL cannot be used: ${message || code || 'no answer'}.`)
  }
}

class PostgresBulk implements Bulk {
  readonly name: string
  readonly identity: string
  readonly dialect = POSTGRES
  readonly #client: pg.Client

  constructor(client: pg.Client, name: string, identity: string) {
    this.#client = client
    this.name = name
    this.identity = identity
  }

  async beginReading(): Promise<void> {
    await this.execute('begin isolation level repeatable read read only')
    // The snapshot is taken at the first read.
    await this.query('select 1')
  }

  async beginFilling(): Promise<void> {
    await this.execute('begin')
    // A service that starts now waits for this lock before it uses the database.
    await this.execute(MIGRATION_LOCK)
    const users = await this.query(
      `select pid from pg_stat_activity where datname = current_database() and application_name = '${LISTENER}'`,
    )
    if (users.length > 0) throw new CannotCopy('conflict', `${this.name} is in use. Stop the service first.`)
  }

  async layout(): Promise<Layout> {
    return layoutOf(await this.query(COLUMNS))
  }

  async execute(statement: string): Promise<void> {
    await this.#guarded(statement)
  }

  async query(statement: string): Promise<Record<string, unknown>[]> {
    return (await this.#guarded<Record<string, unknown>>(statement)).rows
  }

  async *rows(table: Table): AsyncGenerator<Row[]> {
    await this.execute(`declare whole no scroll cursor for ${selection(table)}`)
    const text = `fetch forward ${rowsAtOnce(table)} from whole`
    try {
      for (;;) {
        const { rows } = await this.#guarded<Value[]>({ text, rowMode: 'array' })
        if (rows.length === 0) break
        yield rows
      }
    } finally {
      // Also runs if the reader stops early. An earlier error is reported instead of this one.
      await this.execute('close whole').catch(() => {})
    }
  }

  async insert(table: Table, rows: readonly Row[]): Promise<void> {
    const names = table.columns.map(({ name }) => name)
    let place = 0
    const places = rows.map(row => `(${row.map(() => `$${++place}`).join(', ')})`).join(', ')
    const text = `insert into ${quoted(table.name)} (${list(names)}) values ${places}`
    await this.#guarded({ text, values: rows.flat() })
  }

  async commit(): Promise<void> {
    await this.execute('commit')
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {})
  }

  async #guarded<R extends pg.QueryResultRow>(
    query: string | pg.QueryConfig | pg.QueryArrayConfig,
  ): Promise<pg.QueryResult<R>> {
    try {
      return await this.#client.query<R>(query)
    } catch (error) {
      throw rowFault(error)
    }
  }
}

/** A violated reference means damaged data here, not a race. */
function rowFault(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === '23505') {
    return new CannotCopy('damaged', 'Two rows have the same key. Nothing was written.', { cause: error })
  }
  if (code?.startsWith('23')) {
    const { table } = error as { table?: string }
    const text = `A row of ${table ?? 'a table'} refers to a missing one. Nothing was written.`
    return new CannotCopy('damaged', text, { cause: error })
  }
  return faultOf(error, meaning(error))
}
