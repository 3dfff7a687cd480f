import type { MacroEntries, PageEntry } from './catalogue.ts'

const action: MacroEntries = {
  ACTION: {
    kind: 'address',
    meaning: 'where the form is posted; it always has a query, so that more can be appended with &',
    sample: '/idaas/mtfim/sps/idaas/login?runtime=true&flow=preview',
  },
}

const problem: MacroEntries = {
  ERROR_MESSAGE: { kind: 'text', meaning: 'what went wrong, in words', sample: '' },
}

const reference: MacroEntries = {
  EXCEPTION_MSG: { kind: 'text', meaning: 'details for support', sample: 'flow_expired' },
  REQ_ADDR: {
    kind: 'text',
    meaning: 'the address that was asked for',
    sample: '/idaas/mtfim/sps/idaas/login',
  },
  TIMESTAMP: { kind: 'text', meaning: 'when it happened', sample: '2026-11-15T08:30:00Z' },
}

const signIn: MacroEntries = {
  ...action,
  ...problem,
  ID_SOURCES: {
    kind: 'json',
    meaning: 'the identity sources: a list of type, loginUrl and forgotPasswordOptions.forgotPasswordUrl',
    sample: [
      {
        type: 'CLOUDDIRECTORY',
        loginUrl: '/idaas/mtfim/sps/idaas/login?runtime=true&flow=preview',
        forgotPasswordOptions: {
          forgotPasswordUrl: '/idaas/mtfim/sps/idaas/login?runtime=true&operation=forgot_password',
        },
      },
    ],
  },
  LOGIN_HINT: { kind: 'text', meaning: 'the user name that the application suggests', sample: '' },
  USERNAME: { kind: 'text', meaning: 'the user name that was tried', sample: '' },
  SHOW_FORGOT_PASSWORD_LINK: {
    kind: 'text',
    meaning: 'none hides the link, block shows it',
    sample: 'block',
  },
  SHOW_FORGOT_USERNAME_LINK: { kind: 'text', meaning: 'none hides the link, block shows it', sample: 'none' },
}

const signInForm = {
  operation: 'verify',
  username: 'the user name',
  password: 'the password',
}

const signInStates = {
  first: { meaning: 'first visit' },
  hint: { meaning: 'with a suggested user name', values: { LOGIN_HINT: 'alex@example.com' } },
  wrong: {
    meaning: 'wrong user name or password',
    values: {
      ERROR_MESSAGE: 'The user name or the password is not right.',
      USERNAME: 'alex@example.com',
      LOGIN_HINT: 'alex@example.com',
    },
  },
  locked: {
    meaning: 'too many tries',
    values: {
      ERROR_MESSAGE: 'Too many tries. Wait a minute and try again.',
      USERNAME: 'alex@example.com',
      LOGIN_HINT: 'alex@example.com',
    },
  },
}

/** Every page that the service shows. */
export const PAGES: readonly PageEntry[] = [
  {
    id: 'login',
    meaning: 'Sign-in',
    folder: 'authentication/login/cloud_directory/user_login',
    file: 'cloud_directory_login.html',
    macros: signIn,
    form: signInForm,
    states: signInStates,
  },
  {
    id: 'login-choice',
    meaning: 'Sign-in with several identity sources',
    folder: 'authentication/login/identity_source/identity_source_selection',
    file: 'combined_login_selection.html',
    macros: signIn,
    form: signInForm,
    states: signInStates,
  },
  {
    id: 'login-error',
    meaning: 'Signing in failed',
    folder: 'authentication/login/error',
    file: 'login_error.html',
    macros: {
      ...reference,
      ERROR_MESSAGE: { ...problem.ERROR_MESSAGE!, sample: 'Signing in is not possible at the moment.' },
      IDAAS_LOGIN_URL: {
        kind: 'address',
        meaning: 'where to sign in again',
        sample: '/idaas/mtfim/sps/idaas/login?runtime=true',
      },
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
        meaning: 'user name that an identity source gave',
        sample: 'alex',
      },
    },
    states: { failed: { meaning: 'as it comes' } },
  },
  {
    id: 'error',
    meaning: 'Something went wrong',
    folder: 'authentication/login/error',
    file: 'generic_login_error.html',
    macros: {
      ...reference,
      ERROR_MESSAGE: { ...problem.ERROR_MESSAGE!, sample: 'This page has expired.' },
    },
    states: {
      expired: { meaning: 'a page that is too old' },
      bare: { meaning: 'without details', values: { EXCEPTION_MSG: '', REQ_ADDR: '' } },
    },
  },
  {
    id: 'logout',
    meaning: 'Signed out',
    folder: 'authentication/logout',
    file: 'logout_success.html',
    macros: {},
    states: { done: { meaning: 'as it comes' } },
  },
  {
    id: 'oidc-error',
    meaning: 'An application asked for something that is not possible',
    folder: 'authentication/oidc/error',
    file: 'oidc_generic_error.html',
    macros: {
      ERROR_DESCRIPTION: {
        kind: 'text',
        meaning: 'what the application got wrong',
        sample: 'The address to return to is not registered.',
      },
    },
    states: { refused: { meaning: 'as it comes' } },
  },
  {
    id: 'forgot-password',
    meaning: 'Forgotten password',
    folder: 'authentication/login/cloud_directory/password/forgot_password',
    file: 'forgot_password.html',
    macros: { ...action, LOGIN_HINT: signIn.LOGIN_HINT! },
    form: { operation: 'verify', username: 'the user name' },
    states: {
      first: { meaning: 'first visit' },
      hint: { meaning: 'with a suggested user name', values: { LOGIN_HINT: 'alex@example.com' } },
    },
  },
  {
    id: 'forgot-password-sent',
    meaning: 'A link was sent',
    folder: 'authentication/login/cloud_directory/password/forgot_password',
    file: 'forgot_password_success.html',
    macros: {
      MESSAGE: {
        kind: 'text',
        meaning: 'what happens next',
        sample: 'If there is an account with this user name, a link is on its way.',
      },
    },
    states: { sent: { meaning: 'as it comes' } },
  },
  {
    id: 'registration',
    meaning: 'Registration',
    folder: 'user_flows/registration',
    file: 'registration.html',
    macros: {
      FLOW_URL_NAME: { kind: 'text', meaning: 'name of the flow', sample: 'registration' },
      REGISTRATION_FORM: {
        kind: 'markup',
        meaning: 'the title, in an element with the id title, and the form, which the service writes',
        sample:
          '<h1 id="title">Create an account</h1>\n<form method="post"><label for="given">First name</label><input id="given" name="given_name" autocomplete="given-name" data-user-attribute="given_name"><button type="submit">Continue</button></form>',
      },
      REGISTRATION_TITLE: { kind: 'text', meaning: 'title of the step', sample: 'Create an account' },
      REGISTRATION_VERSION: { kind: 'text', meaning: 'version of the flow', sample: '1' },
    },
    states: { start: { meaning: 'the first step' } },
  },
]
