import { getTagged, ifMatch, isMoved, sendJson } from '../api.ts'
import { applicationResource, applicationsChanged } from '../applications/calls.ts'
import { refresh } from '../resource.ts'
import type { Access, AccessHolder } from '../wire.ts'

export type { Access, AccessHolder, GivenAccess, PeopleAccess, PersonAccess } from '../wire.ts'

export type AccessMode = Access['mode']

export const PAGE_SIZE = 25

/** The access rules that can be changed. */
interface AccessSettings {
  readonly mode?: AccessMode
  /** In the notation of `holderKey`, or by name. */
  readonly approvers?: readonly string[]
  readonly requestsForOthers?: boolean
  readonly keepRecent?: boolean
}

/** The access rules of an application, with a page of the given access or of the people who have it. */
export function accessPage(id: string, what: 'access' | 'people', search: string, page: number): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    page: String(page),
    ...(search !== '' && { search }),
  })
  return `${applicationResource(id)}/${what}?${query}`
}

/**
 * The key of an account or a group in URLs and lists. It contains the id, so that it always means the one that was
 * shown.
 */
export function holderKey({ kind, id }: Pick<AccessHolder, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

async function accessChanged(id: string): Promise<void> {
  await refresh(`${applicationResource(id)}/`)
}

/** Changes the rules. Returns how many people keep access because they signed in recently. */
export async function changeAccess(
  id: string,
  settings: AccessSettings,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { kept } = await sendJson<Access>('PUT', `${applicationResource(id)}/access`, settings, headers)
  await Promise.all([accessChanged(id), applicationsChanged()])
  return kept ?? 0
}

/** Somebody else may change the rules again while a change of the approvers is on its way. */
const MOST_TRIES = 5

/** Changes the approvers as they are now, because somebody else may have changed them since they were shown. */
export async function changeApprovers(
  id: string,
  change: (approvers: readonly string[]) => readonly string[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { data, etag } = await getTagged<Access>(accessPage(id, 'access', '', 1))
    try {
      const approvers = change(data.approvers.map(holderKey))
      return void (await changeAccess(id, { approvers }, ifMatch(etag)))
    } catch (thrown) {
      if (!isMoved(thrown) || tries === MOST_TRIES) throw thrown
    }
  }
}

/** Gives access until the end of a day (UTC). Without a day, the access does not end. */
export async function giveAccess(id: string, holder: string, until: string): Promise<void> {
  const path = `${applicationResource(id)}/access/${encodeURIComponent(holder)}`
  await sendJson('PUT', path, { until: until === '' ? null : until })
  await accessChanged(id)
}

export async function takeAccess(id: string, holder: string): Promise<void> {
  await sendJson('DELETE', `${applicationResource(id)}/access/${encodeURIComponent(holder)}`)
  await accessChanged(id)
}
