import { FORGOT_SENT_ID } from '../flows/message.ts'
import type { Word } from '../word.ts'
import type { MacroEntries, MacroEntry, PageEntry, Sample } from './entry.ts'
import { action, problem, signInAgain } from './macros.ts'
import { signIn } from './sign-in-macros.ts'

const FORGOTTEN = 'authentication/login/cloud_directory/password/forgot_password'
const CHANGE = 'authentication/login/cloud_directory/password/change_password'

const policy = {
  PolicyDetails: {
    macros: {
      POLICYMESSAGE: {
        kind: 'text',
        meaning: 'a rule for passwords',
        sample: '',
      },
    } satisfies MacroEntries,
    sample: [
      { POLICYMESSAGE: word => word('PASSWORD_POLICY_LENGTH', { MINIMUM: '8' }) },
      { POLICYMESSAGE: word => word('PASSWORD_POLICY_COMMON') },
      { POLICYMESSAGE: word => word('PASSWORD_POLICY_FREE') },
    ],
  },
} satisfies PageEntry['repeats']

const USERNAME = {
  USERNAME: { kind: 'text', meaning: 'the username', sample: 'alex@example.com' },
} satisfies MacroEntries

/** The error beside a field. */
function fieldProblem<Field extends string>(field: Field, meaning: string) {
  return {
    [`${field}_ERROR`]: { kind: 'text', meaning: `what is wrong with ${meaning}`, sample: '' },
    [`${field}_FOCUS`]: { kind: 'switch', meaning: 'autofocus if there is such an error', sample: '' },
    [`${field}_INVALID`]: {
      kind: 'text',
      meaning: 'true if there is such an error, otherwise false',
      sample: 'false',
    },
  } as Readonly<Record<`${Field}_${'ERROR' | 'FOCUS' | 'INVALID'}`, MacroEntry>>
}

const fieldProblems = {
  ...fieldProblem('OLDPASSWORD', 'the current password'),
  ...fieldProblem('NEWPASSWORD', 'the new password'),
  ...fieldProblem('CONFIRMPASSWORD', 'the repetition'),
}

function wrong(field: string, message: (word: Word) => string): Record<string, Sample> {
  return {
    ERROR_MESSAGE: message,
    [`${field}_ERROR`]: message,
    [`${field}_INVALID`]: 'true',
    [`${field}_FOCUS`]: 'autofocus',
  }
}

const newPassword = {
  operation: 'verify',
  username: 'the username',
  oldpassword: 'the password until now',
  newpassword: 'the new password',
  confirmpassword: 'the new password once more',
}

/** Forgotten, first and changed passwords. */
export const PASSWORD_PAGES = [
  {
    id: 'forgot-password',
    group: 'Password',
    meaning: 'Forgotten password',
    folder: FORGOTTEN,
    file: 'forgot_password.html',
    macros: { ...action, ...problem, LOGIN_HINT: signIn.LOGIN_HINT },
    form: { operation: 'verify', username: 'the username' },
    states: {
      first: { meaning: 'first visit' },
      hint: { meaning: 'with a suggested username', values: { LOGIN_HINT: 'alex@example.com' } },
      empty: {
        meaning: 'sent without a username',
        values: { ERROR_MESSAGE: word => word('FORGOT_PASSWORD_ERROR') },
      },
    },
  },
  {
    id: 'forgot-password-sent',
    group: 'Password',
    meaning: 'A link was sent',
    folder: FORGOTTEN,
    file: 'forgot_password_success.html',
    macros: {
      MESSAGE: {
        kind: 'text',
        meaning:
          'a message id of ten characters, a space, and the label $FORGOT_SENT$, which says what happens next',
        sample: word => `${FORGOT_SENT_ID} ${word('FORGOT_SENT')}`,
      },
      ...signInAgain,
    },
    states: { sent: { meaning: 'normal' } },
  },
  {
    id: 'change-password-first',
    group: 'Password',
    meaning: 'A new password is required: at the first sign-in, or after a recovery',
    folder: CHANGE,
    file: 'first_login_change_password.html',
    macros: {
      ...action,
      ...problem,
      ...USERNAME,
      ...fieldProblems,
      OLDPASSWORD: {
        kind: 'text',
        meaning: 'always empty: the service knows the current password',
        sample: '',
      },
    },
    repeats: policy,
    form: newPassword,
    states: {
      first: { meaning: 'normal' },
      refused: {
        meaning: 'a password that is too short',
        values: wrong('NEWPASSWORD', word => word('PASSWORD_SHORT', { MINIMUM: '8' })),
      },
    },
  },
  {
    id: 'change-password',
    group: 'Password',
    meaning: 'Change the password',
    folder: CHANGE,
    file: 'on_demand_change_password.html',
    macros: {
      ...action,
      ...problem,
      ...USERNAME,
      ...fieldProblems,
      ERROR_CURRENT_PASSWORD_EMPTY: {
        kind: 'text',
        meaning: 'an error message for a missing current password',
        sample: word => word('PASSWORD_CURRENT_EMPTY'),
      },
      ERROR_NEW_PASSWORD_EMPTY: {
        kind: 'text',
        meaning: 'an error message for a missing new password',
        sample: word => word('PASSWORD_EMPTY'),
      },
      ERROR_CONFIRM_PASSWORD_EMPTY: {
        kind: 'text',
        meaning: 'an error message for a missing repetition',
        sample: word => word('PASSWORD_CONFIRM_EMPTY'),
      },
    },
    repeats: policy,
    form: newPassword,
    states: {
      first: { meaning: 'normal' },
      wrong: {
        meaning: 'the current password is wrong',
        values: wrong('OLDPASSWORD', word => word('PASSWORD_CURRENT_WRONG')),
      },
      mismatch: {
        meaning: 'the two new passwords differ',
        values: wrong('CONFIRMPASSWORD', word => word('PASSWORD_MISMATCH')),
      },
    },
  },
  {
    id: 'password-changed',
    group: 'Password',
    meaning: 'A new password was chosen',
    folder: CHANGE,
    file: 'change_password_success.html',
    macros: {
      MESSAGE: { kind: 'text', meaning: 'what was done', sample: word => word('PASSWORD_CHANGED') },
      CONTINUE_URL: {
        kind: 'address',
        meaning: 'where to continue',
        sample: '/idaas/mtfim/sps/idaas/login?runtime=true',
      },
    },
    states: { changed: { meaning: 'normal' } },
  },
] as const satisfies readonly PageEntry[]
