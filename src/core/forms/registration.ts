import { asked, type DetailsOf, type Form } from './form.ts'

/** The form in which people make an account. */
export const REGISTRATION = {
  start: {
    title: 'REG_TITLE_START',
    text: 'REG_INTRO',
    wrong: 'REG_PROBLEMS',
    ids: { prefix: 'reg', numbered: true },
    measured: true,
    fields: [
      asked('given_name', { required: true }),
      asked('family_name', { required: true }),
      asked('age', { hint: 'REG_OPTIONAL' }),
      asked('mobile_number', { hint: 'REG_OPTIONAL' }),
      asked('email', { required: true }),
      {
        name: 'password',
        label: 'REG_PASSWORD',
        kind: 'password',
        autocomplete: 'new-password',
        longest: 256,
        required: true,
        hint: 'REG_PASSWORD_HINT',
        event: 'password',
      },
    ],
    button: { label: 'REG_SUBMIT', operation: 'submit' },
    after: { label: 'REG_HAVE_ACCOUNT', to: 'sign-in' },
  },
  verify: {
    title: 'REG_TITLE_VERIFY',
    emblem: 'mail',
    text: 'REG_VERIFY_INTRO',
    ids: { prefix: 'reg' },
    fields: [
      {
        name: 'code',
        label: 'REG_CODE',
        kind: 'code',
        autocomplete: 'one-time-code',
        longest: 32,
        required: true,
      },
    ],
    button: { label: 'REG_VERIFY_BUTTON', operation: 'verify' },
    otherButton: { label: 'REG_RESEND', operation: 'resend' },
    after: { label: 'REG_START_AGAIN', to: 'start' },
  },
  /** Reached by the link of the mail in another browser, which has to know the password. */
  confirm: {
    title: 'REG_TITLE_VERIFY',
    emblem: 'mail',
    text: 'REG_CONFIRM_INTRO',
    ids: { prefix: 'reg' },
    fields: [
      {
        name: 'password',
        id: 'secret',
        label: 'REG_PASSWORD',
        kind: 'password',
        autocomplete: 'current-password',
        longest: 256,
        required: true,
      },
    ],
    button: { label: 'REG_CONFIRM_BUTTON', operation: 'confirm' },
  },
  verified: {
    title: 'REG_TITLE_VERIFIED',
    emblem: 'done',
    text: 'REG_VERIFIED_TEXT',
    ids: { prefix: 'reg' },
    fields: [],
    button: { label: 'REG_CONTINUE', operation: 'continue' },
  },
  created: {
    title: 'REG_TITLE_CREATED',
    emblem: 'done',
    text: 'REG_CREATED_TEXT',
    ids: { prefix: 'reg' },
    fields: [],
    link: { label: 'REG_SIGN_IN', to: 'sign-in' },
  },
} as const satisfies Form

export type RegistrationStep = keyof typeof REGISTRATION

/** A field of the first step. */
export type RegistrationField = (typeof REGISTRATION)['start']['fields'][number]

/** What an account is made from. */
export type RegistrationDetails = DetailsOf<RegistrationField>
