import type { AuditEvent } from '../core/audit-events.ts'
import { addressedAs, fullName } from '../core/full-name.ts'
import { changedRow } from '../core/mail.ts'
import { escapedHtml } from '../core/template/template.ts'
import type { Account, AuditEntry, Store } from '../store/store.ts'
import type { Analytics } from './analytics.ts'
import type { Flows } from './flows.ts'
import type { Passwords } from './passwords.ts'
import type { Providers } from './provider.ts'
import { type Journey, type Seals, same } from './seals.ts'
import type { Sessions } from './sessions.ts'
import type { Purpose, Surfaces } from './surfaces.ts'
import type { Tenancy } from './tenants.ts'
import type { Throttle } from './throttle.ts'
import type { Visit } from './visit.ts'

/** The kind of record that a link for a forgotten password is kept as. */
export const RECOVERY = 'Recovery'
/** The same for a link that leads to the console: neither of the two is worth anything at the other's origin. */
export const CONSOLE_RECOVERY = 'ConsoleRecovery'

/** What operators decide about accounts. */
export interface AccountSettings {
  /** Characters of a password at least; unset, the standard decides. */
  readonly passwordMinimum: number | undefined
  /** Whether people may make accounts themselves. */
  readonly registration: boolean
  /** Whether everybody who uses the console needs an authenticator app. */
  readonly consoleSecondFactor: boolean
}

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
  readonly settings: AccountSettings
  readonly analytics: Analytics
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
): AuditEntry {
  return {
    at: now,
    event,
    account,
    application: journey?.applicationId ?? null,
    address: visit.address,
    details,
  }
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

/** How mails in a language address somebody. */
export function friendlyName(
  account: Pick<Account, 'givenName' | 'familyName' | 'userName'>,
  language: string,
): string {
  return addressedAs(language, account) || account.userName
}

/** The values of the macros that name a person, in the order of a language. */
export function personValues(
  { givenName, familyName, userName }: Account,
  language: string,
): Record<string, string> {
  return {
    NAME: fullName(language, { givenName, familyName }) || userName,
    GIVEN_NAME: givenName ?? '',
    FAMILY_NAME: familyName ?? '',
    PREFERRED_USERNAME: userName,
  }
}

/** The rows of a table that tells what was changed. */
export function changedRows(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([what, value]) => changedRow(escapedHtml(what), escapedHtml(value))).join('\n')
}

/** A mail is in the theme of its journey, and in the language of whoever gets it. */
export function mailPurpose(journey: Purpose, account: Pick<Account, 'locale'> | undefined): Purpose {
  const { themeId, applicationId, locale } = journey
  return { themeId, applicationId, locale: account?.locale ?? locale }
}
