import type { Kysely, Selectable } from 'kysely'
import { factorsIn } from '../../core/flows/assurance.ts'
import { folded } from '../../core/path.ts'
import { Refusal } from '../../core/refusal.ts'
import type { TenantAt } from '../contract.ts'
import type { Tenant, TenantChange, TenantKey } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { isStorable } from './rows.ts'
import { held, refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** The tenant itself, inside a write. */
export interface TenantWrites {
  /** Makes every other write that locks the tenant wait. */
  lock(): Promise<void>
  /** Rejects a name or a console that another tenant has. */
  update(change: TenantChange): Promise<void>
}

/** All tenants, the first one first. */
export async function tenants(db: Kysely<Schema>): Promise<Tenant[]> {
  const rows = await inOrder(db).execute()
  return rows.map(fromRow)
}

/** The tenant with an id. */
export async function tenantWithId(db: Kysely<Schema>, id: string): Promise<Tenant | undefined> {
  const row = await db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** The tenants whose public address does not begin with `https:`, or is that of the service; the first one first. */
export async function tenantsWithoutTls(db: Kysely<Schema>): Promise<Tenant[]> {
  const rows = await inOrder(db)
    .where(eb => eb.or([eb('public_url', 'is', null), eb('public_url', 'not like', 'https:%')]))
    .execute()
  return rows.map(fromRow)
}

function inOrder(db: Kysely<Schema>) {
  return db
    .selectFrom('tenants')
    .selectAll()
    .orderBy(eb => eb.case().when('host', 'is', null).then(0).else(1).end())
    .orderBy('created_at')
    .orderBy('id')
}

/** The tenants that have records of a kind which expire before a time. */
export async function tenantsWithExpiring(
  db: Kysely<Schema>,
  kind: string,
  before: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('short_lived')
    .select('tenant')
    .distinct()
    .where('kind', '=', kind)
    .where('expires_at', '<', before)
    .execute()
  return rows.map(({ tenant }) => tenant)
}

/** The tenants whose newest key for a purpose was created at or before a time. */
export async function tenantsWithAgedKeys(
  db: Kysely<Schema>,
  purpose: TenantKey['purpose'],
  before: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant_keys')
    .select('tenant')
    .where('purpose', '=', purpose)
    .groupBy('tenant')
    .having(eb => eb.fn.max('created_at'), '<=', before)
    .execute()
  return rows.map(({ tenant }) => tenant)
}

/** The tenant that a host name selects. The cost does not depend on the number of tenants. */
export async function tenantAt(db: Kysely<Schema>, host: string, own: string): Promise<TenantAt> {
  const all = db.selectFrom('tenants').selectAll()
  const [some, another] = await all.limit(2).execute()
  if (another === undefined) return { tenant: some && fromRow(some), only: true }
  const isOwn = host === own
  if (!isOwn && !isStorable(host)) return { tenant: undefined, only: false }
  const row =
    (isOwn && (await all.where('host', 'is', null).executeTakeFirst())) ||
    (await all.where('host', '=', host).executeTakeFirst())
  return { tenant: row && fromRow(row), only: false }
}

/** The tenant whose console has a host name. The cost does not depend on the number of tenants. */
export async function tenantOfConsole(
  db: Kysely<Schema>,
  host: string,
  own: string,
): Promise<Tenant | undefined> {
  if (!isStorable(host)) return undefined
  const all = db.selectFrom('tenants').selectAll()
  const first = all.where('host', 'is', null).where('console_url', 'is', null)
  const row =
    (host === own && (await first.executeTakeFirst())) ||
    (await all
      .where(eb =>
        eb.or(
          [`https://${host}`, `http://${host}`].flatMap(url => [
            eb('console_url', '=', url),
            // With any port: `;` comes after `:`.
            eb.and([eb('console_url', '>', `${url}:`), eb('console_url', '<', `${url};`)]),
          ]),
        ),
      )
      .executeTakeFirst())
  return row && fromRow(row)
}

function fromRow(row: Selectable<Schema['tenants']>): Tenant {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    publicUrl: row.public_url,
    consoleUrl: row.console_url,
    locale: row.locale,
    // Factors that only a newer version knows are left out. So fewer factors are accepted, never more.
    factors: row.factors === null ? null : (factorsIn(row.factors) ?? ['app']),
    ...(row.ticks_scopes === 1 && { ticksScopes: true }),
    ...(row.directory === 0 && { directory: false }),
  }
}

async function lockTenant(scope: Scope): Promise<void> {
  await held(scope, scope.db.selectFrom('tenants').select('id').where('id', '=', scope.tenant)).execute()
}

/** Changes the row of a tenant. */
async function updateTenant(scope: Scope, change: TenantChange): Promise<void> {
  const { name, host, publicUrl, consoleUrl, locale, factors, ticksScopes, directory } = change
  const values = {
    ...(name !== undefined && { name, name_key: folded(name) }),
    ...(host !== undefined && { host }),
    ...(publicUrl !== undefined && { public_url: publicUrl }),
    ...(consoleUrl !== undefined && { console_url: consoleUrl }),
    ...(locale !== undefined && { locale }),
    ...(factors !== undefined && { factors: factors?.join(',') ?? null }),
    ...(ticksScopes !== undefined && { ticks_scopes: Number(ticksScopes) }),
    ...(directory !== undefined && { directory: Number(directory) }),
  }
  if (Object.keys(values).length === 0) return
  const others = scope.db.selectFrom('tenants').select('id').where('id', '<>', scope.tenant)
  if (await others.where('name_key', '=', folded(name ?? '')).executeTakeFirst())
    throw new Refusal('tenant_taken', { what: 'name', value: name! })
  if (await others.where('host', '=', host ?? '').executeTakeFirst())
    throw new Refusal('tenant_taken', { what: 'host', value: host! })
  await refusing(
    scope,
    'duplicate',
    new Refusal('tenant_taken', { what: 'console', value: consoleUrl ?? '' }),
    scope.db.updateTable('tenants').set(values).where('id', '=', scope.tenant).execute(),
  )
}

export const tenantWrites = shelf<TenantWrites>({ lock: lockTenant, update: updateTenant })
