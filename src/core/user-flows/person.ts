import type { AttributeKey } from '../attributes.ts'
import type { AttributeBook } from './attribute-book.ts'
import type { Answers, Value } from './document.ts'

/** The details of a person that a registration asks for. */
export interface RegistrationDetails {
  readonly email: string
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
  readonly mobileNumber: string | null
  readonly locale: string | null
}

/** Answers in the form that an account stores: its own properties, and custom attributes. */
export function keptAnswers(
  answers: Answers,
  book: AttributeBook,
): { readonly fields: Readonly<Partial<Record<AttributeKey, Value | null>>>; readonly own: Answers } {
  const fields: Partial<Record<AttributeKey, Value | null>> = {}
  const own: Record<string, Value | null> = {}
  for (const [name, value] of Object.entries(answers)) {
    const attribute = book.get(name)
    if (attribute?.key !== undefined) fields[attribute.key] = value
    else if (attribute !== undefined) own[name] = value
  }
  return { fields, own }
}

/** What is known about a person, as the answers to a flow. */
export function knownAnswers(
  account: Readonly<Record<AttributeKey, Value | null>>,
  own: Answers,
  book: AttributeBook,
): Answers {
  const given = [...book.values()].flatMap(({ name, key }) =>
    key === undefined ? [] : [[name, account[key]] as const],
  )
  return { ...Object.fromEntries(given), ...own }
}

/** The details that an account is created from. */
export function registrationDetails(answers: Answers, book: AttributeBook): RegistrationDetails {
  const blank = { givenName: null, familyName: null, age: null, mobileNumber: null, locale: null }
  return { ...blank, ...keptAnswers(answers, book).fields } as RegistrationDetails
}

/** Answers in the form that a page shows. */
export function shownAnswers(answers: Answers): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, String(value ?? '')]))
}
