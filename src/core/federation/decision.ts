import { domainOf } from './domains.ts'
import type { SourcePerson } from './person.ts'
import type { SourceSettings } from './source-settings.ts'

/** The part of an account that the decision needs. */
interface Candidate {
  readonly id: string
  /** Whether the address is the account's own, no other account has it, and it was verified. */
  readonly emailVerified: boolean
}

/** What the service knows about a person who comes from an identity source. */
export interface Standing {
  /** The account that is linked with the person. */
  readonly linked: string | undefined
  /** The account that has the person's address. */
  readonly addressed: Candidate | undefined
  /** Whether the source told everything that the registration requires. */
  readonly complete: boolean
}

/** What happens with a person who comes from an identity source. */
export type Decision =
  | { readonly to: 'sign-in'; readonly account: string }
  /** The address is verified, and trusted. */
  | { readonly to: 'link'; readonly account: string }
  /** An account is made of what the source told. */
  | { readonly to: 'create' }
  /** An account is made, for which something is missing or to be verified. */
  | { readonly to: 'register' }
  /** The person may prove that an account is theirs. */
  | { readonly to: 'ask' }
  | { readonly to: 'refuse'; readonly why: 'domain' | 'unknown' }

/**
 * Decides what happens with a person who comes from an identity source. Without a link, no address leads to an account
 * by itself: the source must have verified it, in a domain for which an administrator trusts the source, and it must be
 * verified for the account too. Somebody else may have made an account with an unverified address, and wait for the
 * owner of that address.
 */
export function decided(
  source: Pick<SourceSettings, 'allowedDomains' | 'trustedDomains' | 'creates' | 'links'>,
  person: SourcePerson,
  { linked, addressed, complete }: Standing,
): Decision {
  const domain = person.emailVerified ? domainOf(person.email) : undefined
  const { allowedDomains, trustedDomains } = source
  if (allowedDomains.length > 0 && (domain === undefined || !allowedDomains.includes(domain)))
    return { to: 'refuse', why: 'domain' }
  if (linked !== undefined) return { to: 'sign-in', account: linked }
  if (addressed?.emailVerified && domain !== undefined && trustedDomains.includes(domain))
    return { to: 'link', account: addressed.id }
  // Whoever has not proved the address must not learn that it has an account: they get the same page with and without.
  if (source.creates && (addressed === undefined || !person.emailVerified))
    return { to: person.emailVerified && complete ? 'create' : 'register' }
  if (source.links) return { to: 'ask' }
  return source.creates ? { to: 'register' } : { to: 'refuse', why: 'unknown' }
}
