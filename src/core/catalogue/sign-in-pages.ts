import { linksMarkup, type ShownLinks } from '../forms/links-markup.ts'
import type { Word } from '../word.ts'
import { scope, scopeRow } from './consent-scopes.ts'
import type { PageEntry, PageState } from './entry.ts'
import { action, formVerifier, person, problem, reference, signInAgain, xsrf } from './macros.ts'
import { signIn } from './sign-in-macros.ts'

const signInForm = {
  operation: 'verify',
  username: 'the username',
  password: 'the password',
}

const signInStates: Readonly<Record<string, PageState>> = {
  first: { meaning: 'first visit' },
  hint: { meaning: 'with a suggested username', values: { LOGIN_HINT: 'alex@example.com' } },
  wrong: {
    meaning: 'wrong username or password',
    values: {
      ERROR_MESSAGE: word => word('SIGNIN_WRONG'),
      USERNAME: 'alex@example.com',
      LOGIN_HINT: 'alex@example.com',
    },
  },
  locked: {
    meaning: 'too many tries',
    values: {
      ERROR_MESSAGE: word => word('SIGNIN_WAIT', { SECONDS: '30' }),
      INVALID: 'false',
      USERNAME: 'alex@example.com',
      LOGIN_HINT: 'alex@example.com',
    },
  },
  confirm: {
    meaning: 'somebody who is signed in confirms it before a change',
    values: {
      MESSAGE: word => word('SIGNIN_CONFIRM'),
      USERNAME: 'alex@example.com',
      USERNAME_FIXED: 'readonly',
      LOGIN_HINT: 'alex@example.com',
      SHOW_REGISTRATION_LINK: 'none',
    },
  },
}

const SAMPLE_SOURCES = ['google', 'openid'].map((preset, index) => ({
  ID_SOURCE_NAME: (word: Word) =>
    word('FEDERATION_CONTINUE', { SOURCE: ['Google', 'Northwind Partners'][index]! }),
  ID_SOURCE_URL: '#',
  ID_SOURCE_ICON: `/template/v1.0/static/assets/icon/source-${preset}.svg`,
}))

const SAMPLE_POSTING = { action: '/sources?flow=preview', verifier: 'preview' }
const SAMPLE_LINKS: ShownLinks = {
  links: [
    {
      source: 'google',
      subject: '1',
      name: 'Google',
      email: 'alex@example.com',
      createdAt: Date.UTC(2026, 10, 15, 8, 30),
    },
  ],
  others: [{ name: 'Northwind Partners', href: '#' }],
  accountHref: '/idaas/mtfim/sps/idaas/login?runtime=true',
}

const failure = (meaning: string, label: string): PageState => ({
  meaning,
  values: { ERROR_MESSAGE: word => word(label) },
})

/** Signing in and out, and what can go wrong. */
export const SIGN_IN_PAGES = [
  {
    id: 'login',
    group: 'Sign-in',
    meaning: 'Sign-in',
    folder: 'authentication/login/cloud_directory/user_login',
    file: 'cloud_directory_login.html',
    macros: signIn,
    form: signInForm,
    states: signInStates,
  },
  {
    id: 'login-choice',
    group: 'Sign-in',
    meaning: 'Sign-in with several identity sources',
    folder: 'authentication/login/identity_source/identity_source_selection',
    file: 'combined_login_selection.html',
    macros: signIn,
    repeats: {
      idSources: {
        macros: {
          ID_SOURCE_NAME: {
            kind: 'text',
            meaning: 'what the button of a further identity source says',
            sample: '',
          },
          ID_SOURCE_URL: { kind: 'address', meaning: 'where it is used', sample: '#' },
          ID_SOURCE_ICON: { kind: 'address', meaning: 'its picture', sample: '' },
        },
        sample: [],
      },
    },
    form: signInForm,
    states: {
      ...signInStates,
      several: {
        meaning: 'with further sources',
        rows: { idSources: SAMPLE_SOURCES },
      },
      sources: {
        meaning: 'with sources only',
        values: { SHOW_DIRECTORY: 'none', SHOW_FORGOT_PASSWORD_LINK: 'none', SHOW_REGISTRATION_LINK: 'none' },
        rows: { idSources: SAMPLE_SOURCES },
      },
      prove: {
        meaning: 'somebody from a source proves the account that is to be linked',
        values: {
          MESSAGE: word => word('FEDERATION_PROVE', { SOURCE: 'Northwind Partners' }),
          USERNAME: 'alex@example.com',
          LOGIN_HINT: 'alex@example.com',
        },
      },
    },
  },
  {
    id: 'token-error',
    group: 'Errors',
    meaning: 'A link of a mail that no longer works',
    folder: 'authentication/login/error',
    file: 'token_error.html',
    macros: {
      TOKEN_ERROR_MESSAGE: {
        kind: 'text',
        meaning: 'what is wrong with it',
        sample: word => word('LINK_INVALID'),
      },
      REDIRECT_URL: {
        kind: 'address',
        meaning: 'where a new one is asked for',
        sample: '/idaas/mtfim/sps/idaas/login?runtime=true',
      },
    },
    states: { invalid: { meaning: 'as it comes' } },
  },
  {
    id: 'login-error',
    group: 'Errors',
    meaning: 'Signing in failed',
    folder: 'authentication/login/error',
    file: 'login_error.html',
    macros: {
      ...reference,
      ERROR_MESSAGE: { ...problem.ERROR_MESSAGE, sample: word => word('FLOW_EXPIRED') },
      ...signInAgain,
      PROVIDED_EMAIL: {
        kind: 'text',
        meaning: 'e-mail address that an identity source gave',
        sample: 'alex@example.com',
      },
      PROVIDED_FAMILY_NAME: {
        kind: 'text',
        meaning: 'family name that an identity source gave',
        sample: 'Moreau',
      },
      PROVIDED_GIVEN_NAME: {
        kind: 'text',
        meaning: 'given name that an identity source gave',
        sample: 'Alex',
      },
      PROVIDED_PREFERRED_USERNAME: {
        kind: 'text',
        meaning: 'username that an identity source gave',
        sample: 'alex',
      },
    },
    states: {
      failed: { meaning: 'as it comes' },
      away: failure('an identity source does not answer', 'FEDERATION_AWAY'),
      refused: failure('an identity source refused somebody', 'FEDERATION_REFUSED'),
      cancelled: failure('somebody called it off at an identity source', 'FEDERATION_CANCELLED'),
      forged: failure('what came back is not what was begun', 'FEDERATION_FORGED'),
      domain: failure('the address is in none of the domains that may use the source', 'FEDERATION_DOMAIN'),
      stranger: failure('nobody here is linked with the person', 'FEDERATION_UNKNOWN'),
      disabled: failure('the account is disabled', 'FEDERATION_DISABLED'),
      other: failure('somebody else confirmed than is signed in', 'FEDERATION_OTHER'),
      stale: failure('the source did not ask again', 'FEDERATION_STALE'),
      taken: failure('the person is linked with another account', 'FEDERATION_TAKEN'),
      none: failure('there is no way to sign in', 'FEDERATION_NONE'),
    },
  },
  {
    id: 'link-account',
    group: 'Sign-in',
    meaning: 'Linking an account with an identity source',
    folder: 'authentication/login/identity_source/identity_linking',
    file: 'ask_for_unique_id.html',
    macros: {
      IDENTITYLINKING_FORM_ACTION_URL: { ...action.ACTION, meaning: 'where the form is posted' },
      ATTRVALUE: {
        kind: 'text',
        meaning: 'e-mail address that the identity source gave',
        sample: 'alex@example.com',
      },
      ERRMSG: { kind: 'text', meaning: 'what went wrong, in words', sample: '' },
      MESSAGE: {
        kind: 'text',
        meaning: 'what the page is for, with the name of the source',
        sample: word => word('FEDERATION_LINK', { SOURCE: 'Northwind Partners' }),
      },
      ...signInAgain,
      REGISTRATION_URL: signIn.REGISTRATION_URL,
      SHOW_REGISTRATION_LINK: signIn.SHOW_REGISTRATION_LINK,
    },
    form: { operation: 'verify', username: 'the username of the account to link' },
    formAction: 'IDENTITYLINKING_FORM_ACTION_URL',
    states: {
      ask: { meaning: 'as it comes' },
      empty: {
        meaning: 'sent without a username',
        values: { ERRMSG: word => word('FORGOT_PASSWORD_ERROR') },
      },
    },
    scriptless: true,
  },
  {
    id: 'account-links',
    scriptless: true,
    group: 'Consent and details',
    meaning: 'The accounts elsewhere that somebody has linked with theirs',
    folder: 'authentication/login/identity_source/identity_linking',
    file: 'account_links.html',
    macros: {
      LINKS_LIST: {
        kind: 'markup',
        meaning: 'the title, the lists and their forms, which the service writes',
        sample: (word, times) => linksMarkup(SAMPLE_LINKS, SAMPLE_POSTING, { word, times }),
      },
    },
    states: {
      some: { meaning: 'with links' },
      none: {
        meaning: 'without links',
        values: {
          LINKS_LIST: (word, times) =>
            linksMarkup({ ...SAMPLE_LINKS, links: [] }, SAMPLE_POSTING, { word, times }),
        },
      },
      last: {
        meaning: 'the only way to sign in cannot be removed',
        values: {
          LINKS_LIST: (word, times) =>
            linksMarkup({ ...SAMPLE_LINKS, problem: 'LINKS_LAST' }, SAMPLE_POSTING, { word, times }),
        },
      },
    },
  },
  {
    id: 'error',
    group: 'Errors',
    meaning: 'Something went wrong',
    folder: 'authentication/login/error',
    file: 'generic_login_error.html',
    macros: {
      ...reference,
      ...signInAgain,
      ERROR_MESSAGE: { ...problem.ERROR_MESSAGE, sample: word => word('ERROR_FAULT') },
      ERROR_TITLE: {
        kind: 'text',
        meaning: 'what happened, in a few words',
        sample: word => word('GENERIC_ERROR_HEADER'),
      },
    },
    states: {
      fault: { meaning: 'something failed' },
      unknown: {
        meaning: 'an address that leads nowhere',
        values: {
          ERROR_TITLE: word => word('NOT_FOUND_TITLE'),
          ERROR_MESSAGE: word => word('ERROR_NOT_FOUND'),
        },
      },
      bare: { meaning: 'without details', values: { EXCEPTION_MSG: '', REQ_ADDR: '' } },
    },
  },
  {
    id: 'logout',
    group: 'Sign-out',
    meaning: 'Signed out',
    folder: 'authentication/logout',
    file: 'logout_success.html',
    macros: signInAgain,
    states: { done: { meaning: 'as it comes' } },
  },
  {
    id: 'oidc-error',
    group: 'Errors',
    meaning: 'An application asked for something that is not possible',
    folder: 'authentication/oidc/error',
    file: 'oidc_generic_error.html',
    macros: {
      ERROR_DESCRIPTION: {
        kind: 'text',
        meaning: 'what the application got wrong',
        sample: word =>
          `${word('OIDC_REDIRECT_UNKNOWN')} ${word('ERROR_REFERENCE', { REFERENCE: '7c9e6679-7425-40de-944b-e07fc1f90ae7' })}`,
      },
    },
    states: { refused: { meaning: 'as it comes' } },
  },
  {
    id: 'logout-confirm',
    scriptless: true,
    group: 'Sign-out',
    meaning: 'Whether to sign out',
    folder: 'authentication/logout',
    file: 'logout_confirm.html',
    macros: { ...action, ...xsrf },
    form: { logout: 'yes', xsrf: 'the value of @XSRF@' },
    states: { asked: { meaning: 'as it comes' } },
  },
  {
    id: 'consent',
    group: 'Consent and details',
    meaning: 'Whether an application may use the account',
    folder: 'authentication/oidc/consent',
    file: 'user_consent.html',
    macros: {
      OAUTH_AUTHORIZE_URI: {
        ...action.ACTION,
        meaning: 'where the form is posted',
      },
      CONSENT_FORM_VERIFIER: {
        kind: 'text',
        meaning: 'what proves that the form came from this page',
        sample: 'preview',
      },
      JSON_DATA: { kind: 'json', meaning: 'always empty: there is nothing more to say', sample: {} },
      OAUTH_CLIENT_NAME: { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
      SAVE_CONSENT_CHECKED: {
        kind: 'switch',
        meaning:
          'checked where the tenant has boxes ticked for people: for the one that remembers the decision',
        sample: '',
      },
      PREFERNAME: { kind: 'text', meaning: 'username of the person', sample: 'alex@example.com' },
      REDIRECT_HOST: {
        kind: 'text',
        meaning: 'host of the address that the person returns to',
        sample: 'travel.example.com',
      },
    },
    repeats: {
      oauthTokenScopePreapprovedRepeatable: { macros: scope, sample: ['openid'].map(scopeRow) },
      oauthTokenScopeNewApprovalRepeatable: {
        macros: scope,
        sample: ['profile', 'email', 'phone'].map(scopeRow),
      },
    },
    formAction: 'OAUTH_AUTHORIZE_URI',
    form: {
      consent_form_verifier: 'the value of @CONSENT_FORM_VERIFIER@',
      trust_level: 'Permit or Deny; a field CONSENT_DENY refuses as well',
      save_consent: 'true remembers the decision',
      '@OAUTH_TOKEN_SCOPE_PNAME_REPEAT@':
        'the name of the scope, for each that is agreed to; or boxes that are all named scope',
    },
    states: {
      asked: { meaning: 'as it comes' },
      further: {
        meaning: 'asks for more than before',
        rows: {
          oauthTokenScopePreapprovedRepeatable: ['openid', 'profile'].map(scopeRow),
          oauthTokenScopeNewApprovalRepeatable: ['offline_access'].map(scopeRow),
        },
      },
    },
  },
  {
    id: 'account-choice',
    scriptless: true,
    group: 'Sign-in',
    meaning: 'Which account to use, for an application that asks',
    folder: 'authentication/login/account_choice',
    file: 'account_choice.html',
    macros: {
      ...action,
      ...formVerifier,
      ...person,
      OAUTH_CLIENT_NAME: { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
    },
    form: {
      form_verifier: 'the value of @FORM_VERIFIER@',
      operation: 'continue, or other_account to sign in as somebody else',
    },
    states: {
      asked: { meaning: 'as it comes' },
      nameless: {
        meaning: 'an account without a name',
        values: { NAME: 'alex@example.com', GIVEN_NAME: '', FAMILY_NAME: '' },
      },
    },
  },
  {
    id: 'signed-in',
    scriptless: true,
    group: 'Sign-in',
    meaning: 'Signed in, where no application waits',
    folder: 'authentication/login/signed_in',
    file: 'signed_in.html',
    macros: {
      ...action,
      ...xsrf,
      ...person,
      MESSAGE: { kind: 'text', meaning: 'what has just been done', sample: '' },
      APPS_URL: {
        kind: 'address',
        meaning: 'where the person sees their applications, and asks for access to others',
        sample: '/apps',
      },
      PROFILE_URL: {
        kind: 'address',
        meaning: 'where the person edits their details',
        sample: '/flows/?reference=profile',
      },
      CHANGE_PASSWORD_URL: {
        kind: 'address',
        meaning: 'where the password is changed',
        sample: '/idaas/mtfim/sps/idaas/login?runtime=true&operation=change_password',
      },
      ENROLLMENT_URL: {
        kind: 'address',
        meaning: 'where an authenticator app is set up or removed',
        sample: '/idaas/mtfim/sps/idaas/login?runtime=true&operation=enroll',
      },
      LINKS_URL: {
        kind: 'address',
        meaning: 'where the person sees the accounts elsewhere that are linked with theirs',
        sample: '/sources',
      },
      SHOW_LINKS: {
        kind: 'text',
        meaning: 'block where there are identity sources, and none where there are none',
        sample: 'block',
      },
    },
    form: { logout: 'yes', xsrf: 'the value of @XSRF@' },
    states: {
      signedIn: { meaning: 'as it comes' },
      changed: {
        meaning: 'after the password was changed',
        values: { MESSAGE: word => word('PASSWORD_CHANGED') },
      },
    },
  },
] as const satisfies readonly PageEntry[]
