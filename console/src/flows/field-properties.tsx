import { Select, Stack, Switch, Title } from '@mantine/core'
import { type FlowField, PASSWORD } from '../../../src/core/user-flows/document.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { useDesigning } from './context.ts'
import type { Change, FieldPlace } from './edits.ts'
import { Marked } from './marked.tsx'
import { kindOf, notAsked, plainText } from './names.ts'
import { RuleProperties } from './rule-properties.tsx'
import { TextProperty } from './text-property.tsx'

/** Kinds of fields without an example, because they are never empty or cannot show one. */
const WITHOUT_EXAMPLE = ['choice', 'consent', 'date']

/** Edits what a field asks for, and how. */
export function FieldProperties({ at }: { readonly at: FieldPlace }) {
  const { document, askable, change } = useDesigning()
  const field = document.steps[at.step]!.fields[at.field]!
  const path = `/steps/${at.step}/fields/${at.field}`
  const { attribute, label, help, placeholder, required = false, when } = field
  const set = (some: Change<FlowField>) => change({ what: 'field', at, change: some })
  const kind = kindOf(askable, attribute)
  const known = document.steps
    .slice(0, at.step)
    .flatMap(({ fields }) => fields.map(one => one.attribute))
    .filter(name => name !== PASSWORD)
  return (
    <Stack gap="md">
      <Marked path={path}>
        <Marked path={`${path}/attribute`}>
          <Select
            label="Attribute"
            openOnFocus={false}
            searchable
            allowDeselect={false}
            data={[attribute, ...notAsked(document, askable)].map(value => ({
              value,
              label: askable.name(value),
            }))}
            value={attribute}
            onChange={value => value !== null && set({ attribute: value, rule: undefined })}
          />
        </Marked>
      </Marked>
      <Switch
        label="Required"
        checked={required}
        onChange={event => set({ required: event.currentTarget.checked || undefined })}
      />
      <TextProperty
        label="Label"
        path={`${path}/label`}
        text={label}
        instead={plainText(askable.book.get(attribute)?.label) ?? askable.name(attribute)}
        onChange={text => set({ label: text })}
      />
      <TextProperty
        label="Help"
        description="A text below the field."
        path={`${path}/help`}
        text={help}
        long
        onChange={text => set({ help: text })}
      />
      {!WITHOUT_EXAMPLE.includes(kind ?? '') && (
        <TextProperty
          label="Placeholder"
          description="An example inside the empty field."
          path={`${path}/placeholder`}
          text={placeholder}
          onChange={text => set({ placeholder: text })}
        />
      )}
      <RuleProperties at={at} />
      <Title order={3}>Condition</Title>
      <ConditionEditor
        label="Asked only if"
        path={`${path}/when`}
        condition={when}
        known={known}
        onChange={condition => set({ when: condition })}
      />
    </Stack>
  )
}
