import type { PageState } from './entry.ts'

/** The fields that the form for a user name and a password posts. */
export const signInForm = {
  operation: 'verify',
  username: 'the username',
  password: 'the password',
}

/** The states of the pages for a user name and a password. */
export const signInStates: Readonly<Record<string, PageState>> = {
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
    meaning: 'too many attempts',
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
