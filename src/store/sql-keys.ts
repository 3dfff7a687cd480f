import type { Selectable } from 'kysely'
import type { ValuePlace } from './cipher.ts'
import type { Schema } from './schema.ts'
import { isStorable } from './sql-rows.ts'
import { held, type Scope } from './sql-scope.ts'
import type { TenantKey } from './store.ts'

/** The keys for a purpose, newest first. */
export async function keys(scope: Scope, purpose: TenantKey['purpose']): Promise<TenantKey[]> {
  return (await rowsFor(scope, purpose).execute()).map(row => fromRow(scope, row))
}

/** The same, held until the transaction ends. */
export async function heldKeys(scope: Scope, purpose: TenantKey['purpose']): Promise<TenantKey[]> {
  return (await held(scope, rowsFor(scope, purpose)).execute()).map(row => fromRow(scope, row))
}

/** Adds a key. */
export async function createKey({ db, tenant, engine }: Scope, key: TenantKey): Promise<void> {
  const { id, purpose, createdAt } = key
  const material = engine.cipher.sealed(key.material, keyPlace(tenant, id))
  await db
    .insertInto('tenant_keys')
    .values({ tenant, id, purpose, material, created_at: createdAt })
    .execute()
}

/** Removes a key, where there is one. */
export async function removeKey({ db, tenant }: Scope, id: string): Promise<void> {
  if (!isStorable(id)) return
  await db.deleteFrom('tenant_keys').where('tenant', '=', tenant).where('id', '=', id).execute()
}

function rowsFor({ db, tenant }: Scope, purpose: TenantKey['purpose']) {
  return db
    .selectFrom('tenant_keys')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .orderBy('id')
}

/** Where a key is kept. */
export function keyPlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'tenant_keys.material', row }
}

function fromRow({ tenant, engine }: Scope, row: Selectable<Schema['tenant_keys']>): TenantKey {
  return {
    id: row.id,
    purpose: row.purpose as TenantKey['purpose'],
    material: engine.cipher.opened(row.material, keyPlace(tenant, row.id)),
    createdAt: row.created_at,
  }
}
