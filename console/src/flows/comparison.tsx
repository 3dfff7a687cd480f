import { Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Condition, Value } from '../../../src/core/user-flows/document.ts'
import { useDesigning } from './context.ts'
import { type Askable, plainText } from './names.ts'

/** The comparisons of an answer with a value. */
const COMPARISONS = {
  given: 'has an answer',
  missing: 'has no answer',
  is: 'is',
  isNot: 'is not',
  oneOf: 'is one of',
  atLeast: 'is at least',
  atMost: 'is at most',
} as const

const OF_NUMBERS: readonly string[] = ['atLeast', 'atMost']

/** The comparisons that an attribute allows. The current one is among them, so that it can be seen. */
export function comparisonsOf({ book }: Askable, condition: Condition) {
  const isNumber = book.get(condition.field ?? '')?.kind === 'number'
  return Object.entries(COMPARISONS)
    .filter(([how]) => isNumber || !OF_NUMBERS.includes(how) || how === comparisonIn(condition))
    .map(([value, label]) => ({ value, label }))
}

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
  const set = (typed: Value) => onChange({ field, [how]: typed })
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
  if (kind === 'number' || OF_NUMBERS.includes(how))
    return <NumberValue name={name} value={value} onChange={set} />
  return (
    <TextInput
      size="xs"
      aria-label={name}
      type={kind === 'date' ? 'date' : 'text'}
      value={value}
      onChange={event => set(event.currentTarget.value)}
    />
  )
}

interface NumberValueProps {
  readonly name: string
  readonly value: string
  readonly onChange: (value: number) => void
}

/** A number. What is typed stays as it is, also while it is not a number, such as “-”. */
function NumberValue({ name, value, onChange }: NumberValueProps) {
  const [typed, setTyped] = useState<string>()
  const number = numberIn(typed ?? '')
  // After an undo, the value is another one than what was typed.
  const isShown = typed !== undefined && (number === undefined || String(number) === value)
  return (
    <TextInput
      size="xs"
      aria-label={name}
      type="number"
      step="any"
      value={isShown ? typed : value}
      onChange={event => {
        const next = event.currentTarget.value
        setTyped(next)
        const number = numberIn(next)
        if (number !== undefined) onChange(number)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

function numberIn(typed: string): number | undefined {
  return typed.trim() !== '' && Number.isFinite(Number(typed)) ? Number(typed) : undefined
}

function meantBy(kind: string | undefined, typed: string): Value {
  return (kind === 'number' ? numberIn(typed) : undefined) ?? typed
}
