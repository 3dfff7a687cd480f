import type { AttributeKey } from '../attributes.ts'
import type { AttributeBook } from './attribute-book.ts'
import type { Answers, Value } from './document.ts'

/** What somebody is known by, as far as a registration asks for it. */
export interface RegistrationDetails {
  readonly email: string
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
  readonly mobileNumber: string | null
  readonly locale: string | null
}

/** Answers as an account keeps them: in fields of its own, and in attributes that the tenant has added. */
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

/** What is known of somebody, as the answers to a flow. */
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

/** What an account is made from. */
export function registrationDetails(answers: Answers, book: AttributeBook): RegistrationDetails {
  const blank = { givenName: null, familyName: null, age: null, mobileNumber: null, locale: null }
  return { ...blank, ...keptAnswers(answers, book).fields } as RegistrationDetails
}

/** Answers as a form shows them. */
export function shownAnswers(answers: Answers): Record<string, string> {
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, String(value ?? '')]))
}
