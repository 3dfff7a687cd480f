import type { Message } from '../flows/message.ts'
import type { AttributeBook, KnownAttribute } from './attribute-book.ts'
import { calendarDate } from './attribute-book.ts'
import type { Answers, FieldRule, FlowField, Value } from './document.ts'
import { PASSWORD } from './document.ts'
import { patternOf } from './pattern.ts'

/** What is wrong with answers, by attribute, in the order of the fields. */
export type AnswerProblems = Readonly<Record<string, Message>>

/** The label of the error text that a field's rule defines. */
export function ruleLabel(attribute: string): string {
  return `rule:${attribute}`
}

/**
 * Parses texts into answers, or says what is wrong with them. A choice that the page does not list, such as a language,
 * counts as no answer. Passwords are checked elsewhere.
 */
export function answersTo(
  fields: readonly FlowField[],
  given: Readonly<Record<string, string | undefined>>,
  book: AttributeBook,
  listed: Readonly<Record<string, readonly string[]>> = {},
): { readonly answers: Answers; readonly problems: AnswerProblems } {
  const answers: Record<string, Value | null> = {}
  const problems: Record<string, Message> = {}
  for (const field of fields.filter(({ attribute }) => attribute !== PASSWORD)) {
    const { attribute: name, required = false, rule } = field
    const attribute = book.get(name)
    // The attribute was removed after the flow was published.
    if (attribute === undefined) continue
    const value = meantValue(attribute, given[name] ?? '', listed[name])
    if (value === undefined) problems[name] = { label: attribute.problem }
    else if (value === null && required) problems[name] = { label: 'REG_REQUIRED' }
    else if (value !== null && rule !== undefined && !meets(rule, value))
      problems[name] = { label: ruleLabel(name) }
    else answers[name] = value
  }
  return { answers, problems }
}

function meantValue(
  { kind, rule }: KnownAttribute,
  typed: string,
  list: readonly string[] | undefined,
): Value | null | undefined {
  if (list !== undefined) return list.includes(typed) && typed !== '' ? typed : null
  // A box that is not ticked, or that was ticked for another version, counts as no consent.
  if (kind === 'consent') return rule(typed) ?? null
  return typed.trim() === '' ? null : rule(typed)
}

/** Whether a value satisfies a rule. */
export function meets(rule: FieldRule, value: Value): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, min, max, pattern, domains } = rule
  const text = String(value)
  const length = [...text].length
  if (length < minLength || length > maxLength) return false
  if (min !== undefined && before(value, min)) return false
  if (max !== undefined && before(max, value)) return false
  if (pattern !== undefined && !patternOf(pattern).matches(text)) return false
  const domain = text.slice(text.lastIndexOf('@') + 1).toLowerCase()
  return domains === undefined || domains.some(one => one.toLowerCase() === domain)
}

/** Whether a number is less than another, or a date earlier. */
function before(one: Value, other: Value): boolean {
  const isDates = calendarDate(String(one)) !== undefined && calendarDate(String(other)) !== undefined
  return isDates ? String(one) < String(other) : Number(one) < Number(other)
}
