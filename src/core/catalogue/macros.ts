import type { MacroEntries } from './entry.ts'

/** Macros that several pages share. */
export const action = {
  ACTION: {
    kind: 'address',
    meaning: 'where the form is sent; it always has a query, so you can append more with &',
    sample: '/idaas/mtfim/sps/idaas/login?runtime=true&flow=preview',
  },
} satisfies MacroEntries

export const formVerifier = {
  FORM_VERIFIER: {
    kind: 'text',
    meaning: 'token that proves that the form came from this page',
    sample: 'preview',
  },
} satisfies MacroEntries

export const xsrf = { XSRF: formVerifier.FORM_VERIFIER } satisfies MacroEntries

export const problem = {
  ERROR_MESSAGE: { kind: 'text', meaning: 'what went wrong, in words', sample: '' },
} satisfies MacroEntries

export const reference = {
  EXCEPTION_MSG: {
    kind: 'text',
    meaning: 'id with which an operator finds the request in the log',
    sample: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  REQ_ADDR: {
    kind: 'text',
    meaning: 'the address that was asked for',
    sample: '/idaas/mtfim/sps/idaas/login',
  },
  TIMESTAMP: {
    kind: 'text',
    meaning: 'when it happened, as a date and time of ISO 8601',
    sample: '2026-11-15T08:30:00Z',
  },
} satisfies MacroEntries

/** The link back to the sign-in page. */
export const signInAgain = {
  IDAAS_LOGIN_URL: {
    kind: 'address',
    meaning: 'where to sign in again',
    sample: '/idaas/mtfim/sps/idaas/login?runtime=true',
  },
} satisfies MacroEntries

/** The person who is signing in. */
export const person = {
  NAME: { kind: 'text', meaning: 'name of the person', sample: 'Alex Moreau' },
  GIVEN_NAME: { kind: 'text', meaning: 'first name', sample: 'Alex' },
  FAMILY_NAME: { kind: 'text', meaning: 'last name', sample: 'Moreau' },
  PREFERRED_USERNAME: { kind: 'text', meaning: 'username', sample: 'alex@example.com' },
} satisfies MacroEntries

/** A person by name and username. For somebody without a name, both are the same. */
export const namedPerson = {
  ...person,
  SHOW_PREFERRED_USERNAME: {
    kind: 'text',
    meaning: 'block if the person has a name beside the username, otherwise none',
    sample: 'block',
  },
} satisfies MacroEntries

/** What tells that somebody has no name, for samples. */
export const NAMELESS = {
  NAME: 'alex@example.com',
  GIVEN_NAME: '',
  FAMILY_NAME: '',
  SHOW_PREFERRED_USERNAME: 'none',
}
