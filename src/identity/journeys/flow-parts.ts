import { type AuditEvent, auditEntry, type NewAuditEntry } from '../../core/audit-events.ts'
import type { Store } from '../../store/store.ts'
import type { Accesses } from '../access/access.ts'
import type { PublishedFlows } from '../designs/published.ts'
import type { AccountSettings } from '../directory/account-settings.ts'
import type { Passwords } from '../directory/passwords.ts'
import type { Throttle } from '../guards/throttle.ts'
import type { Analytics } from '../measuring/analytics.ts'
import type { Providers } from '../provider/provider.ts'
import type { Flows } from '../sessions/flows.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Arrivals } from '../sources/arrivals.ts'
import type { Exchanges } from '../sources/exchange.ts'
import type { Offers } from '../sources/offers.ts'
import type { SourceTests } from '../sources/source-tests.ts'
import type { StrayReturns } from '../sources/stray-returns.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'
import type { Visit } from '../surfaces/visit.ts'
import { type Journey, type Seals, same } from '../tenancy/seals.ts'
import type { Tenancy } from '../tenancy/tenants.ts'

/** The services that every flow uses. */
export interface FlowParts {
  readonly store: Store
  readonly tenancy: Tenancy
  readonly surfaces: Surfaces
  readonly seals: Seals
  readonly sessions: Sessions
  readonly flows: Flows
  readonly throttle: Throttle
  readonly passwords: Passwords
  readonly providers: Providers
  readonly accesses: Accesses
  readonly settings: AccountSettings
  readonly analytics: Analytics
  readonly designs: PublishedFlows
  readonly offers: Offers
  readonly exchanges: Exchanges
  readonly sourceTests: SourceTests
  readonly strayReturns: StrayReturns
  readonly arrivals: Arrivals
  readonly now: () => number
  /** Signals that a mail is waiting to be sent. */
  readonly mailQueued: () => void
}

/** Creates an audit entry for what a visit did. */
export function audited(
  visit: Pick<Visit, 'address'>,
  journey: Pick<Journey, 'applicationId'> | undefined,
  event: AuditEvent,
  account: string | null,
  now: number,
  details: Readonly<Record<string, string>> = {},
): NewAuditEntry {
  const application = journey?.applicationId ?? null
  return auditEntry(event, now, { account, application, address: visit.address }, details)
}

/**
 * The token that the forms of a journey's pages carry. During a sign-in there is no session that it could belong to.
 */
export async function verifierOf(
  { seals }: FlowParts,
  { tenant, session }: Visit,
  journey: Journey,
): Promise<string> {
  return await seals.verifier(tenant.id, journey, journey.kind === 'sign-in' ? undefined : session)
}

/** Whether a form carries the token of its page. */
export async function isVerified(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
  given: string | undefined,
): Promise<boolean> {
  return same(given ?? '', await verifierOf(parts, visit, journey))
}
