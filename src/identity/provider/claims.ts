import { ALL_ATTRIBUTES, type AttributeKey, type Claim } from '../../core/attributes.ts'
import type { Account } from '../../store/store.ts'

/** The attributes that applications can read. */
const CLAIMS = ALL_ATTRIBUTES.flatMap(({ key, claim }) => (claim === undefined ? [] : [{ key, claim }]))

/** The claim with the names of the groups that somebody is in, and the scope that asks for it. */
export const GROUPS = 'groups'

/** The claims about an account that applications can read. */
export function claimsOf(account: Account) {
  const { id, userName, email, givenName, familyName, updatedAt } = account
  return {
    sub: id,
    name: [givenName, familyName].filter(name => name !== null).join(' ') || userName,
    updated_at: Math.floor(updatedAt / 1000),
    email_verified: email === null ? undefined : account.emailVerified,
    ...Object.fromEntries(CLAIMS.map(({ key, claim }) => [claim.name, told(account[key], claim)])),
  }
}

/** The claims of attributes that a scope requests. */
export function claimsIn(scope: Claim['scope']): string[] {
  return CLAIMS.filter(({ claim }) => claim.scope === scope).map(({ claim }) => claim.name)
}

function told(value: Account[AttributeKey], { told: tell }: Claim): string | number | undefined {
  return typeof value === 'string' && tell !== undefined ? tell(value) : (value ?? undefined)
}
