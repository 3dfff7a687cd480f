import { type RegistrationPage, registrationForm, registrationTitle } from '../flows/registration-form.ts'
import type { PageEntry, PageState, Word } from './catalogue.ts'

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

/** Making an account. */
export const REGISTRATION_PAGES: readonly PageEntry[] = [
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
]
