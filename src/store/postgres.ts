import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { PlainEngine } from './engine.ts'
import { type Meaning, StoreFault } from './fault.ts'
import { migrate, POSTGRES } from './migrations/migrations.ts'
import { announce, listen } from './postgres-changes.ts'
import type { Schema } from './schema.ts'

const OLDEST = 13
export const MIGRATION_LOCK = "select pg_advisory_xact_lock(hashtext('tabard.migrations'))"
const BLOB_REFERENCES = new Set(['theme_files_blob', 'master_files_blob'])

/** Connects to a database, and makes or updates the schema in it. */
export async function openPostgres(connectionString: string): Promise<PlainEngine> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    // A node that is cut off in the middle of a write must not keep others from theirs.
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'tabard',
    types: { getTypeParser },
  })
  // Without listeners, a connection that the server closes would end the process: one that is idle, or one that is
  // lent and at this moment between two statements. The next statement fails, and tells.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    )
    const version = rows[0]?.version ?? ''
    checkAge(version)
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    await migrate(db, POSTGRES, MIGRATION_LOCK)
    const changes = listen(connectionString)
    await changes.ready
    return {
      name: `PostgreSQL ${version}`,
      reader: db,
      writer: db,
      concurrent: true,
      epoch: () => changes.seen(),
      announce,
      announced: () => changes.note(),
      connections: () => ({
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
      meaning,
      close: async () => {
        await changes.close()
        await pool.end()
      },
    }
  } catch (error) {
    await pool.end()
    if (error instanceof StoreFault) throw error
    throw new StoreFault('unusable', `The database of DATABASE_URL cannot be used: ${reason(error)}.`, {
      cause: error,
    })
  }
}

/** Refuses a server that is too old. */
export function checkAge(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new StoreFault('unusable', `PostgreSQL ${version} is too old: Tabard needs ${OLDEST} or newer.`)
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return message || code || 'no answer'
}

export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format as 'text')
}

/** SQLSTATE classes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function meaning(error: unknown): Meaning {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string }
  if (code === '23505') return 'duplicate'
  // A blob that another transaction swept away between our look and our reference: doing it again helps.
  if (code === '40001' || code === '40P01' || (code === '23503' && BLOB_REFERENCES.has(constraint ?? '')))
    return 'collision'
  // 23001 is what PostgreSQL 18 calls a restriction, and older ones do not.
  if (code === '23503' || code === '23001') return 'reference'
  if (code === '53100') return 'full'
  const gone = ['08', '53', '57', '58', '25'].includes(code?.slice(0, 2) ?? '')
  const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/.test(code ?? '')
  const closed =
    code === undefined && /terminat|timeout|timed out|Connection|not queryable/i.test(message ?? '')
  return gone || network || closed ? 'unavailable' : undefined
}
