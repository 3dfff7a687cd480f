import { type RegistrationPage, registrationForm, registrationTitle } from '../flows/registration-form.ts'
import { type UserFormPage, userForm } from '../flows/user-form.ts'
import type { Word } from '../words.ts'
import type { PageEntry, PageState } from './entry.ts'

const ADDRESSES = {
  action: '/flows/?reference=registration&flow=preview',
  startUrl: '/flows/?reference=registration',
  signInUrl: '/idaas/mtfim/sps/idaas/login?runtime=true',
  passwordMinimum: 8,
}

const START: RegistrationPage = { step: 'start', values: {}, problems: {} }

function state(meaning: string, page: RegistrationPage | ((word: Word) => RegistrationPage)): PageState {
  const of = (word: Word) => (typeof page === 'function' ? page(word) : page)
  return {
    meaning,
    values: {
      REGISTRATION_FORM: word => registrationForm(of(word), ADDRESSES, word),
      REGISTRATION_TITLE: word => registrationTitle(of(word), word),
    },
  }
}

const DETAILS: UserFormPage = {
  values: { given_name: 'Alex', family_name: 'Moreau', mobile_number: '+33612345678', locale: '' },
  problems: {},
  languages: [
    ['de', 'Deutsch'],
    ['en', 'English'],
    ['fr', 'français'],
  ],
}

const USER_FORM_ADDRESSES = {
  action: '/flows/?reference=user_form&flow=preview',
  verifier: 'preview',
  cancelUrl: '/idaas/mtfim/sps/idaas/login?runtime=true',
}

function userFormStates(form: string): Record<string, PageState> {
  const mistaken = (word: Word): UserFormPage => ({
    ...DETAILS,
    values: { ...DETAILS.values, mobile_number: '12' },
    problems: { mobile_number: word('REG_MOBILE_INVALID') },
  })
  return {
    first: { meaning: 'as it comes' },
    refused: {
      meaning: 'with a mistake in the form',
      values: { [form]: word => userForm(mistaken(word), USER_FORM_ADDRESSES, word) },
    },
  }
}

/** Making an account, and keeping it up to date. */
export const REGISTRATION_PAGES = [
  {
    id: 'registration',
    group: 'Registration',
    meaning: 'Registration',
    folder: 'user_flows/registration',
    file: 'registration.html',
    macros: {
      FLOW_URL_NAME: { kind: 'text', meaning: 'name of the flow', sample: 'registration' },
      REGISTRATION_FORM: {
        kind: 'markup',
        meaning: 'the title, in an element with the id title, and the form, which the service writes',
        sample: word => registrationForm(START, ADDRESSES, word),
      },
      REGISTRATION_TITLE: {
        kind: 'text',
        meaning: 'title of the step',
        sample: word => registrationTitle(START, word),
      },
      REGISTRATION_VERSION: { kind: 'text', meaning: 'version of the flow', sample: '1' },
    },
    states: {
      start: { meaning: 'the first step' },
      refused: state('with mistakes in the form', word => ({
        step: 'start',
        values: { given_name: 'Alex', family_name: 'Moreau', email: 'alex@example' },
        problems: { email: word('REG_EMAIL_INVALID'), password: word('PASSWORD_SHORT', { MINIMUM: '8' }) },
      })),
      verify: state('a code was sent', { step: 'verify', email: 'alex@example.com' }),
      wrong: state('a wrong code', word => ({
        step: 'verify',
        email: 'alex@example.com',
        problem: word('CODE_WRONG'),
      })),
      confirm: state('reached by the link of the mail in another browser', {
        step: 'confirm',
        email: 'alex@example.com',
      }),
      verified: state('the address is verified', { step: 'verified' }),
      created: state('the account is made', { step: 'created' }),
    },
  },
  {
    id: 'profile',
    group: 'Consent and details',
    meaning: "A person's own details, reached from the page of somebody who is signed in",
    folder: 'user_flows/profile',
    file: 'profile.html',
    macros: {
      FLOW_URL_NAME: { kind: 'text', meaning: 'name of the flow', sample: 'profile' },
      USERPROFILE_FORM: {
        kind: 'markup',
        meaning: 'the title and the form, which the service writes',
        sample: word => userForm(DETAILS, USER_FORM_ADDRESSES, word),
      },
      USERPROFILE_TITLE: {
        kind: 'text',
        meaning: 'title of the form',
        sample: word => word('USER_FORM_TITLE'),
      },
    },
    states: userFormStates('USERPROFILE_FORM'),
  },
  {
    id: 'user-form',
    group: 'Consent and details',
    meaning: 'The same as a form by itself, for applications and mails to link to',
    folder: 'user_flows/user_form',
    file: 'user_form.html',
    macros: {
      FLOW_URL_NAME: { kind: 'text', meaning: 'name of the flow', sample: 'user_form' },
      USER_FORM: {
        kind: 'markup',
        meaning: 'the title and the form, which the service writes',
        sample: word => userForm(DETAILS, USER_FORM_ADDRESSES, word),
      },
      USER_FORM_TITLE: {
        kind: 'text',
        meaning: 'title of the form',
        sample: word => word('USER_FORM_TITLE'),
      },
      USER_FORM_VERSION: { kind: 'text', meaning: 'version of the form', sample: '1' },
    },
    states: userFormStates('USER_FORM'),
  },
] as const satisfies readonly PageEntry[]
