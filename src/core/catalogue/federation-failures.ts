import type { PageState } from './entry.ts'

const failure = (meaning: string, label: string): PageState => ({
  meaning,
  values: { ERROR_MESSAGE: word => word(label) },
})

/** What can go wrong between the service and an identity source. */
export const FEDERATION_FAILURES = {
  away: failure('an identity source does not answer', 'FEDERATION_AWAY'),
  refused: failure('an identity source refused somebody', 'FEDERATION_REFUSED'),
  cancelled: failure('somebody cancelled at an identity source', 'FEDERATION_CANCELLED'),
  forged: failure('the response does not belong to a sign-in of this browser', 'FEDERATION_FORGED'),
  domain: failure('the address is in none of the domains that may use the source', 'FEDERATION_DOMAIN'),
  stranger: failure('nobody here is linked with the person', 'FEDERATION_UNKNOWN'),
  disabled: failure('the account is disabled', 'FEDERATION_DISABLED'),
  other: failure('somebody else confirmed than is signed in', 'FEDERATION_OTHER'),
  stale: failure('the source did not ask again', 'FEDERATION_STALE'),
  taken: failure('the person is linked with another account', 'FEDERATION_TAKEN'),
  none: failure('there is no way to sign in', 'FEDERATION_NONE'),
} as const satisfies Readonly<Record<string, PageState>>
