import { contentTag } from '../../content-tag.ts'
import { type Entitlement, type ThemeLimit, WHOLE_TENANT } from '../../core/entitlement.ts'
import { checkPrecondition, type Precondition } from '../../core/precondition.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import type { ApiClient, NewApiClient, TenantStore, TenantTransaction } from '../../store/store.ts'
import { type Actor, COMMAND_LINE, recorded } from '../tenancy/actor.ts'
import { label } from '../tenancy/display-name.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'

export interface NewClient {
  readonly name: string
  readonly entitlements: readonly Entitlement[]
  readonly id?: string | undefined
  readonly secret?: string | undefined
  readonly replaceStatus?: 201 | 204
  /** The themes that it is limited to; null or unset means all. */
  readonly themes?: ThemeLimit
}

/** The id of an API client, and the secret that it authenticates with. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

const MOST_THEMES = 100

/** Adds an API client. Only the answer contains the secret, because the store keeps just its hash. */
export async function createClient(
  store: TenantStore,
  client: NewClient,
  by: Actor = COMMAND_LINE,
): Promise<Credentials> {
  const { kept, credentials } = newClient(store, client)
  checkLimit(kept)
  await assertThemes(store, kept.themes ?? [])
  await store.write(tx => added(tx, kept, by))
  return credentials
}

/** Adds the client of the first start. Returns undefined if there is a client already. */
export async function createFirstClient(
  store: TenantStore,
  given: Pick<NewClient, 'id' | 'secret' | 'replaceStatus'>,
): Promise<Credentials | undefined> {
  if ((await store.clients.count()) > 0) return undefined
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
  client: NewApiClient,
  by: Actor,
  why: Readonly<Record<string, string>> = {},
): Promise<void> {
  await tx.clients.create(client)
  const { id, name, entitlements, themes } = client
  const limit = themes === null ? {} : { themes: themes.join(' ') }
  const details = { client: id, name, entitlements: entitlements.join(' '), ...limit, ...why }
  await recorded(tx, by, 'client-created', { details })
}

function newClient(
  { newId }: Pick<TenantStore, 'newId'>,
  { name, entitlements, id = newId(), secret = newSecret(), replaceStatus = 201, themes = null }: NewClient,
): {
  kept: NewApiClient
  credentials: Credentials
} {
  return {
    kept: {
      id,
      name: label('name', name),
      secretHash: secretHash(secret),
      entitlements,
      replaceStatus,
      themes,
    },
    credentials: { clientId: id, clientSecret: secret },
  }
}

/** Gives a client a new secret. The old secret, and every token issued for it, becomes invalid at once. */
export async function rotateClient(
  store: TenantStore,
  id: string,
  by: Actor = COMMAND_LINE,
): Promise<{ clientId: string; clientSecret: string }> {
  const clientSecret = newSecret()
  await store.write(async tx => {
    if (!(await tx.clients.update(id, { secretHash: secretHash(clientSecret) }))) throw unknown(id)
    await recorded(tx, by, 'client-rotated', { details: { client: id } })
  })
  return { clientId: id, clientSecret }
}

/** The ETag of a client. Neither its use nor a new secret changes it. */
export function clientTag({ id, name, entitlements, replaceStatus, themes }: ApiClient): string {
  return contentTag({ id, name, entitlements, replaceStatus, themes })
}

/** Changes a client, and returns it after the change. New entitlements and limits apply from its next call on. */
export async function updateClient(
  store: TenantStore,
  id: string,
  { name, ...rest }: Partial<Omit<NewClient, 'id' | 'secret'>>,
  by: Actor = COMMAND_LINE,
  precondition: Precondition = {},
): Promise<ApiClient> {
  const change = { ...rest, ...(name !== undefined && { name: label('name', name) }) }
  return await store.write(async tx => {
    // Entitlements and theme limits are checked together, so concurrent changes must not overwrite each other.
    await tx.tenant.lock()
    const before = await tx.clients.get(id)
    if (before === undefined) throw unknown(id)
    checkPrecondition(precondition, 'API client', clientTag(before))
    checkLimit({ ...before, ...change })
    await assertThemes(
      store,
      (change.themes ?? []).filter(theme => !before.themes?.includes(theme)),
    )
    await tx.clients.update(id, change)
    const limit = change.themes == null ? {} : { themes: change.themes.join(' ') }
    const details = { client: id, changed: Object.keys(change).join(' '), ...limit }
    await recorded(tx, by, 'client-changed', { details })
    return (await tx.clients.get(id))!
  })
}

/** Sets the entitlements of a client. */
export async function entitleClient(
  store: TenantStore,
  id: string,
  entitlements: readonly Entitlement[],
): Promise<void> {
  await updateClient(store, id, { entitlements })
}

/** Removes a client and revokes its tokens. */
export async function removeClient(
  store: TenantStore,
  id: string,
  by: Actor = COMMAND_LINE,
  precondition: Precondition = {},
): Promise<void> {
  await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.clients.get(id)
    if (before === undefined) throw unknown(id)
    checkPrecondition(precondition, 'API client', clientTag(before))
    await tx.clients.remove(id)
    await recorded(tx, by, 'client-removed', { details: { client: id } })
  })
}

/** Refuses an invalid list of themes, and any limit on a client whose entitlements concern the whole tenant. */
function checkLimit({ themes, entitlements }: Pick<ApiClient, 'themes' | 'entitlements'>): void {
  if (themes === null) return
  if (themes.length === 0 || themes.length > MOST_THEMES || new Set(themes).size !== themes.length)
    throw invalidValue(`The field themes must list 1 to ${MOST_THEMES} different themes, or be null.`)
  if (entitlements.some(entitlement => WHOLE_TENANT.includes(entitlement)))
    throw invalidValue(
      'A client that is limited to themes can manage neither access, flows nor identity sources.',
    )
}

/**
 * Refuses themes that do not exist. A theme that is deleted later may stay in a limit, because its id is never reused.
 */
async function assertThemes(store: TenantStore, themes: readonly string[]): Promise<void> {
  for (const theme of themes)
    if ((await store.themes.get(theme)) === undefined) throw new Refusal('theme_unknown', {})
}

function unknown(clientId: string): Refusal {
  return new Refusal('client_unknown', { clientId })
}
