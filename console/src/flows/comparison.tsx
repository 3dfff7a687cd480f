import { Select, TagsInput, TextInput } from '@mantine/core'
import type { Condition, Value } from '../../../src/core/user-flows/document.ts'
import { useDesigning } from './context.ts'
import { plainText } from './names.ts'

/** The comparisons of an answer with a value. */
export const COMPARISONS = {
  given: 'has an answer',
  missing: 'has no answer',
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  atLeast: 'is at least',
  atMost: 'is at most',
} as const

export function comparisonIn(condition: Condition): string {
  if (condition.given !== undefined) return condition.given ? 'given' : 'missing'
  return Object.keys(COMPARISONS).find(name => condition[name as keyof Condition] !== undefined) ?? 'given'
}

/** A condition with another comparison. The value is kept as far as it is valid. */
export function compared(
  { field = '', is, isNot, oneOf, atLeast, atMost }: Condition,
  how: string,
): Condition {
  const value = is ?? isNot ?? oneOf?.[0] ?? atLeast ?? atMost ?? ''
  const number = Number.isFinite(Number(value)) ? Number(value) : 0
  switch (how) {
    case 'missing':
      return { field, given: false }
    case 'is':
      return { field, is: value }
    case 'isNot':
      return { field, isNot: value }
    case 'oneOf':
      return { field, oneOf: oneOf ?? (value === '' ? [] : [value]) }
    case 'atLeast':
      return { field, atLeast: number }
    case 'atMost':
      return { field, atMost: number }
    default:
      return { field, given: true }
  }
}

interface ComparisonValueProps {
  readonly label: string
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
}

/** The value that an answer is compared with. */
export function ComparisonValue({ label, condition, onChange }: ComparisonValueProps) {
  const { askable } = useDesigning()
  const { field = '', oneOf } = condition
  const name = `${label}: value`
  const { kind, choices } = askable.book.get(field) ?? {}
  const data = choices?.map(({ value, label }) => ({ value, label: plainText(label) ?? value }))
  const how = comparisonIn(condition)
  if (how === 'given' || how === 'missing') return null
  if (oneOf !== undefined)
    return (
      <TagsInput
        size="xs"
        aria-label={name}
        data={data?.map(({ value }) => value) ?? []}
        value={oneOf.map(String)}
        onChange={values => onChange({ field, oneOf: values.map(value => meantBy(kind, value)) })}
      />
    )
  const value = String(condition.is ?? condition.isNot ?? condition.atLeast ?? condition.atMost ?? '')
  const set = (typed: string) =>
    onChange(
      how === 'atLeast' || how === 'atMost'
        ? { field, [how]: Number(typed) }
        : { field, [how]: meantBy(kind, typed) },
    )
  if (data !== undefined && (how === 'is' || how === 'isNot'))
    return (
      <Select
        size="xs"
        aria-label={name}
        allowDeselect={false}
        data={data}
        value={value === '' ? null : value}
        onChange={chosen => chosen !== null && set(chosen)}
      />
    )
  return (
    <TextInput
      size="xs"
      aria-label={name}
      type={kind === 'number' ? 'number' : kind === 'date' ? 'date' : 'text'}
      value={value}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}

function meantBy(kind: string | undefined, typed: string): Value {
  return kind === 'number' && typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed
}
