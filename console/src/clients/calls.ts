import { putJson, sendJson } from '../api.ts'
import { forget, refresh } from '../resource.ts'
import type { ApiClient, ApiClientSettings, Credentials } from '../wire.ts'

export type { ApiClientList as ClientList } from '../wire.ts'

export const CLIENTS = '/v1.0/tabard/clients'

export type Entitlement = ApiClient['entitlements'][number]

/** What a client may do with themes. */
export type ThemeRight = Exclude<Entitlement, 'manageAccess' | 'manageFlows' | 'manageSources'> | 'none'

/** An API client: a program that sends and fetches themes, or manages access, user flows or identity sources. */
export type ClientRecord = ApiClient

/** The settings of an API client that can be changed. */
export interface ClientSettings {
  readonly name: string
  /** What it may do with themes. */
  readonly themes: ThemeRight
  /** Whether it manages who may use applications. */
  readonly access: boolean
  readonly flows: boolean
  /** Whether it manages identity sources. */
  readonly sources: boolean
  readonly answersNoContent: boolean
  /** The ids of the themes that it is limited to; null means all. */
  readonly limit: readonly string[] | null
}

/** What a client may do. */
export type Rights = Pick<ClientSettings, 'themes' | 'access' | 'flows' | 'sources'>

export function clientPlace(id: string): string {
  return `/clients/${encodeURIComponent(id)}`
}

export function clientResource(id: string): string {
  return `${CLIENTS}/${encodeURIComponent(id)}`
}

export async function clientsChanged(deleted?: string): Promise<void> {
  if (deleted !== undefined) forget(clientResource(deleted))
  await refresh(CLIENTS)
}

/** Creates a client. Its secret is shown only once. */
export async function createClient(settings: ClientSettings): Promise<Credentials> {
  const made = await sendJson<Credentials>('POST', CLIENTS, sent(settings))
  await clientsChanged()
  return made
}

/** Changes a client, unless somebody else has changed it since the ETag was read. Returns the new ETag. */
export async function changeClient(
  id: string,
  settings: Partial<ClientSettings>,
  etag: string | null,
): Promise<string | null> {
  const changed = await putJson(clientResource(id), sent(settings), etag)
  await clientsChanged()
  return changed
}

/** Deletes a client. The caller must leave its screen before it calls clientsChanged. */
export async function deleteClient(id: string): Promise<void> {
  await sendJson('DELETE', clientResource(id))
}

export async function rotateSecret(id: string): Promise<string> {
  const { clientSecret } = await sendJson<Credentials>('POST', `${clientResource(id)}/secret`)
  return clientSecret
}

function sent(settings: Partial<ClientSettings>): ApiClientSettings {
  const { name, themes, access, flows, sources, answersNoContent, limit } = settings
  const isWhole = themes !== undefined && access !== undefined && flows !== undefined && sources !== undefined
  // A limit needs a right to themes, so the form hides it without one.
  const limited = isWhole && themes === 'none' ? null : limit
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(isWhole && { entitlements: entitlementsOf({ themes, access, flows, sources }) }),
    ...(answersNoContent !== undefined && { answersNoContent }),
    ...(limited !== undefined && { themes: limited }),
  }
}

function entitlementsOf({ themes, access, flows, sources }: Rights): Entitlement[] {
  return [
    ...(themes === 'none' ? [] : [themes]),
    ...(access ? (['manageAccess'] as const) : []),
    ...(flows ? (['manageFlows'] as const) : []),
    ...(sources ? (['manageSources'] as const) : []),
  ]
}
