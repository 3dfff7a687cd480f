import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import type { AttributeBook, KnownAttribute } from '../../../src/core/user-flows/attribute-book.ts'
import { attributeBook } from '../../../src/core/user-flows/attribute-book.ts'
import {
  type FlowDocument,
  type FlowStep,
  PASSWORD,
  type Text,
} from '../../../src/core/user-flows/document.ts'
import { isKeptOut } from '../../../src/core/user-flows/field-mistakes.ts'
import type { OwnAttribute, OwnKind } from '../../../src/core/user-flows/own-attribute.ts'
import { labelIn } from '../../../src/core/user-flows/texts.ts'
import { capital } from '../parts/capital.ts'
import type { FlowVersion } from './calls.ts'

export const KINDS: Readonly<Record<FlowDocument['kind'], string>> = {
  registration: 'Registration',
  user_form: 'User form',
}

export const OUTCOMES: Readonly<Record<FlowDocument['end']['outcome'], string>> = {
  page: 'Show a final page',
  signed_in: 'Sign the person in',
  approval: 'Wait for approval',
  application: 'Return to the application',
}

export const CAUSES: Readonly<Record<FlowVersion['cause'], string>> = {
  published: 'Published',
  restored: 'Restored',
  reset: 'Reset',
}

export const ATTRIBUTE_KINDS: Readonly<Record<OwnKind, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  consent: 'Consent',
  phone: 'Phone number',
  email: 'E-mail address',
}

const GIVEN: Readonly<Record<string, string>> = {
  given_name: 'First name',
  family_name: 'Last name',
  age: 'Age',
  mobile_number: 'Mobile number',
  email: 'E-mail address',
  locale: 'Language',
  username: 'Username',
  [PASSWORD]: 'Password',
}

/** A text in US English; undefined if the flow or attribute has no text of its own. */
export function plainText(text: Text | undefined): string | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string') return labelIn(text) === undefined ? text : undefined
  return text[DEFAULT_LOCALE] ?? Object.entries(text).find(([locale]) => locale !== 'label')?.[1]
}

/** The name of a step in the designer: its title, or its id if the title comes from the theme or is empty. */
export function stepName({ id, title }: FlowStep): string {
  return plainText(title) || capital(id).replaceAll('-', ' ')
}

/** Everything that the flows of a tenant can ask for. */
export interface Askable {
  readonly book: AttributeBook
  readonly name: (attribute: string) => string
}

export function askable(own: readonly OwnAttribute[]): Askable {
  const book = attributeBook(own)
  return { book, name: attribute => GIVEN[attribute] ?? plainText(book.get(attribute)?.label) ?? attribute }
}

/** The attributes that a flow could ask for and does not. */
export function notAsked({ kind, steps }: FlowDocument, { book }: Askable): string[] {
  const asked = new Set(steps.flatMap(({ fields }) => fields.map(({ attribute }) => attribute)))
  return [...book.keys(), PASSWORD].filter(name => !asked.has(name) && !isKeptOut(kind, name))
}

/** The kind of values that a field for an attribute accepts. */
export function kindOf({ book }: Askable, attribute: string): KnownAttribute['kind'] | undefined {
  return attribute === PASSWORD ? 'password' : book.get(attribute)?.kind
}
