import { ATTRIBUTES, type AttributeKey, phoneNumber, visibleLine } from '../attributes.ts'
import { plainDigits } from '../digits.ts'
import type { Field } from '../forms/form.ts'
import { mailbox } from '../mailbox.ts'
import { MOST } from './bounds.ts'
import type { Text, Value } from './document.ts'
import type { OwnAttribute, OwnKind } from './own-attribute.ts'

/** An attribute that a flow can ask for: a standard one, or a custom one of the tenant. */
export interface KnownAttribute {
  readonly name: string
  readonly kind: Field['kind']
  readonly label: Text
  readonly autocomplete: string
  readonly longest: number
  /** Parses a typed text; undefined if the text is not valid. It is never called with ''. */
  readonly rule: (typed: string) => Value | undefined
  /** The label of the error for a text that the rule rejects. */
  readonly problem: string
  /** The key in an account; undefined for custom attributes. */
  readonly key?: AttributeKey
  /** The analytics event of a click into its field. */
  readonly event?: string
  readonly choices?: OwnAttribute['choices']
  readonly terms?: { readonly version: string; readonly link: string }
}

/** Attributes by name. */
export type AttributeBook = ReadonlyMap<string, KnownAttribute>

/** The label of the error for an answer that a rule rejects, if the rule has no text of its own. */
export const INVALID = 'FLOW_VALUE_INVALID'

const INPUTS: Readonly<Record<OwnKind, Pick<KnownAttribute, 'autocomplete' | 'longest' | 'problem'>>> = {
  text: { autocomplete: 'off', longest: MOST.answer, problem: INVALID },
  number: { autocomplete: 'off', longest: 20, problem: INVALID },
  date: { autocomplete: 'off', longest: 10, problem: INVALID },
  choice: { autocomplete: 'off', longest: 60, problem: INVALID },
  consent: { autocomplete: 'off', longest: 60, problem: INVALID },
  phone: { autocomplete: 'off', longest: 32, problem: 'REG_MOBILE_INVALID' },
  email: { autocomplete: 'off', longest: 254, problem: 'REG_EMAIL_INVALID' },
}

const GIVEN: readonly (readonly [string, KnownAttribute])[] = Object.entries(ATTRIBUTES).map(
  ([name, attribute]) => [
    name,
    {
      name,
      kind: attribute.kind,
      label: `$${attribute.label}$`,
      autocomplete: 'autocomplete' in attribute ? attribute.autocomplete : '',
      longest: 'longest' in attribute ? attribute.longest : 0,
      rule: attribute.rule,
      problem: 'problem' in attribute ? attribute.problem : INVALID,
      key: attribute.key,
      ...('event' in attribute && { event: attribute.event }),
    },
  ],
)

/** Every attribute that a tenant's flows can ask for. */
export function attributeBook(own: readonly OwnAttribute[]): AttributeBook {
  return new Map([...GIVEN, ...own.map(attribute => [attribute.name, known(attribute)] as const)])
}

function known(attribute: OwnAttribute): KnownAttribute {
  const { name, kind, label, choices, version, link } = attribute
  return {
    name,
    kind,
    label,
    ...INPUTS[kind],
    rule: ruleOf(attribute),
    ...(choices !== undefined && { choices }),
    ...(version !== undefined && link !== undefined && { terms: { version, link } }),
  }
}

function ruleOf({ kind, choices = [], version }: OwnAttribute): KnownAttribute['rule'] {
  switch (kind) {
    case 'text':
      return typed => visibleLine(typed, MOST.answer)
    case 'number':
      return decimal
    case 'date':
      return calendarDate
    case 'choice':
      return typed => (choices.some(({ value }) => value === typed) ? typed : undefined)
    case 'consent':
      // The person agreed to the version that the page showed. If there is a newer one since, the consent is not valid.
      return typed => (typed === version ? typed : undefined)
    case 'phone':
      return phoneNumber
    case 'email':
      return mailbox
  }
}

/** A value in its stored form, by the kind of its attribute. */
export function keptValue(kind: Field['kind'], text: string): Value {
  return kind === 'number' ? Number(text) : text
}

/** A decimal number, with a point or a comma. */
function decimal(typed: string): number | undefined {
  const text = plainDigits(typed.trim()).replace(',', '.')
  return /^[+-]?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}

/** A day of the calendar, such as 2000-01-31. */
export function calendarDate(typed: string): string | undefined {
  const text = plainDigits(typed.trim())
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}
