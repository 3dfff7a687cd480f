import { SimpleGrid, TagsInput, TextInput, Title } from '@mantine/core'
import { MOST } from '../../../src/core/user-flows/bounds.ts'
import type { FieldRule } from '../../../src/core/user-flows/document.ts'
import { useDesigning } from './context.ts'
import type { Change, FieldPlace } from './edits.ts'
import { Marked } from './marked.tsx'
import { kindOf } from './names.ts'
import { TextProperty } from './text-property.tsx'

/** Edits the rules for an answer, depending on the kind of attribute. */
export function RuleProperties({ at }: { readonly at: FieldPlace }) {
  const { document, askable, change } = useDesigning()
  const { attribute, rule = {} } = document.steps[at.step]!.fields[at.field]!
  const path = `/steps/${at.step}/fields/${at.field}/rule`
  const kind = kindOf(askable, attribute)
  const set = (some: Change<FieldRule>) => change({ what: 'rule', at, change: some })
  const isMeasured = kind === 'text' || kind === 'phone' || kind === 'email'
  const isOrdered = kind === 'number' || kind === 'date'
  if (!isMeasured && !isOrdered) return null
  const type = kind === 'date' ? 'date' : 'number'
  const bound = (typed: string) => (typed === '' ? undefined : kind === 'date' ? typed : Number(typed))
  const input = (name: keyof Omit<FieldRule, 'error' | 'domains'>, label: string) => (
    <Marked path={`${path}/${name}`}>
      <TextInput
        label={label}
        type={name === 'pattern' ? 'text' : type}
        value={String(rule[name] ?? '')}
        onChange={event => {
          const typed = event.currentTarget.value
          set({ [name]: name === 'pattern' ? typed || undefined : bound(typed) })
        }}
        {...(name === 'pattern' && {
          description: 'Characters, classes such as [a-z] and \\d, groups, |, ?, *, + and {2,5}.',
          maxLength: MOST.pattern,
          spellCheck: false,
          autoCapitalize: 'off',
        })}
      />
    </Marked>
  )
  return (
    <>
      <Title order={3}>Rule</Title>
      <SimpleGrid cols={2}>
        {isMeasured
          ? input('minLength', 'Minimum length')
          : input('min', kind === 'date' ? 'Earliest date' : 'Minimum')}
        {isMeasured
          ? input('maxLength', 'Maximum length')
          : input('max', kind === 'date' ? 'Latest date' : 'Maximum')}
      </SimpleGrid>
      {isMeasured && input('pattern', 'Pattern for the whole answer')}
      {kind === 'email' && (
        <Marked path={`${path}/domains`}>
          <TagsInput
            label="Mail domains"
            description="Only addresses of these domains. Empty for any."
            placeholder={rule.domains === undefined ? 'example.com' : undefined}
            value={[...(rule.domains ?? [])]}
            onChange={domains => set({ domains: domains.length === 0 ? undefined : domains })}
          />
        </Marked>
      )}
      <TextProperty
        label="Error text"
        description="What people read where the answer breaks the rule."
        path={`${path}/error`}
        text={rule.error}
        instead="Please check this entry."
        onChange={error => set({ error })}
      />
    </>
  )
}
