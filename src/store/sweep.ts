import { type Kysely, sql } from 'kysely'
import type { Ages } from './contract.ts'
import type { Schema } from './schema.ts'

/** Drops this many rows at once, so that other writes do not wait long. */
const PIECE = 500

/** Rows whose retention period has passed: the rows of a table with a column below a bound, of one tenant or of all. */
export interface Outdated {
  readonly table: 'outbox' | 'audit' | 'access_requests' | 'analytics_days' | 'tries' | 'short_lived'
  readonly column: 'created_at' | 'at' | 'decided_at' | 'day' | 'forget_at' | 'expires_at'
  readonly below: number | string
  readonly tenant?: string
}

/**
 * The rows to drop; each part is found by an index. One query finds all tenants that have rows to drop: with thousands
 * of tenants, a query for each would delay pages.
 */
export async function outdated(
  db: Kysely<Schema>,
  { mails, audit, analytics, now }: Ages,
): Promise<Outdated[]> {
  const ofTenants: Outdated[] = [
    { table: 'outbox', column: 'created_at', below: mails },
    { table: 'audit', column: 'at', below: audit },
    { table: 'access_requests', column: 'decided_at', below: audit },
    { table: 'analytics_days', column: 'day', below: analytics },
  ]
  const parts: Outdated[] = []
  for (const part of ofTenants) {
    const tenants = await holders(db, part)
    parts.push(...tenants.map(tenant => ({ ...part, tenant })))
  }
  return [
    ...parts,
    { table: 'tries', column: 'forget_at', below: now + 1 },
    { table: 'short_lived', column: 'expires_at', below: now },
  ]
}

/** The tenants that have such rows. */
async function holders(db: Kysely<Schema>, { table, column, below }: Outdated): Promise<string[]> {
  const rows = sql`select 1 from ${sql.table(table)} where tenant = tenants.id and ${sql.ref(column)} < ${below}`
  const found = await sql<{ id: string }>`select id from tenants where exists (${rows})`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Whether there is anything left to drop. */
export async function hasOutdated(db: Kysely<Schema>, part: Outdated): Promise<boolean> {
  return (await edge(db, part, 0)) !== undefined
}

/** Drops the oldest of these rows. */
export async function dropOutdated(db: Kysely<Schema>, part: Outdated): Promise<void> {
  const last = await edge(db, part, PIECE - 1)
  const upTo = last === undefined ? sql`` : sql`and ${sql.ref(part.column)} <= ${last}`
  await sql`delete from ${sql.table(part.table)} where ${condition(part)} ${upTo}`.execute(db)
}

/** The value of the column in the row after the first `offset` rows. */
async function edge(
  db: Kysely<Schema>,
  part: Outdated,
  offset: number,
): Promise<number | string | undefined> {
  const column = sql.ref(part.column)
  const { rows } = await sql<{ edge: number | string }>`select ${column} as edge from ${sql.table(part.table)}
    where ${condition(part)} order by ${column} limit 1 offset ${sql.lit(offset)}`.execute(db)
  return rows[0]?.edge
}

function condition({ column, below, tenant }: Outdated) {
  const old = sql`${sql.ref(column)} < ${below}`
  return tenant === undefined ? old : sql`tenant = ${tenant} and ${old}`
}
