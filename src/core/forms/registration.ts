import type { Form } from './form.ts'

/** The pages that follow the steps of a registration, built-in or custom. */
export const REGISTRATION = {
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
  /** Shown if the link in the mail is opened in another browser, where the person must type the password. */
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
  /** Shown instead of the previous one if the account needs approval. */
  waiting: {
    title: 'REG_TITLE_WAITING',
    emblem: 'done',
    text: 'REG_WAITING_TEXT',
    ids: { prefix: 'reg' },
    fields: [],
    link: { label: 'REG_SIGN_IN', to: 'sign-in' },
  },
} as const satisfies Form

/** The page that a registration shows: a step of the flow, or one of the pages that follow. */
export type RegistrationStep = 'start' | keyof typeof REGISTRATION
