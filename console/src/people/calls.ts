import { sendJson } from '../api.ts'
import { PAGE_SIZE } from '../groups/calls.ts'
import { refresh } from '../resource.ts'
import type { AccountLinks, Person } from '../wire.ts'

export type { AccountLinks, Person, PersonList } from '../wire.ts'

/** A link to an account at an identity source, with which somebody signs in. */
export type AccountLink = AccountLinks['links'][number]

export const PEOPLE = '/v1.0/tabard/people'

/** Filters the list of people. */
export interface PeopleFilter {
  readonly status: Person['status'] | null
  /** The name of a custom attribute, and the value that people must have. */
  readonly attribute: string | null
  readonly value: string
}

export function peoplePage(search: string, page: number, { status, attribute, value }: PeopleFilter): string {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), page: String(page) })
  if (search !== '') query.set('search', search)
  if (status !== null) query.set('status', status)
  if (attribute !== null && value !== '') query.set('attribute', `${attribute}=${value}`)
  return `${PEOPLE}?${query}`
}

/** Approves a registration, so that the person can sign in, or removes the account. */
export async function decideRegistration(id: string, approved: boolean): Promise<void> {
  await sendJson('POST', `${PEOPLE}/${encodeURIComponent(id)}/approval`, { approved })
  await refresh(PEOPLE)
}

/** The links between an account and identity sources. */
export function linksResource(id: string): string {
  return `/v1.0/tabard/accounts/${encodeURIComponent(id)}/links`
}

export async function addLink(id: string, link: Pick<AccountLink, 'source' | 'subject'>): Promise<void> {
  await sendJson('POST', linksResource(id), link)
  await refresh(linksResource(id))
}

export async function removeLink(
  id: string,
  { source, subject }: Pick<AccountLink, 'source' | 'subject'>,
): Promise<void> {
  await sendJson('DELETE', `${linksResource(id)}?${new URLSearchParams({ source, subject })}`)
  await refresh(linksResource(id))
}

/** Sets the supervisor; null removes it. */
export async function setSupervisor(id: string, supervisor: string | null): Promise<Person> {
  const changed = await sendJson<Person>('PUT', `${PEOPLE}/${encodeURIComponent(id)}/supervisor`, {
    supervisor,
  })
  await refresh(PEOPLE)
  return changed
}
