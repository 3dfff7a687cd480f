import type { Selectable } from 'kysely'
import { Refusal } from '../../core/refusal.ts'
import type { ApiClient, KnownClient, NewApiClient } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { isStorable } from './rows.ts'
import { refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** API clients. */
export interface ClientReads {
  count(): Promise<number>
  list(): Promise<KnownClient[]>
  get(id: string): Promise<KnownClient | undefined>
}

/** API clients, inside a write. */
export interface ClientWrites {
  count(): Promise<number>
  get(id: string): Promise<ApiClient | undefined>
  /** Rejects an id that is taken. */
  create(client: NewApiClient): Promise<void>
  update(id: string, change: Partial<Omit<NewApiClient, 'id'>>): Promise<boolean>
  /** Records when an API client was used, unless a later time is already recorded. */
  used(id: string, at: number): Promise<void>
  /** Records that an API client, whose tool accepts only 204, was answered 201. */
  misread(id: string, at: number): Promise<void>
  remove(id: string): Promise<boolean>
}

/** All API clients, oldest first. */
async function clients(scope: Scope): Promise<KnownClient[]> {
  const rows = await mine(scope).orderBy('created_at').orderBy('id').execute()
  return rows.map(fromRow)
}

/** The API client with this id. */
async function client(scope: Scope, id: string): Promise<KnownClient | undefined> {
  if (!isStorable(id)) return undefined
  const row = await mine(scope).where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** How many API clients there are. */
async function countClients({ db, tenant }: Scope): Promise<number> {
  const row = await db
    .selectFrom('api_clients')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('tenant', '=', tenant)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds an API client. Rejects an id that is taken. */
async function createClient(scope: Scope, client: NewApiClient): Promise<void> {
  await refusing(
    scope,
    'duplicate',
    new Refusal('client_id_taken', { clientId: client.id }),
    scope.db
      .insertInto('api_clients')
      .values({
        tenant: scope.tenant,
        id: client.id,
        name: client.name,
        secret_hash: client.secretHash,
        ...rightsOf(client),
        replace_status: client.replaceStatus,
        created_at: scope.engine.now(),
        last_used_at: null,
        misread_at: null,
      })
      .execute(),
  )
}

/** Changes an API client. Returns false if there is no such client. */
async function updateClient(
  scope: Scope,
  id: string,
  { name, secretHash, replaceStatus, ...rights }: Partial<Omit<NewApiClient, 'id'>>,
): Promise<boolean> {
  const changesRights = rights.entitlements !== undefined || rights.themes !== undefined
  const before = changesRights ? await client(scope, id) : undefined
  const values = {
    ...(name !== undefined && { name }),
    ...(secretHash !== undefined && { secret_hash: secretHash }),
    ...(before !== undefined && rightsOf({ ...before, ...rights })),
    ...(replaceStatus !== undefined && { replace_status: replaceStatus, misread_at: null }),
  }
  if (!isStorable(id) || (changesRights && before === undefined)) return false
  if (Object.keys(values).length === 0) return (await client(scope, id)) !== undefined
  const changed = await scope.db
    .updateTable('api_clients')
    .set(values)
    .where('tenant', '=', scope.tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Records when an API client was used, unless a later time is already recorded. */
async function clientUsed({ db, tenant }: Scope, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_clients')
    .set({ last_used_at: at })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute()
}

/** Records that the tool of an API client treated a successful response as a failure. */
async function clientMisread({ db, tenant }: Scope, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_clients')
    .set({ misread_at: at })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Removes an API client. Returns false if there is no such client. */
async function removeClient({ db, tenant }: Scope, id: string): Promise<boolean> {
  if (!isStorable(id)) return false
  const gone = await db
    .deleteFrom('api_clients')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

function mine({ db, tenant }: Scope) {
  return db.selectFrom('api_clients').selectAll().where('tenant', '=', tenant)
}

/** The columns for the rights of a client; see migration 021, `theme_limit`. */
function rightsOf({ entitlements, themes }: Pick<ApiClient, 'entitlements' | 'themes'>) {
  const isLimited = themes !== null
  return {
    entitlements: JSON.stringify(isLimited ? [] : entitlements),
    theme_limit: isLimited ? JSON.stringify({ entitlements, themes }) : null,
  }
}

function fromRow(row: Selectable<Schema['api_clients']>): KnownClient {
  const rights: Pick<ApiClient, 'entitlements' | 'themes'> =
    row.theme_limit === null
      ? { entitlements: JSON.parse(row.entitlements), themes: null }
      : JSON.parse(row.theme_limit)
  return {
    id: row.id,
    name: row.name,
    secretHash: row.secret_hash,
    ...rights,
    replaceStatus: row.replace_status === 204 ? 204 : 201,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    misreadAt: row.misread_at,
  }
}

export const clientReads = shelf<ClientReads>({ count: countClients, list: clients, get: client })

export const clientWrites = shelf<ClientWrites>({
  count: countClients,
  get: client,
  create: createClient,
  update: updateClient,
  used: clientUsed,
  misread: clientMisread,
  remove: removeClient,
})
