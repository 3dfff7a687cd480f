import { type Message, waiting } from '../../core/flows/message.ts'
import { shortened, urlComponent } from '../../core/text.ts'
import type { Tenant } from '../../store/store.ts'
import { FLOWS, SIGN_IN } from '../surfaces/addresses.ts'
import { askedPurpose, guardedPurpose } from '../surfaces/asked-purpose.ts'
import { browserCookie, cookieValue } from '../surfaces/cookies.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { FlowParts } from './flow-parts.ts'

/** The longest wait that a URL can announce, in seconds. */
const LONGEST_WAIT = 3600

/** The problem that a URL names. It is in the URL so that nothing has to be stored for it. */
export function problemOf(query: ReadonlyMap<string, string>, at: string | undefined): Message | undefined {
  if (at === 'forgot' && query.has('empty')) return { label: 'FORGOT_PASSWORD_ERROR' }
  if (at === 'incomplete') return { label: 'SIGNIN_INCOMPLETE' }
  if (at === 'over') return { label: 'SIGNIN_ENDED' }
  const wait = query.get('wait')
  return wait !== undefined && /^\d{1,9}$/.test(wait)
    ? waiting(Math.min(Number(wait), LONGEST_WAIT) * 1000)
    : undefined
}

/** The user name that an address suggests. */
export function hintOf(query: ReadonlyMap<string, string>): string {
  return shortened(query.get('login_hint') ?? '', 256)
}

/** Adds a suggested user name to an address, if there is one. */
export function withHint(address: string, hint: string): string {
  return hint === '' ? address : `${address}&login_hint=${urlComponent(hint)}`
}

/** The purpose of a request that failed, as far as its URL reveals it. */
export async function failedPurpose(
  parts: FlowParts,
  tenant: Tenant,
  cookies: string | undefined,
  path: string,
  query: ReadonlyMap<string, string>,
): Promise<Purpose> {
  const { seals, surfaces, tenancy } = parts
  const secure = tenancy.address(tenant).startsWith('https:')
  const browser = cookieValue(cookies, browserCookie(secure))
  const flow = query.get('flow') ?? query.get('from')
  const known = browser && flow && (await seals.recognized(tenant.id, browser, flow))
  if (known) return known
  const applicationId = query.get('client_id') ?? null
  const forcible = applicationId === null && (path === SIGN_IN || path.startsWith(FLOWS))
  const asked = { tenant, wish: { parameter: query.get('ui_locales') ?? query.get('locale') } }
  const purpose = forcible ? await askedPurpose(surfaces, asked, query) : guardedPurpose(asked, query)
  return { ...purpose, applicationId }
}
