import type { Account } from '../../store/store.ts'

/** What an application can learn of an account. */
export function claimsOf(account: Account) {
  const { id, userName, email, givenName, familyName, mobileNumber, locale, updatedAt } = account
  return {
    sub: id,
    name: [givenName, familyName].filter(name => name !== null).join(' ') || userName,
    given_name: givenName ?? undefined,
    family_name: familyName ?? undefined,
    preferred_username: userName,
    locale: locale?.replaceAll('_', '-') ?? undefined,
    updated_at: Math.floor(updatedAt / 1000),
    email: email ?? undefined,
    email_verified: email === null ? undefined : account.emailVerified,
    phone_number: mobileNumber ?? undefined,
  }
}
