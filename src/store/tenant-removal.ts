import { type Kysely, sql } from 'kysely'
import { DEFAULT_THEME } from '../core/theme.ts'
import type { Holdings } from './contract.ts'
import type { Schema } from './schema.ts'
import type { SqlTransaction } from './transaction.ts'

/**
 * The number of objects that people have created in a tenant. Keys, sessions and the audit trail do not count, because
 * the service creates them.
 */
export async function holdings(db: Kysely<Schema>, tenant: string): Promise<Holdings> {
  const counted = async (table: 'accounts' | 'applications' | 'api_clients') => {
    const { number } = await db
      .selectFrom(table)
      .where('tenant', '=', tenant)
      .select(eb => eb.fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow()
    return Number(number)
  }
  const themes = await db
    .selectFrom('themes')
    .leftJoin('theme_files', join =>
      join
        .onRef('theme_files.tenant', '=', 'themes.tenant')
        .onRef('theme_files.theme', '=', 'themes.id')
        .on('theme_files.closed', 'is', null),
    )
    .where('themes.tenant', '=', tenant)
    .where(eb => eb.or([eb('themes.id', '<>', DEFAULT_THEME), eb('theme_files.path', 'is not', null)]))
    .select('themes.id')
    .distinct()
    .execute()
  return {
    accounts: await counted('accounts'),
    applications: await counted('applications'),
    clients: await counted('api_clients'),
    themes: themes.length,
  }
}

/** Rows of one write, so that other writes do not wait long. */
const PIECE = 1_000

/**
 * The tables of which a tenant may have very many rows, with the rest of their keys. Accounts come first, so that nobody
 * signs in any more, and the audit trail last.
 */
export const LARGE_TABLES = {
  accounts: ['id'],
  short_lived: ['kind', 'id_hash'],
  outbox: ['id'],
  jobs: ['id'],
  campaign_items: ['campaign', 'position', 'sort_key', 'account'],
  access_requests: ['id'],
  analytics_days: ['day', 'theme', 'application', 'locale', 'event'],
  audit: ['at', 'turn'],
} as const

/** Removes some rows of a tenant from a table, with everything that belongs to them. Returns whether there were any. */
export async function removeRows(
  db: Kysely<Schema>,
  tenant: string,
  table: keyof typeof LARGE_TABLES,
): Promise<boolean> {
  const key = sql.join(LARGE_TABLES[table].map(column => sql.ref(column)))
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where tenant = ${tenant}
    and (${key}) in (select ${key} from ${sql.table(table)} where tenant = ${tenant} limit ${sql.lit(PIECE)})`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Removes a tenant that the transaction has locked, with everything that belongs to it. */
export async function removeTenant(
  db: Kysely<Schema>,
  tenant: string,
  transaction: SqlTransaction,
): Promise<void> {
  // Applications refer to their themes, so they are removed first.
  await db.deleteFrom('applications').where('tenant', '=', tenant).execute()
  // One by one, so that contents that only this theme uses are removed with it.
  for (const { id } of await transaction.themes.lockAll()) await transaction.themes.remove(id)
  await db.deleteFrom('tenants').where('id', '=', tenant).execute()
}
