import type { PageEntry } from './entry.ts'
import { action, formVerifier, person } from './macros.ts'

/** Who may use an application. No script of a theme runs here: its author must not act for the person. */
export const ACCESS_PAGES = [
  {
    id: 'no-access',
    scriptless: true,
    group: 'Access',
    meaning: 'Somebody signed in who has no access to the application',
    folder: 'user_flows/access',
    file: 'no_access.html',
    macros: {
      ...action,
      ...formVerifier,
      ...person,
      OAUTH_CLIENT_NAME: { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
    },
    form: {
      form_verifier: 'the value of @FORM_VERIFIER@',
      operation: 'back to return to the application, or other_account to sign in as somebody else',
    },
    states: {
      refused: { meaning: 'as it comes' },
      nameless: {
        meaning: 'an account without a name',
        values: { NAME: 'alex@example.com', GIVEN_NAME: '', FAMILY_NAME: '' },
      },
    },
  },
] as const satisfies readonly PageEntry[]
