import { sendJson } from '../api.ts'
import { refresh } from '../resource.ts'

export const CLIENTS = '/v1.0/tabard/clients'

export type Entitlement = 'manageTemplates' | 'readTemplates'

/** A program that sends and fetches themes. */
export interface ClientRecord {
  readonly id: string
  readonly name: string
  readonly entitlements: readonly Entitlement[]
  /** Whether a replaced package is answered with 204 instead of 201. */
  readonly answersNoContent: boolean
  /** When its tool, which takes only 204 for a success, was last answered 201. */
  readonly misread: string | null
  readonly lastUsed: string | null
}

export interface ClientList {
  readonly clients: readonly ClientRecord[]
}

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
export async function createClient(
  settings: ClientSettings,
): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const made = await sendJson<{ clientId: string; clientSecret: string }>('POST', CLIENTS, sent(settings))
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
  const { clientSecret } = await sendJson<{ clientSecret: string }>('POST', `${clientResource(id)}/secret`)
  return clientSecret
}

function sent({ name, entitlement, answersNoContent }: Partial<ClientSettings>) {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(entitlement && { entitlements: [entitlement] }),
    ...(answersNoContent !== undefined && { answersNoContent }),
  }
}
