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
import type { Surfaces } from '../surfaces/surfaces.ts'
import type { Visit } from '../surfaces/visit.ts'
import { type Journey, type Seals, same } from '../tenancy/seals.ts'
import type { Tenancy } from '../tenancy/tenants.ts'

/** What every flow works with. */
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
  readonly arrivals: Arrivals
  readonly now: () => number
  /** Tells that there is a mail to send. */
  readonly mailQueued: () => void
}

/** An entry of the audit trail for what a visit did. */
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

/** What the forms of a page of a journey carry. Signing in has no session yet that they could belong to. */
export async function verifierOf(
  { seals }: FlowParts,
  { tenant, session }: Visit,
  journey: Journey,
): Promise<string> {
  return await seals.verifier(tenant.id, journey, journey.kind === 'sign-in' ? undefined : session)
}

/** Whether a form brings what its page carried. */
export async function isVerified(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
  given: string | undefined,
): Promise<boolean> {
  return same(given ?? '', await verifierOf(parts, visit, journey))
}
