import type { Audience } from '../../pages/pages.ts'
import { dresses } from '../tenancy/built-in-applications.ts'
import type { Seals } from '../tenancy/seals.ts'
import { flowAddress, homeAddress, type Notice, signInAddress } from './addresses.ts'
import { guardedPurpose } from './asked-purpose.ts'
import type { Purpose } from './surfaces.ts'
import type { Visit } from './visit.ts'

/**
 * The purpose of a page about an account: the application that the link to it was made for, if any. The link is signed.
 * If anybody could write such an address, a theme could show the account on its own page.
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

/** Whether pages for the signed-in person may have the look of the application that a journey is for. */
export function isDressed({ session }: Visit, { applicationId }: Purpose): boolean {
  return session === undefined || dresses(applicationId, session.account)
}

/** The address that greets a signed-in person, in the look of what they came for. */
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

/** The sign-in address for a person who is not signed in, for the application that they came for. */
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
