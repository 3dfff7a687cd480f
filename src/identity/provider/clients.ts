import type { Entitlement } from '../../core/entitlement.ts'
import { Refusal } from '../../core/refusal.ts'
import type { ApiClient, TenantStore, TenantTransaction } from '../../store/store.ts'
import { type Actor, COMMAND_LINE, recorded } from '../tenancy/actor.ts'
import { label } from '../tenancy/display-name.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'

export interface NewClient {
  readonly name: string
  readonly entitlements: readonly Entitlement[]
  readonly id?: string | undefined
  readonly secret?: string | undefined
  readonly replaceStatus?: 201 | 204
}

/** Who an API client is and how it proves it. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Adds an API client. The secret is in the answer and nowhere else: only its hash is kept. */
export async function createClient(
  store: TenantStore,
  client: NewClient,
  by: Actor = COMMAND_LINE,
): Promise<Credentials> {
  const { kept, credentials } = newClient(store, client)
  await store.write(tx => added(tx, kept, by))
  return credentials
}

/** Adds the client of the first start, unless there is one; undefined then. */
export async function createFirstClient(
  store: TenantStore,
  given: Pick<NewClient, 'id' | 'secret' | 'replaceStatus'>,
): Promise<Credentials | undefined> {
  const { kept, credentials } = newClient(store, {
    name: 'First client',
    entitlements: ['manageTemplates'],
    ...given,
  })
  return await store.write(async tx => {
    await tx.tenant.lock()
    if ((await tx.clients.count()) > 0) return undefined
    await added(tx, kept, COMMAND_LINE, { cause: 'first start' })
    return credentials
  })
}

async function added(
  tx: TenantTransaction,
  client: ApiClient,
  by: Actor,
  why: Readonly<Record<string, string>> = {},
): Promise<void> {
  await tx.clients.create(client)
  const { id, name, entitlements } = client
  const details = { client: id, name, entitlements: entitlements.join(' '), ...why }
  await recorded(tx, by, 'client-created', { details })
}

function newClient(
  { newId }: Pick<TenantStore, 'newId'>,
  { name, entitlements, id = newId(), secret = newSecret(), replaceStatus = 201 }: NewClient,
): {
  kept: ApiClient
  credentials: Credentials
} {
  return {
    kept: { id, name: label('name', name), secretHash: secretHash(secret), entitlements, replaceStatus },
    credentials: { clientId: id, clientSecret: secret },
  }
}

/** Gives a client a new secret; the old one, and every token got with it, ends at once. */
export async function rotateClient(
  store: TenantStore,
  id: string,
  by: Actor = COMMAND_LINE,
): Promise<{ clientId: string; clientSecret: string }> {
  const clientSecret = newSecret()
  await store.write(async tx => {
    if (!(await tx.clients.update(id, { secretHash: secretHash(clientSecret) }))) throw unknown(id)
    await tx.records.removeOwned(id)
    await recorded(tx, by, 'client-rotated', { details: { client: id } })
  })
  return { clientId: id, clientSecret }
}

/** Changes a client; what it may do holds from its next call on. */
export async function updateClient(
  store: TenantStore,
  id: string,
  { name, ...rest }: Partial<Omit<NewClient, 'id' | 'secret'>>,
  by: Actor = COMMAND_LINE,
): Promise<void> {
  const change = { ...rest, ...(name !== undefined && { name: label('name', name) }) }
  await store.write(async tx => {
    if (!(await tx.clients.update(id, change))) throw unknown(id)
    const details = { client: id, changed: Object.keys(change).join(' ') }
    await recorded(tx, by, 'client-changed', { details })
  })
}

/** Sets what a client may do. */
export async function entitleClient(
  store: TenantStore,
  id: string,
  entitlements: readonly Entitlement[],
): Promise<void> {
  await updateClient(store, id, { entitlements })
}

/** Removes a client and ends its tokens. */
export async function removeClient(store: TenantStore, id: string, by: Actor = COMMAND_LINE): Promise<void> {
  await store.write(async tx => {
    if (!(await tx.clients.remove(id))) throw unknown(id)
    await tx.records.removeOwned(id)
    await recorded(tx, by, 'client-removed', { details: { client: id } })
  })
}

function unknown(clientId: string): Refusal {
  return new Refusal('client_unknown', { clientId })
}
