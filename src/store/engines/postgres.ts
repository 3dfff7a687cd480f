import { Kysely, PostgresDialect } from 'kysely'
import { type Meaning, StoreFault } from '../fault.ts'
import { migrate, POSTGRES } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import type { PlainEngine } from './engine.ts'
import { announce, listen } from './postgres-changes.ts'
import { connectionPool } from './postgres-pool.ts'

const OLDEST = 13
/** Limits that the server enforces. A page never waits long for a locked table. */
const READS = { statement_timeout: 10_000, lock_timeout: 1_000 }
const WRITES = {
  statement_timeout: 30_000,
  lock_timeout: 5_000,
  // A node that loses its connection during a write must not block the writes of other nodes.
  idle_in_transaction_session_timeout: 10_000,
}
/**
 * If the server is silent, reads are abandoned at once. A write may have succeeded, so its answer is worth waiting for.
 */
const LAST_WORD = 4_000
export const MIGRATION_LOCK = "select pg_advisory_xact_lock(hashtext('tabard.migrations'))"
/**
 * While an upgrade waits for a table, all reads of that table wait behind it. It gives up before they do, and is tried
 * again. The wait for another node that upgrades may take longer, because it blocks nobody.
 */
const UPGRADE_PATIENCE = "set local lock_timeout = '500ms'"
/** SQLSTATE of a lock that was not released in time. */
const LOCKED = '55P03'
const BLOB_REFERENCES = new Set(['theme_files_blob', 'master_files_blob'])

/** Connects to a database, and creates or updates its schema. */
export async function openPostgres(connectionString: string, connections: number): Promise<PlainEngine> {
  try {
    const version = await prepared(connectionString)
    const forWrites = Math.floor(connections / 2)
    const whileSilent = { isSilent: () => changes.isSilent() }
    // Reads have their own pool, because writes that wait for each other keep their connections.
    const writes = connectionPool({ connectionString, max: forWrites, ...WRITES, ...whileSilent })
    const reads = connectionPool({
      connectionString,
      max: connections - forWrites,
      ...READS,
      ...whileSilent,
    })
    const changes = listen(connectionString, () => {
      reads.endAll()
      writes.endUnlessAnswered(LAST_WORD)
    })
    await changes.ready
    return {
      name: `PostgreSQL ${version}`,
      reader: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: reads.pool }) }),
      writer: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writes.pool }) }),
      concurrent: true,
      epoch: () => changes.seen(),
      isSilent: () => changes.isSilent(),
      announce,
      announced: () => changes.note(),
      connections: () => {
        const [read, write] = [reads.figures(), writes.figures()]
        return {
          busy: read.busy + write.busy,
          idle: read.idle + write.idle,
          waiting: read.waiting + write.waiting,
        }
      },
      meaning,
      close: async () => {
        await changes.close()
        await Promise.all([reads.close(), writes.close()])
      },
    }
  } catch (error) {
    if (error instanceof StoreFault) throw error
    const what = meaning(error)
    const kind = what === 'unavailable' || what === 'unwritable' ? 'unavailable' : 'unusable'
    throw new StoreFault(kind, `The database in DATABASE_URL cannot be used: ${reason(error)}.`, {
      cause: error,
    })
  }
}

/** Checks the server's version and updates the schema. Returns the version. */
async function prepared(connectionString: string): Promise<string> {
  // Not in the pool for writes: while another node migrates, this waits longer than any write may.
  const { pool, close } = connectionPool({ connectionString, max: 1, statement_timeout: 30_000 })
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    )
    const version = rows[0]?.version ?? ''
    checkAge(version)
    const writer = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    await migrate(writer, POSTGRES, [MIGRATION_LOCK, UPGRADE_PATIENCE])
    return version
  } finally {
    await close()
  }
}

/** Rejects a server whose version is too old. */
export function checkAge(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new StoreFault('unusable', `PostgreSQL ${version} is too old. Tabard needs ${OLDEST} or newer.`)
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === LOCKED) return 'it cannot be upgraded while a table is in use, for example by "tabard backup"'
  return message || code || 'no answer'
}

/** SQLSTATE classes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function meaning(error: unknown): Meaning {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string }
  if (code === '23505') return 'duplicate'
  // Another transaction removed a blob between our read and our reference to it: a retry helps.
  if (code === '40001' || code === '40P01' || (code === '23503' && BLOB_REFERENCES.has(constraint ?? '')))
    return 'collision'
  // PostgreSQL 18 uses 23001 for a violated restriction; older versions use 23503.
  if (code === '23503' || code === '23001') return 'reference'
  if (code === '53100') return 'full'
  if (code === 'XX001' || code === 'XX002') return 'unusable'
  // The server is a standby, or a former primary after a failover.
  if (code === '25006') return 'unwritable'
  if (code === LOCKED) return 'unavailable'
  const gone = ['08', '53', '57', '58', '25'].includes(code?.slice(0, 2) ?? '')
  const network = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/.test(code ?? '')
  const closed =
    code === undefined && /terminat|timeout|timed out|Connection|not queryable/i.test(message ?? '')
  return gone || network || closed ? 'unavailable' : undefined
}
