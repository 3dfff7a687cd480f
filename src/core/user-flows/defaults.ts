import type { FlowDocument } from './document.ts'

/** The built-in registration, for a tenant that has not designed its own. */
export const REGISTRATION_FLOW: FlowDocument = {
  kind: 'registration',
  steps: [
    {
      id: 'start',
      title: '$REG_TITLE_START$',
      text: '$REG_INTRO$',
      button: '$REG_SUBMIT$',
      fields: [
        { attribute: 'given_name', required: true },
        { attribute: 'family_name', required: true },
        { attribute: 'age', help: '$REG_OPTIONAL$' },
        { attribute: 'mobile_number', help: '$REG_OPTIONAL$' },
        { attribute: 'email', required: true },
        { attribute: 'password', required: true, help: '$REG_PASSWORD_HINT$' },
      ],
    },
  ],
  verification: 'code',
  end: { outcome: 'page', title: '$REG_TITLE_CREATED$', text: '$REG_CREATED_TEXT$' },
}

/** The built-in form in which people edit their details, for a tenant that has not designed its own. */
export const PROFILE_FLOW: FlowDocument = {
  kind: 'user_form',
  steps: [
    {
      id: 'details',
      title: '$USER_FORM_TITLE$',
      text: '$USER_FORM_INTRO$',
      button: '$USER_FORM_SUBMIT$',
      fields: [
        { attribute: 'given_name' },
        { attribute: 'family_name' },
        { attribute: 'mobile_number' },
        { attribute: 'locale' },
      ],
    },
  ],
  end: { outcome: 'signed_in' },
}

/** The built-in flows, by reference. They can be changed and reset, but never removed. */
export const DEFAULT_FLOWS: Readonly<Record<string, FlowDocument>> = {
  registration: REGISTRATION_FLOW,
  profile: PROFILE_FLOW,
}
