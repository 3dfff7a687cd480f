import { scope, scopeRow } from './consent-scopes.ts'
import type { PageEntry } from './entry.ts'
import { FEDERATION_FAILURES } from './federation-failures.ts'
import {
  action,
  formVerifier,
  NAMELESS,
  namedPerson,
  problem,
  reference,
  signInAgain,
  xsrf,
} from './macros.ts'
import { signIn } from './sign-in-macros.ts'
import { signInForm, signInStates } from './sign-in-states.ts'

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
    id: 'token-error',
    group: 'Errors',
    meaning: 'A link from a mail no longer works',
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
        meaning: 'where people request a new one',
        sample: '/idaas/mtfim/sps/idaas/login?runtime=true',
      },
    },
    states: { invalid: { meaning: 'normal' } },
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
      failed: { meaning: 'normal' },
      ...FEDERATION_FAILURES,
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
    states: { done: { meaning: 'normal' } },
  },
  {
    id: 'oidc-error',
    group: 'Errors',
    meaning: 'The request of an application is invalid',
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
    states: { refused: { meaning: 'normal' } },
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
    states: { asked: { meaning: 'normal' } },
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
        meaning: 'token that proves that the form came from this page',
        sample: 'preview',
      },
      JSON_DATA: { kind: 'json', meaning: 'always empty', sample: {} },
      OAUTH_CLIENT_NAME: { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
      SAVE_CONSENT_CHECKED: {
        kind: 'switch',
        meaning: 'checked if the tenant preselects the checkbox that remembers the decision',
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
      asked: { meaning: 'normal' },
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
      ...namedPerson,
      OAUTH_CLIENT_NAME: { kind: 'text', meaning: 'name of the application', sample: 'Travel' },
    },
    form: {
      form_verifier: 'the value of @FORM_VERIFIER@',
      operation: 'continue, or other_account to sign in as somebody else',
    },
    states: {
      asked: { meaning: 'normal' },
      nameless: {
        meaning: 'an account without a name',
        values: NAMELESS,
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
      ...namedPerson,
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
        meaning: 'block if there are identity sources, otherwise none',
        sample: 'block',
      },
    },
    form: { logout: 'yes', xsrf: 'the value of @XSRF@' },
    states: {
      signedIn: { meaning: 'normal' },
      changed: {
        meaning: 'after the password was changed',
        values: { MESSAGE: word => word('PASSWORD_CHANGED') },
      },
    },
  },
] as const satisfies readonly PageEntry[]
