import type { MacroEntries, PageEntry, Sample } from './entry.ts'
import { action, formVerifier, person, problem, reference, signInAgain } from './macros.ts'

const another = {
  SHOW_USE_ANOTHER_METHOD: {
    kind: 'text',
    meaning: 'block if there is another method, otherwise none; in a script, true or false',
    sample: 'block',
    standIns: { script: 'HAS_OTHER_METHODS' },
  },
  HAS_OTHER_METHODS: {
    kind: 'text',
    meaning: 'true if there is another method, otherwise false',
    sample: 'true',
  },
} satisfies MacroEntries

const otherAccount = {
  SHOW_OTHER_ACCOUNT: {
    kind: 'text',
    meaning: 'block if somebody else can sign in instead, otherwise none',
    sample: 'block',
  },
} satisfies MacroEntries

const codeForm = {
  operation: 'verify, restart to choose another method, or other_account to sign in as somebody else',
  'otp.user.otp': 'the code',
}

const byMail: Readonly<Record<string, Sample>> = {
  OTP_METHOD_ID: 'email',
  OTP_METHOD_LABEL: word => word('METHOD_EMAIL', { ADDRESS: 'a•••@example.com' }),
  OTP_METHOD_CHECKED: 'checked',
  OTP_METHOD_TYPE: 'email',
}

const SAMPLE_QR =
  '<svg class="qr-code" viewBox="0 0 29 29" role="img" aria-hidden="true"><rect width="29" height="29" fill="#fff"/><path d="M4 4h7v7h-7zM18 4h7v7h-7zM4 18h7v7h-7zM13 5h3v2h-3zM13 9h2v3h-2zM5 13h4v2h-4zM12 13h3v5h-3zM17 13h6v2h-6zM20 17h2v4h-2zM14 20h3v4h-3zM18 22h6v2h-6z" fill="#000"/></svg>'

/** The second factor: choice, code by mail, authenticator app and its enrolment. */
export const FACTOR_PAGES = [
  {
    id: 'mfa-choice',
    group: 'Second factor',
    meaning: 'Choice of a second factor',
    folder: 'authentication/mfa/mfa_selection',
    file: 'combined_mfa_selection.html',
    macros: { ...action, ...person, ...problem, ...otherAccount },
    repeats: {
      otpMethods: {
        macros: {
          OTP_METHOD_ID: { kind: 'text', meaning: 'id of the method', sample: 'totp' },
          OTP_METHOD_LABEL: { kind: 'text', meaning: 'what the method is', sample: 'Authenticator app' },
          OTP_METHOD_CHECKED: { kind: 'switch', meaning: 'checked for the suggested one', sample: '' },
          OTP_METHOD_TYPE: {
            kind: 'text',
            meaning: 'kind of the method: email, totp or recovery',
            sample: '',
          },
        },
        sample: [
          {
            OTP_METHOD_ID: 'totp',
            OTP_METHOD_LABEL: word => word('METHOD_TOTP'),
            OTP_METHOD_CHECKED: 'checked',
            OTP_METHOD_TYPE: 'totp',
          },
          {
            OTP_METHOD_ID: 'recovery',
            OTP_METHOD_LABEL: word => word('METHOD_RECOVERY'),
            OTP_METHOD_CHECKED: '',
            OTP_METHOD_TYPE: 'recovery',
          },
        ],
      },
    },
    form: {
      operation: 'generate, or other_account to sign in as somebody else',
      'otp.user.otp-method.id': 'the id of the chosen method',
    },
    states: {
      choice: { meaning: 'normal' },
      single: { meaning: 'the only method', rows: { otpMethods: [byMail] } },
      wait: {
        meaning: 'too many codes were sent',
        values: { ERROR_MESSAGE: word => word('SIGNIN_WAIT', { SECONDS: '30' }) },
      },
    },
  },
  {
    id: 'mfa-code',
    group: 'Second factor',
    meaning: 'Code by e-mail',
    folder: 'authentication/mfa/otp_auth',
    file: 'otp_submit.html',
    macros: {
      ...action,
      ...person,
      ...problem,
      ...another,
      ...otherAccount,
      MESSAGE: { kind: 'text', meaning: 'what has just been done', sample: '' },
      OTP_DELIVERY_ATTR: {
        kind: 'text',
        meaning: 'where the code was sent, partly hidden',
        sample: 'a•••@example.com',
      },
      OTP_HINT: { kind: 'text', meaning: 'reference that the mail shows too', sample: '2342' },
      OTP_STRING: { kind: 'text', meaning: 'always empty', sample: '', optional: true },
      OTP_LIFETIME: { kind: 'text', meaning: 'minutes until the code expires', sample: '5' },
      OTP_EXPIRY_TIME: {
        kind: 'text',
        meaning: 'when it expires, as a date and time of ISO 8601',
        sample: '2100-01-01T00:00:00.000Z',
      },
    },
    form: { ...codeForm, operation: `${codeForm.operation}, or generate for a new code` },
    states: {
      asked: { meaning: 'normal' },
      wrong: { meaning: 'a wrong code', values: { ERROR_MESSAGE: word => word('CODE_WRONG') } },
      again: { meaning: 'a new code was sent', values: { MESSAGE: word => word('CODE_SENT') } },
      only: {
        meaning: 'the only method',
        values: { SHOW_USE_ANOTHER_METHOD: 'none', HAS_OTHER_METHODS: 'false' },
      },
    },
  },
  {
    id: 'mfa-totp',
    group: 'Second factor',
    meaning: 'Code of an authenticator app',
    folder: 'authentication/mfa/totp',
    file: 'time_based_otp_submit.html',
    macros: {
      ...action,
      ...person,
      ...problem,
      ...another,
      ...otherAccount,
      OTP_LOGIN_DISABLED: {
        kind: 'switch',
        meaning: 'disabled if no code can be entered at the moment',
        sample: '',
      },
    },
    form: { ...codeForm, 'otp.user.otp': 'the code, or a recovery code' },
    states: {
      asked: { meaning: 'normal' },
      wrong: { meaning: 'a wrong code', values: { ERROR_MESSAGE: word => word('CODE_WRONG') } },
    },
  },
  {
    id: 'mfa-recovery-code',
    group: 'Second factor',
    meaning: 'A recovery code in place of the app',
    folder: 'authentication/mfa/recovery_code',
    file: 'recovery_code_submit.html',
    macros: { ...action, ...person, ...problem, ...another, ...otherAccount },
    form: { ...codeForm, 'otp.user.otp': 'the recovery code' },
    states: {
      asked: { meaning: 'normal' },
      wrong: { meaning: 'a wrong code', values: { ERROR_MESSAGE: word => word('CODE_WRONG') } },
    },
  },
  {
    id: 'mfa-enrollment',
    scriptless: true,
    group: 'Second factor',
    meaning: 'Setting up an authenticator app',
    folder: 'authentication/mfa/enrollment',
    file: 'totp_enrollment.html',
    macros: {
      ...action,
      ...formVerifier,
      ...person,
      ...problem,
      QR_CODE: { kind: 'markup', meaning: 'what the app scans, as an SVG element', sample: SAMPLE_QR },
      TOTP_SECRET: {
        kind: 'text',
        meaning: 'the secret as text, for typing',
        sample: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
      },
      SHOW_CANCEL: {
        kind: 'text',
        meaning: 'none if the sign-in requires it, otherwise block',
        sample: 'block',
      },
      SHOW_REMOVE: {
        kind: 'text',
        meaning: 'block if an app is set up already, otherwise none',
        sample: 'none',
      },
    },
    form: {
      form_verifier: 'the value of @FORM_VERIFIER@',
      operation: 'verify, remove or cancel',
      'otp.user.otp': 'the code that the app shows',
    },
    states: {
      first: { meaning: 'the first app' },
      wrong: { meaning: 'a wrong code', values: { ERROR_MESSAGE: word => word('CODE_WRONG') } },
      again: { meaning: 'an app is set up already', values: { SHOW_REMOVE: 'block' } },
      due: { meaning: 'signing in asks for it', values: { SHOW_CANCEL: 'none' } },
    },
  },
  {
    id: 'mfa-recovery-codes',
    scriptless: true,
    group: 'Second factor',
    meaning: 'Recovery codes, shown once',
    folder: 'authentication/mfa/enrollment',
    file: 'recovery_codes.html',
    macros: {
      ...action,
      ...formVerifier,
      ...person,
      SHOWN_AT: {
        kind: 'text',
        meaning: 'when the codes were created, for printing',
        sample: 'November 16, 2026 at 8:30 AM UTC',
      },
    },
    repeats: {
      recoveryCodes: {
        macros: { RECOVERY_CODE: { kind: 'text', meaning: 'a code', sample: '' } },
        sample: [
          'p4tw-81kc-n0qz-7v3e',
          '6y2m-d5hs-x9ra-0gbn',
          'k7f1-w3ze-4tqp-m8cd',
          '2rnx-60vs-hy5b-j1ka',
          'a9gd-t4mp-81wz-c0qe',
        ].map(code => ({ RECOVERY_CODE: code })),
      },
    },
    form: { form_verifier: 'the value of @FORM_VERIFIER@', operation: 'done' },
    states: { shown: { meaning: 'normal' } },
  },
  {
    id: 'mfa-error',
    group: 'Errors',
    meaning: 'The second factor cannot be asked for',
    folder: 'authentication/mfa/error',
    file: 'auth_request_error.html',
    macros: {
      ...reference,
      ...signInAgain,
      ERROR_MESSAGE: { ...problem.ERROR_MESSAGE, sample: word => word('FLOW_EXPIRED') },
    },
    states: {
      failed: { meaning: 'normal' },
      held: {
        meaning: 'the password was recovered by mail, so that a mailed code does not count yet',
        values: {
          ERROR_MESSAGE: (word, times) =>
            word('MAIL_HELD', { UNTIL: times.moment(Date.UTC(2026, 10, 16, 8, 30)) }),
        },
      },
    },
  },
] as const satisfies readonly PageEntry[]
