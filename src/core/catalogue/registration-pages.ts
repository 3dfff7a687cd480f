import type { Step } from '../forms/form.ts'
import { type Frame, formMarkup, type Shown } from '../forms/form-markup.ts'
import { REGISTRATION, type RegistrationStep } from '../forms/registration.ts'
import { attributeBook } from '../user-flows/attribute-book.ts'
import { PROFILE_FLOW, REGISTRATION_FLOW } from '../user-flows/defaults.ts'
import type { FlowDocument } from '../user-flows/document.ts'
import { formStep } from '../user-flows/form-step.ts'
import type { Word } from '../word.ts'
import type { PageEntry, PageState } from './entry.ts'

const FRAME: Frame = {
  action: '/flows/?reference=registration&flow=preview',
  links: {
    start: '/flows/?reference=registration',
    'sign-in': '/idaas/mtfim/sps/idaas/login?runtime=true',
  },
  minimum: 8,
}

/** The first step of a built-in flow. All its texts are labels. */
function firstStep(document: FlowDocument): Step {
  return formStep(document, document.steps[0]!, attributeBook([])).step
}

const STEPS: Readonly<Record<RegistrationStep, Step>> = {
  start: firstStep(REGISTRATION_FLOW),
  ...REGISTRATION,
}
const PROFILE_STEP = firstStep(PROFILE_FLOW)

/** The values of a step's page, with its content. */
function stepValues(step: RegistrationStep, shown: (word: Word) => Shown = () => ({})) {
  return {
    REGISTRATION_FORM: (word: Word) => formMarkup(STEPS[step], shown(word), FRAME, word),
    REGISTRATION_TITLE: (word: Word) => word(STEPS[step].title),
  }
}

const START = stepValues('start')
const MAILED = { facts: { EMAIL: 'alex@example.com' } }

const DETAILS = { given_name: 'Alex', family_name: 'Moreau', mobile_number: '+33612345678', locale: '' }

function userForm(shown: Shown, word: Word): string {
  const frame: Frame = {
    action: '/flows/?reference=user_form&flow=preview',
    links: { cancel: '/idaas/mtfim/sps/idaas/login?runtime=true' },
    hidden: { form_verifier: 'preview' },
    options: {
      locale: [
        ['', word('USER_FORM_LOCALE_AUTO')],
        ['de', 'Deutsch', 'de'],
        ['en', 'English', 'en'],
        ['fr', 'français', 'fr'],
      ],
    },
  }
  return formMarkup(PROFILE_STEP, shown, frame, word)
}

function userFormStates(form: string): Record<string, PageState> {
  const mistaken = (word: Word): Shown => ({
    values: { ...DETAILS, mobile_number: '12' },
    problems: { mobile_number: word('REG_MOBILE_INVALID') },
  })
  return {
    first: { meaning: 'normal' },
    refused: {
      meaning: 'with a mistake in the form',
      values: { [form]: word => userForm(mistaken(word), word) },
    },
  }
}

/** Pages for creating an account and keeping it up to date. */
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
        sample: START.REGISTRATION_FORM,
      },
      REGISTRATION_TITLE: {
        kind: 'text',
        meaning: 'title of the step',
        sample: START.REGISTRATION_TITLE,
      },
      REGISTRATION_VERSION: { kind: 'text', meaning: 'version of the flow', sample: '1' },
    },
    states: {
      start: { meaning: 'the first step' },
      refused: {
        meaning: 'with mistakes in the form',
        values: stepValues('start', word => ({
          values: { given_name: 'Alex', family_name: 'Moreau', email: 'alex@example' },
          problems: { email: word('REG_EMAIL_INVALID'), password: word('PASSWORD_SHORT', { MINIMUM: '8' }) },
        })),
      },
      verify: { meaning: 'a code was sent', values: stepValues('verify', () => MAILED) },
      wrong: {
        meaning: 'a wrong code',
        values: stepValues('verify', word => ({ ...MAILED, problems: { code: word('CODE_WRONG') } })),
      },
      confirm: {
        meaning: 'reached by the link of the mail in another browser',
        values: stepValues('confirm', () => MAILED),
      },
      verified: { meaning: 'the address is verified', values: stepValues('verified') },
      created: { meaning: 'the account is made', values: stepValues('created') },
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
        sample: word => userForm({ values: DETAILS }, word),
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
    meaning: 'The details of a person as a separate form, for links in applications and mails',
    folder: 'user_flows/user_form',
    file: 'user_form.html',
    macros: {
      FLOW_URL_NAME: { kind: 'text', meaning: 'name of the flow', sample: 'user_form' },
      USER_FORM: {
        kind: 'markup',
        meaning: 'the title and the form, which the service writes',
        sample: word => userForm({ values: DETAILS }, word),
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
