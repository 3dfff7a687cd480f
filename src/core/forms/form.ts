import {
  ATTRIBUTES,
  type AttributeKey,
  type AttributeName,
  type TypedKind,
  type ValueOf,
} from '../attributes.ts'
import type { Message } from '../flows/message.ts'
import { shortened } from '../text.ts'

/** A field of a form: an attribute of the person, or a value that only the form needs, such as a password. */
export interface Field {
  /** The name under which it is posted. */
  readonly name: string
  /** The label that names it. */
  readonly label: string
  /** Passwords and codes are never written back into a page. */
  readonly kind: TypedKind | 'password' | 'code' | 'choice'
  readonly autocomplete?: string
  readonly longest?: number
  readonly required?: true
  /** The label of a text below the field. */
  readonly hint?: string
  /** The end of the element's id, where it is not the name. */
  readonly id?: string
  /** The analytics event of a click into the field. */
  readonly event?: string
}

/** A field that asks for an attribute. */
interface AttributeField extends Field {
  readonly name: AttributeName
  readonly key: AttributeKey
  readonly rule: (text: string) => string | number | undefined
  readonly problem?: string
}

/** A step of a form: its fields, or only a text. Texts are labels. */
export interface Step {
  readonly title: string
  readonly emblem?: 'mail' | 'done'
  /** The text above the fields. */
  readonly text: string
  /** The text in its place when a field is wrong. Without it, each field announces its own problem. */
  readonly wrong?: string
  /** What the ids of the fields begin with. They end with the field's number or with its name. */
  readonly ids: { readonly prefix: string; readonly numbered?: true }
  /** Whether each field tells scripts which attribute it is for: analytics counts clicks by it. */
  readonly measured?: true
  readonly fields: readonly Field[]
  readonly button?: Button
  /** A second button, in a form of its own. */
  readonly otherButton?: Button
  /** A link that looks like a button, where there is nothing to post. */
  readonly link?: Link
  /** A link below everything else. */
  readonly after?: Link
}

/** A button that posts the form with an operation. */
interface Button {
  readonly label: string
  readonly operation: string
}

interface Link {
  readonly label: string
  readonly to: 'cancel' | 'sign-in' | 'start'
}

/** A form: its steps, by name. */
export type Form = Readonly<Record<string, Step>>

/** The text of each field, by its name. */
export type Given<F extends Field = Field> = Readonly<Record<F['name'], string>>

/** What is wrong, by the name of the field, in the order of the form. */
export type Problems<F extends Field = Field> = Partial<Record<F['name'], Message>>

/** What the attributes of a form become in an account; one that the form does not require may be null. */
export type DetailsOf<F extends Field> = {
  readonly [A in F as A['name'] extends AttributeName
    ? (typeof ATTRIBUTES)[A['name']]['key']
    : never]: A['name'] extends AttributeName
    ? ValueOf<A['name']> | (A extends { required: true } ? never : null)
    : never
}

/** A field that asks for an attribute. */
export function asked<N extends AttributeName, const Options extends Pick<Field, 'hint' | 'required'>>(
  name: N,
  options = {} as Options,
): { readonly name: N } & (typeof ATTRIBUTES)[N] & Options {
  return { name, ...ATTRIBUTES[name], ...options }
}

/** The most characters of a field that are kept; every valid value is shorter. */
const LONGEST = 300

/** What was posted, field by field. */
export function givenOf<F extends Field>(
  fields: readonly F[],
  posted: ReadonlyMap<string, string>,
): Given<F> {
  return Object.fromEntries(
    fields.map(({ name }) => [name, shortened(posted.get(name) ?? '', LONGEST)]),
  ) as Given<F>
}

/** The fields that ask for attributes. */
export function attributesOf<F extends Field>(fields: readonly F[]): readonly (F & AttributeField)[] {
  return fields.filter((field): field is F & AttributeField => field.name in ATTRIBUTES)
}

/** What the fields show of an account, before anybody has typed. */
export function knownOf<F extends Field>(
  fields: readonly F[],
  account: Readonly<Record<AttributeKey, string | number | null>>,
): Given<F> {
  return Object.fromEntries(
    attributesOf(fields).map(({ name, key }) => [name, String(account[key] ?? '')]),
  ) as Given<F>
}

/**
 * The attributes that a form brings, or what is wrong with them. A choice that is not in its list means none. Other
 * fields, such as passwords, are checked elsewhere.
 */
export function checked<F extends Field>(
  fields: readonly F[],
  given: Partial<Given<F>>,
  choices: Readonly<Record<string, readonly string[]>> = {},
): { readonly details: DetailsOf<F> | undefined; readonly problems: Problems<F> } {
  const details: Record<string, string | number | null> = {}
  const problems: Record<string, Message> = {}
  for (const { name, key, kind, required, rule, problem } of attributesOf<Field>(fields)) {
    const typed = (given as Record<string, string | undefined>)[name] ?? ''
    if (kind === 'choice') {
      details[key] = choices[name]?.includes(typed) ? typed : null
      continue
    }
    const value = typed.trim() === '' ? null : rule(typed)
    if (value === undefined) problems[name] = { label: problem! }
    else if (value === null && required) problems[name] = { label: 'REG_REQUIRED' }
    else details[key] = value
  }
  const right = Object.keys(problems).length === 0
  return { details: right ? (details as DetailsOf<F>) : undefined, problems: problems as Problems<F> }
}
