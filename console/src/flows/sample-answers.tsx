import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { comparisonsIn } from '../../../src/core/user-flows/condition.ts'
import type { Answers, FlowDocument } from '../../../src/core/user-flows/document.ts'
import { walked } from '../../../src/core/user-flows/walk.ts'
import { useDesigning } from './context.ts'
import { type Askable, plainText } from './names.ts'

/** Sample answers by attribute, as typed. */
export type Samples = Readonly<Record<string, string>>

interface SampleAnswersProps {
  readonly samples: Samples
  readonly onChange: (samples: Samples) => void
}

/** Edits sample answers to try the conditions of a flow: one for each attribute that a condition depends on. */
export function SampleAnswers({ samples, onChange }: SampleAnswersProps) {
  const { document, askable } = useDesigning()
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" mt={8} role="group" aria-label="Sample answers">
      {decisive(document).map(attribute => (
        <SampleAnswer
          key={attribute}
          attribute={attribute}
          askable={askable}
          value={samples[attribute] ?? ''}
          onChange={value => onChange({ ...samples, [attribute]: value })}
        />
      ))}
    </SimpleGrid>
  )
}

interface SampleAnswerProps {
  readonly attribute: string
  readonly askable: Askable
  readonly value: string
  readonly onChange: (value: string) => void
}

function SampleAnswer({ attribute, askable, value, onChange }: SampleAnswerProps) {
  const { kind, choices, terms } = askable.book.get(attribute) ?? {}
  const label = `Answer to ${askable.name(attribute)}`
  const data =
    choices?.map(choice => ({ value: choice.value, label: plainText(choice.label) ?? choice.value })) ??
    (terms && [{ value: terms.version, label: 'Agreed' }])
  if (data !== undefined)
    return (
      <Select
        label={label}
        size="xs"
        clearable
        placeholder="No answer"
        data={data}
        value={value === '' ? null : value}
        onChange={chosen => onChange(chosen ?? '')}
      />
    )
  return (
    <TextInput
      label={label}
      size="xs"
      placeholder="No answer"
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** The attributes that conditions of a flow depend on. */
export function decisive({ steps }: FlowDocument): string[] {
  const conditions = steps.flatMap(({ fields, next = [] }) => [...fields, ...next].map(({ when }) => when))
  return [...new Set(conditions.flatMap(when => comparisonsIn(when, '').map(({ at }) => at.field!)))]
}

/** The ids of the steps that a person with these answers sees. */
export function stepsFor(document: FlowDocument, samples: Samples, { book }: Askable): ReadonlySet<string> {
  const given = Object.entries(samples).filter(([, text]) => text.trim() !== '')
  const answers: Answers = Object.fromEntries(
    given.map(([name, text]) => [name, book.get(name)?.rule(text) ?? null]),
  )
  return new Set(walked(document, answers).steps.map(({ id }) => id))
}
