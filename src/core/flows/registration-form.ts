import { escapedHtml } from '../template/template.ts'
import type { Word } from '../words.ts'
import { buttonMarkup, elementText, fieldMarkup, formMarkup, inNameOrder } from './form-markup.ts'

/** The steps of a registration, as the person sees them. */
export type RegistrationPage =
  | { readonly step: 'start'; readonly values: Given; readonly problems: Problems }
  | {
      readonly step: 'verify'
      readonly email: string
      /** What a field or a button is wrong about, or what was just done. */
      readonly problem?: string | undefined
      readonly notice?: string | undefined
    }
  /** Reached by the link of the mail in another browser, which has to know the password. */
  | { readonly step: 'confirm'; readonly email: string; readonly problem?: string | undefined }
  | { readonly step: 'verified' }
  | { readonly step: 'created' }

export type RegistrationField = 'given_name' | 'family_name' | 'age' | 'mobile_number' | 'email' | 'password'

/** What was typed, by field. */
export type Given = Readonly<Partial<Record<RegistrationField, string>>>

/** What is wrong with a field, in words. */
export type Problems = Readonly<Partial<Record<RegistrationField, string>>>

interface Field {
  readonly name: RegistrationField
  readonly label: string
  readonly attributes: string
  readonly hint?: string
}

const FIELDS: readonly Field[] = [
  {
    name: 'given_name',
    label: 'REG_GIVEN_NAME',
    attributes: 'type="text" autocomplete="given-name" maxlength="128" required',
  },
  {
    name: 'family_name',
    label: 'REG_FAMILY_NAME',
    attributes: 'type="text" autocomplete="family-name" maxlength="128" required',
  },
  {
    name: 'age',
    label: 'REG_AGE',
    attributes: 'type="text" inputmode="numeric" maxlength="12" autocomplete="off"',
    hint: 'REG_OPTIONAL',
  },
  {
    name: 'mobile_number',
    label: 'REG_MOBILE_NUMBER',
    attributes: 'type="tel" autocomplete="tel" maxlength="32"',
    hint: 'REG_OPTIONAL',
  },
  {
    name: 'email',
    label: 'REG_EMAIL',
    attributes:
      'type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" required',
  },
  {
    name: 'password',
    label: 'REG_PASSWORD',
    attributes: 'type="password" autocomplete="new-password" maxlength="256" required',
    hint: 'REG_PASSWORD_HINT',
  },
]

const TITLES: Record<RegistrationPage['step'], string> = {
  start: 'REG_TITLE_START',
  verify: 'REG_TITLE_VERIFY',
  confirm: 'REG_TITLE_VERIFY',
  verified: 'REG_TITLE_VERIFIED',
  created: 'REG_TITLE_CREATED',
}

/** Addresses that the pages of a registration lead to. */
export interface RegistrationAddresses {
  readonly action: string
  readonly startUrl: string
  readonly signInUrl: string
  readonly passwordMinimum: number
}

const EMBLEM = {
  mail: `<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true"><rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M3.5 7l8.5 6.5L20.5 7"/></svg>`,
  done: `<svg class="emblem done" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>`,
}

/** The title of a step. */
export function registrationTitle({ step }: RegistrationPage, word: Word): string {
  return word(TITLES[step])
}

/** The whole content of a step: its title, in an element that no wrapper can lose, and its form. */
export function registrationForm(
  page: RegistrationPage,
  addresses: RegistrationAddresses,
  word: Word,
): string {
  const { action, startUrl, signInUrl } = addresses
  const text = (label: string, values?: Record<string, string>) => elementText(word(label, values))
  const post = (inside: string, look?: string) => formMarkup(action, inside, look)
  const button = (label: string, operation: string, look?: string) =>
    buttonMarkup(text(label), operation, look)
  const title = `<h1 id="title">${elementText(registrationTitle(page, word))}</h1>`
  const after = (address: string, label: string) =>
    `<p class="after"><a href="${escapedHtml(address)}">${text(label)}</a></p>`
  switch (page.step) {
    case 'start': {
      const wrong = Object.keys(page.problems).length > 0
      const summary = wrong
        ? `<p class="error" role="alert">${text('REG_PROBLEMS')}</p>`
        : `<p>${text('REG_INTRO')}</p>`
      const fields = inNameOrder(FIELDS, ({ name }) => name, word.language)
        .map((field, index) => startField(field, index, page, addresses, word))
        .join('\n')
      return [
        title,
        summary,
        post(`${fields}\n${button('REG_SUBMIT', 'submit')}`),
        after(signInUrl, 'REG_HAVE_ACCOUNT'),
      ].join('\n')
    }
    case 'verify': {
      const { email, problem, notice = '' } = page
      const intro = `<p>${text('REG_VERIFY_INTRO', { EMAIL: email })}</p>`
      const said = notice === '' ? '' : `<p class="notice" role="status">${escapedHtml(notice)}</p>`
      const field = fieldMarkup({
        id: 'reg-code',
        name: 'code',
        label: word('REG_CODE'),
        attributes:
          'type="text" inputmode="numeric" maxlength="32" autocomplete="one-time-code" enterkeyhint="done" required',
        problem,
        focused: problem !== undefined,
        announced: true,
      })
      const again = post(button('REG_RESEND', 'resend', 'secondary'), 'after secondary-action')
      const parts = [
        EMBLEM.mail,
        title,
        intro,
        said,
        post(`${field}\n${button('REG_VERIFY_BUTTON', 'verify')}`),
        again,
      ]
      return [...parts.filter(part => part !== ''), after(startUrl, 'REG_START_AGAIN')].join('\n')
    }
    case 'confirm': {
      const field = fieldMarkup({
        id: 'reg-secret',
        name: 'password',
        label: word('REG_PASSWORD'),
        attributes: `type="password" autocomplete="current-password" maxlength="256" required ${showing(word)}`,
        problem: page.problem,
        focused: page.problem !== undefined,
        announced: true,
      })
      const intro = `<p>${text('REG_CONFIRM_INTRO', { EMAIL: page.email })}</p>`
      return [EMBLEM.mail, title, intro, post(`${field}\n${button('REG_CONFIRM_BUTTON', 'confirm')}`)].join(
        '\n',
      )
    }
    case 'verified':
      return [
        EMBLEM.done,
        title,
        `<p>${text('REG_VERIFIED_TEXT')}</p>`,
        post(button('REG_CONTINUE', 'continue')),
      ].join('\n')
    case 'created':
      return [
        EMBLEM.done,
        title,
        `<p>${text('REG_CREATED_TEXT')}</p>`,
        `<p><a class="button" href="${escapedHtml(signInUrl)}">${text('REG_SIGN_IN')}</a></p>`,
      ].join('\n')
  }
}

function startField(
  { name, label, attributes, hint }: Field,
  index: number,
  { values, problems }: RegistrationPage & { step: 'start' },
  { passwordMinimum }: RegistrationAddresses,
  word: Word,
): string {
  const secret = name === 'password' ? ` minlength="${passwordMinimum}" ${showing(word)}` : ''
  return fieldMarkup({
    id: `reg-${index + 1}`,
    name,
    label: word(label),
    attributes: `${attributes}${secret} data-user-attribute="${name}"`,
    // A password is never written back into a page.
    value: name === 'password' ? undefined : (values[name] ?? ''),
    hint: hint === undefined ? undefined : word(hint, { MINIMUM: String(passwordMinimum) }),
    problem: problems[name],
    focused: Object.keys(problems)[0] === name,
  })
}

/** What the script goes by that shows a password. */
function showing(word: Word): string {
  return `data-show-password="${escapedHtml(word('SHOW_PASSWORD_HELP_TXT'))}"`
}
