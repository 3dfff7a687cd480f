import { escapedHtml } from '../template/template.ts'
import type { Word } from '../words.ts'
import { buttonMarkup, elementText, fieldMarkup, formMarkup, inNameOrder } from './form-markup.ts'
import type { Message } from './message.ts'
import { isName, phoneNumber } from './registration.ts'

export type UserField = 'given_name' | 'family_name' | 'mobile_number' | 'locale'

/** What was typed, by field. */
export type UserFormValues = Readonly<Record<UserField, string>>

/** The details that people change themselves. */
export interface UserDetails {
  readonly givenName: string | null
  readonly familyName: string | null
  readonly mobileNumber: string | null
  readonly locale: string | null
}

export interface UserFormPage {
  readonly values: UserFormValues
  readonly problems: Readonly<Partial<Record<UserField, string>>>
  /** The languages to choose from, by locale. */
  readonly languages: readonly (readonly [locale: string, name: string])[]
}

/** The details that a form brings, or what is wrong with them, field by field. */
export function userDetails(
  given: UserFormValues,
  locales: readonly string[],
): { details: UserDetails; problems: Partial<Record<UserField, Message>> } {
  const problems: Partial<Record<UserField, Message>> = {}
  const name = (field: 'given_name' | 'family_name') => {
    const text = given[field].trim()
    if (text !== '' && !isName(text)) problems[field] = { label: 'REG_NAME_INVALID' }
    return text === '' ? null : text
  }
  const typed = given.mobile_number.trim()
  const mobileNumber = typed === '' ? null : phoneNumber(typed)
  if (mobileNumber === undefined) problems.mobile_number = { label: 'REG_MOBILE_INVALID' }
  return {
    details: {
      givenName: name('given_name'),
      familyName: name('family_name'),
      mobileNumber: mobileNumber ?? null,
      locale: locales.includes(given.locale) ? given.locale : null,
    },
    problems,
  }
}

const FIELDS: readonly (readonly [UserField, label: string, attributes: string])[] = [
  ['given_name', 'REG_GIVEN_NAME', 'type="text" autocomplete="given-name" maxlength="128"'],
  ['family_name', 'REG_FAMILY_NAME', 'type="text" autocomplete="family-name" maxlength="128"'],
  ['mobile_number', 'REG_MOBILE_NUMBER', 'type="tel" autocomplete="tel" maxlength="32"'],
]

/** The form in which people edit their details, with its title. */
export function userForm(
  { values, problems, languages }: UserFormPage,
  { action, verifier, cancelUrl }: { action: string; verifier: string; cancelUrl: string },
  word: Word,
): string {
  const text = (label: string) => elementText(word(label))
  const fields = inNameOrder(FIELDS, ([name]) => name, word.language).map(([name, label, attributes]) =>
    fieldMarkup({
      id: `user-${name}`,
      name,
      label: word(label),
      attributes,
      value: values[name],
      problem: problems[name],
      focused: Object.keys(problems)[0] === name,
      announced: true,
    }),
  )
  const language = fieldMarkup({
    id: 'user-locale',
    name: 'locale',
    label: word('REG_LOCALE'),
    attributes: '',
    value: values.locale,
    options: [
      ['', word('USER_FORM_LOCALE_AUTO')],
      // Each language is named in itself.
      ...languages.map(([locale, name]) => [locale, name, locale] as const),
    ],
  })
  const hidden = `<input type="hidden" name="form_verifier" value="${escapedHtml(verifier)}">`
  const inside = [hidden, ...fields, language, buttonMarkup(text('USER_FORM_SUBMIT'), 'save')]
  return [
    `<h1 id="title">${text('USER_FORM_TITLE')}</h1>`,
    `<p>${text('USER_FORM_INTRO')}</p>`,
    formMarkup(action, inside.join('\n')),
    `<p class="after"><a href="${escapedHtml(cancelUrl)}">${text('USER_FORM_CANCEL')}</a></p>`,
  ].join('\n')
}
