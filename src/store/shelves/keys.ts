import type { Selectable } from 'kysely'
import type { TenantKey } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { encryptAnew } from './encryption.ts'
import { isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'
import { keyPlace } from './value-places.ts'

/** Keys. */
export interface KeyReads {
  /** Newest first. */
  list(purpose: TenantKey['purpose']): Promise<TenantKey[]>
}

/** Keys, inside a write. */
export interface KeyWrites {
  /** Newest first. */
  list(purpose: TenantKey['purpose']): Promise<TenantKey[]>
  create(key: TenantKey): Promise<void>
  /**
   * Rewrites keys and secrets that are not encrypted with the configured key, some at a time. If no key is configured,
   * encrypted ones are decrypted. Returns how many were rewritten.
   */
  encryptAnew(): Promise<number>
  remove(id: string): Promise<void>
}

/** The keys for a purpose, newest first. */
async function keys(scope: Scope, purpose: TenantKey['purpose']): Promise<TenantKey[]> {
  return (await rowsFor(scope, purpose).execute()).map(row => fromRow(scope, row))
}

/** The keys for a purpose, newest first, locked until the transaction ends. */
async function heldKeys(scope: Scope, purpose: TenantKey['purpose']): Promise<TenantKey[]> {
  return (await held(scope, rowsFor(scope, purpose)).execute()).map(row => fromRow(scope, row))
}

async function createKey({ db, tenant, engine }: Scope, key: TenantKey): Promise<void> {
  const { id, purpose, createdAt } = key
  const material = engine.cipher.sealed(key.material, keyPlace(tenant, id))
  await db
    .insertInto('tenant_keys')
    .values({ tenant, id, purpose, material, created_at: createdAt })
    .execute()
}

/** Removes a key, if it exists. */
async function removeKey({ db, tenant }: Scope, id: string): Promise<void> {
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

function fromRow({ tenant, engine }: Scope, row: Selectable<Schema['tenant_keys']>): TenantKey {
  return {
    id: row.id,
    purpose: row.purpose as TenantKey['purpose'],
    material: engine.cipher.opened(row.material, keyPlace(tenant, row.id)),
    createdAt: row.created_at,
  }
}

export const keyReads = shelf<KeyReads>({ list: keys })

export const keyWrites = shelf<KeyWrites>({
  list: heldKeys,
  create: createKey,
  encryptAnew,
  remove: removeKey,
})
