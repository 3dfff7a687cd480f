import { EVENTFUL } from '../attributes.ts'
import type { Mistake } from '../mistake.ts'
import { type AttributeBook, calendarDate, type KnownAttribute } from './attribute-book.ts'
import { type FieldRule, type FlowDocument, type FlowField, PASSWORD, type Value } from './document.ts'
import { PatternFault, patternOf } from './pattern.ts'

type Kind = KnownAttribute['kind']
type RuleName = Exclude<keyof FieldRule, 'error'>

const MEASURED: readonly Kind[] = ['text', 'phone', 'email']
const ORDERED: readonly Kind[] = ['number', 'date']
/** The kinds of values to which each part of a rule applies. */
const FITTING: Readonly<Record<RuleName, readonly Kind[]>> = {
  minLength: MEASURED,
  maxLength: MEASURED,
  pattern: MEASURED,
  min: ORDERED,
  max: ORDERED,
  domains: ['email'],
}
/** Attributes that a kind of flow cannot ask for. */
const KEPT_OUT: Readonly<Record<FlowDocument['kind'], Readonly<Record<string, string>>>> = {
  registration: { username: 'People register with their e-mail address as their username.' },
  user_form: {
    username: 'Only an administrator can change a username.',
    email: 'Only an administrator can change an e-mail address, because applications rely on it.',
    [PASSWORD]: 'People change their password on a separate page.',
  },
}

/** Whether a kind of flow cannot ask for an attribute. */
export function isKeptOut(kind: FlowDocument['kind'], attribute: string): boolean {
  return Object.hasOwn(KEPT_OUT[kind], attribute)
}

/** The mistakes in the fields of a flow. */
export function fieldMistakes({ kind, steps }: FlowDocument, book: AttributeBook): Mistake[] {
  const seen = new Set<string>()
  return steps.flatMap(({ fields }, index) =>
    fields.flatMap((field, at) => {
      const path = `/steps/${index}/fields/${at}`
      const { attribute: name } = field
      const again = seen.has(name)
      seen.add(name)
      const known = book.get(name)
      const out = isKeptOut(kind, name) ? KEPT_OUT[kind][name] : undefined
      const reason =
        out ??
        (known === undefined && name !== PASSWORD
          ? `There is no attribute "${name}".`
          : again
            ? `An earlier field already asks for "${name}".`
            : undefined)
      if (reason !== undefined) return [{ path: `${path}/attribute`, reason }]
      return [...ruleMistakes(field, known, path), ...eventMistakes(known, path)]
    }),
  )
}

function ruleMistakes({ rule }: FlowField, known: KnownAttribute | undefined, path: string): Mistake[] {
  if (rule === undefined) return []
  const kind = known?.kind ?? 'password'
  const mistakes: Mistake[] = []
  const tell = (name: string, reason: string) => mistakes.push({ path: `${path}/rule/${name}`, reason })
  for (const [name, kinds] of Object.entries(FITTING))
    if (rule[name as RuleName] !== undefined && !kinds.includes(kind))
      tell(name, `This is only possible for fields of the kind ${kinds.join(', ')}.`)
  if (rule.pattern !== undefined) {
    try {
      patternOf(rule.pattern)
    } catch (error) {
      if (!(error instanceof PatternFault)) throw error
      tell('pattern', error.message)
    }
  }
  for (const name of ['min', 'max'] as const)
    if (rule[name] !== undefined && ORDERED.includes(kind) && !isBound(kind, rule[name]))
      tell(name, kind === 'date' ? 'This must be a date such as 2000-01-31.' : 'This must be a number.')
  const { min, max, minLength, maxLength } = rule
  if (min !== undefined && max !== undefined && max < min)
    tell('max', 'The maximum is less than the minimum.')
  if (minLength !== undefined && maxLength !== undefined && maxLength < minLength)
    tell('maxLength', 'The maximum length is less than the minimum length.')
  if (known !== undefined && MEASURED.includes(kind) && (minLength ?? 0) > known.longest)
    tell('minLength', `An answer can have at most ${known.longest} characters.`)
  return mistakes
}

function isBound(kind: Kind, value: Value): boolean {
  return kind === 'date'
    ? typeof value === 'string' && calendarDate(value) === value
    : typeof value === 'number'
}

/** Tag managers match names by containment, so a click could also count for another field. */
function eventMistakes(known: KnownAttribute | undefined, path: string): Mistake[] {
  if (known === undefined || known.key !== undefined) return []
  const other = [...EVENTFUL, PASSWORD].find(name => known.name.includes(name))
  if (other === undefined) return []
  const reason = `The name contains "${other}", so a tag manager counts clicks into it as clicks into that field too.`
  return [{ path: `${path}/attribute`, reason, warning: true }]
}
