import { domainOf } from './domains.ts'
import type { SourcePerson } from './person.ts'
import type { SourceSettings } from './source-settings.ts'

/** The part of an account that the decision needs. */
interface Candidate {
  readonly id: string
  /** Whether the account's own address matches, no other account has it, and it was verified. */
  readonly emailVerified: boolean
}

/** What the service knows about a person who comes from an identity source. */
export interface Standing {
  /** The account that is linked with the person. */
  readonly linked: string | undefined
  /** The account that has the person's e-mail address. */
  readonly addressed: Candidate | undefined
  /** Whether the source sent everything that the registration requires. */
  readonly complete: boolean
}

/** What happens with a person who comes from an identity source. */
export type Decision =
  | { readonly to: 'sign-in'; readonly account: string }
  /** The account is linked, because its address is verified and trusted. */
  | { readonly to: 'link'; readonly account: string }
  /** An account is created from the data of the source. */
  | { readonly to: 'create' }
  /** An account is created after the person has added or verified something. */
  | { readonly to: 'register' }
  /** The person may prove to own the account. */
  | { readonly to: 'ask' }
  | { readonly to: 'refuse' }

/** Whether a person has a verified address in one of the domains that may use the source. */
export function isAllowed(
  { allowedDomains }: Pick<SourceSettings, 'allowedDomains'>,
  { email, emailVerified }: SourcePerson,
): boolean {
  if (allowedDomains.length === 0) return true
  const domain = emailVerified ? domainOf(email) : undefined
  return domain !== undefined && allowedDomains.includes(domain)
}

/**
 * Decides what happens with a person who comes from an identity source. Without a link, an address alone does not lead
 * to an account. The source must have verified it, in a domain for which an administrator trusts the source, and it
 * must be verified for the account too. Otherwise somebody could create an account with another person's address, and
 * wait for them.
 */
export function decided(
  source: Pick<SourceSettings, 'trustedDomains' | 'creates' | 'links'>,
  person: SourcePerson,
  { linked, addressed, complete }: Standing,
): Decision {
  const domain = person.emailVerified ? domainOf(person.email) : undefined
  if (linked !== undefined) return { to: 'sign-in', account: linked }
  if (addressed?.emailVerified && domain !== undefined && source.trustedDomains.includes(domain))
    return { to: 'link', account: addressed.id }
  // People who have not proved the address must not learn that it has an account. They get the same page in both cases.
  if (source.creates && (addressed === undefined || !person.emailVerified))
    return { to: person.emailVerified && complete ? 'create' : 'register' }
  if (source.links) return { to: 'ask' }
  return { to: source.creates ? 'register' : 'refuse' }
}
