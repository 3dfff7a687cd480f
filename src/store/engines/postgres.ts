import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Meaning, StoreFault, WrongDatabase } from '../fault.ts'
import { isInstalled, layoutOf, otherTables } from '../layout.ts'
import { migrate, POSTGRES } from '../migrations/migrations.ts'
import type { Schema } from '../schema.ts'
import type { PlainEngine } from './engine.ts'
import { announce, listen } from './postgres-changes.ts'
import { connectionPool } from './postgres-pool.ts'

const OLDEST = 13
const NAMES = "select current_setting('server_version') as version, current_database() as name"
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

/** All columns of the schema in use. Tables of PostgreSQL extensions do not count as data of another program. */
export const COLUMNS = `select c.relname as "table", a.attname as "column"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname, a.attnum`

/** Connects to a database, and updates its schema. With `existing`, it fails if there is no schema yet. */
export async function openPostgres(
  connectionString: string,
  connections: number,
  existing: boolean,
): Promise<PlainEngine> {
  try {
    const version = await prepared(connectionString, existing)
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
async function prepared(connectionString: string, existing: boolean): Promise<string> {
  // Not in the pool for writes: while another node migrates, this waits longer than any write may.
  const { pool, close } = connectionPool({ connectionString, max: 1, statement_timeout: 30_000 })
  try {
    const client = await pool.connect()
    const { rows } = await client
      .query<{ version: string; name: string }>(NAMES)
      .finally(() => client.release())
    const { version, name } = rows[0]!
    checkAge(version)
    const place = `PostgreSQL ${version} at ${client.host}:${client.port}/${name}`
    const writer = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    // Behind the lock, so that a node that starts beside others sees the installation that one of them has made.
    await migrate(writer, POSTGRES, [MIGRATION_LOCK, UPGRADE_PATIENCE], tx =>
      checkTables(tx, place, existing),
    )
    return version
  } finally {
    await close()
  }
}

/** Rejects a database of another program, and an empty one if there has to be an installation. */
async function checkTables(tx: Kysely<Schema>, place: string, existing: boolean): Promise<void> {
  const { rows } = await sql.raw<Record<string, unknown>>(COLUMNS).execute(tx)
  const layout = layoutOf(rows)
  if (isInstalled(layout)) return
  if (layout.size > 0) throw new WrongDatabase(otherTables(place, [...layout.keys()]))
  if (!existing) return
  throw new WrongDatabase(
    `There is no installation of Tabard in ${place}. Check DATABASE_URL, or start the service once to create one.`,
  )
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
