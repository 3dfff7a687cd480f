import type { Audience } from '../../pages/pages.ts'
import { dresses } from '../tenancy/built-in-applications.ts'
import type { Seals } from '../tenancy/seals.ts'
import { flowAddress, homeAddress, type Notice, signInAddress } from './addresses.ts'
import { guardedPurpose } from './asked-purpose.ts'
import type { Purpose } from './surfaces.ts'
import type { Visit } from './visit.ts'

/**
 * For what a page about an account is shown: the application that the link to it was made for, if any. The link carries
 * a seal, because an address that anybody could write would let a theme show the account on a page of its own.
 */
export async function accountPurpose(
  seals: Seals,
  visit: Visit,
  query: ReadonlyMap<string, string>,
): Promise<Purpose> {
  const from = await seals.opened(visit.tenant.id, visit.browser, query.get('from') ?? '')
  const applicationId = from?.kind === 'sign-out' && isDressed(visit, from) ? from.applicationId : null
  return { ...guardedPurpose(visit, query), applicationId }
}

/** Whether pages for whoever is signed in may look like the application that a journey was begun for. */
export function isDressed({ session }: Visit, { applicationId }: Purpose): boolean {
  return session === undefined || dresses(applicationId, session.account)
}

/** Where somebody who is signed in is greeted, in the look of what they came for. */
export async function accountAddress(
  seals: Seals,
  { tenant, browser }: Visit,
  purpose: Purpose,
  notice?: Notice,
): Promise<string> {
  const address = signInAddress(purpose, notice)
  const { applicationId } = purpose
  if (applicationId === null) return address
  const journey = seals.journey({ kind: 'sign-out', applicationId })
  return `${address}&from=${await seals.sealed(tenant.id, browser, journey)}`
}

/** Where somebody who is not signed in can sign in, still for the application that they came for. */
export async function signInFor(
  seals: Seals,
  { tenant, browser }: Visit,
  { themeId, applicationId, locale }: Purpose,
  audience: Audience,
): Promise<string> {
  if (applicationId === null) return homeAddress(audience, { themeId, applicationId, locale })
  const journey = seals.journey({ kind: 'sign-in', themeId, applicationId, locale })
  return flowAddress(await seals.sealed(tenant.id, browser, journey))
}
