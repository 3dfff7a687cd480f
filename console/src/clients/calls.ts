import { sendJson } from '../api.ts'
import { refresh } from '../resource.ts'
import type { ApiClient, ApiClientSettings, Credentials } from '../wire.ts'

export type { ApiClientList as ClientList } from '../wire.ts'

export const CLIENTS = '/v1.0/tabard/clients'

export type Entitlement = ApiClient['entitlements'][number]

/** A program that sends and fetches themes. */
export type ClientRecord = ApiClient

/** What can be set of an API client. */
export interface ClientSettings {
  readonly name: string
  /** null: nothing, as only the command line sets it. */
  readonly entitlement: Entitlement | null
  readonly answersNoContent: boolean
}

export function clientPlace(id: string): string {
  return `/clients/${encodeURIComponent(id)}`
}

function clientResource(id: string): string {
  return `${CLIENTS}/${encodeURIComponent(id)}`
}

export async function clientsChanged(): Promise<void> {
  await refresh(CLIENTS)
}

/** Who was made, with the secret that is told this once. */
export async function createClient(settings: ClientSettings): Promise<Credentials> {
  const made = await sendJson<Credentials>('POST', CLIENTS, sent(settings))
  await clientsChanged()
  return made
}

export async function changeClient(id: string, settings: Partial<ClientSettings>): Promise<void> {
  await sendJson('PUT', clientResource(id), sent(settings))
  await clientsChanged()
}

/** Leaves it to the caller to leave the screen of the client before clientsChanged. */
export async function deleteClient(id: string): Promise<void> {
  await sendJson('DELETE', clientResource(id))
}

export async function rotateSecret(id: string): Promise<string> {
  const { clientSecret } = await sendJson<Credentials>('POST', `${clientResource(id)}/secret`)
  return clientSecret
}

function sent({ name, entitlement, answersNoContent }: Partial<ClientSettings>): ApiClientSettings {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(entitlement && { entitlements: [entitlement] }),
    ...(answersNoContent !== undefined && { answersNoContent }),
  }
}
