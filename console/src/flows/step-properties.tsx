import { Stack, TextInput } from '@mantine/core'
import type { FlowStep } from '../../../src/core/user-flows/document.ts'
import { useDesigning } from './context.ts'
import type { Change } from './edits.ts'
import { Marked } from './marked.tsx'
import { NextRules } from './next-rules.tsx'
import { TextProperty } from './text-property.tsx'

/** Edits the texts of a step, and where it leads. */
export function StepProperties({ at }: { readonly at: number }) {
  const { document, change } = useDesigning()
  const { id, title, text, button } = document.steps[at]!
  const path = `/steps/${at}`
  const set = (some: Change<Omit<FlowStep, 'fields' | 'id'>>) => change({ what: 'step', at, change: some })
  return (
    <Stack gap="md">
      {at === 0 && <Marked path="/steps" />}
      <Marked path={path}>
        <TextProperty
          label="Title"
          path={`${path}/title`}
          text={title}
          required
          onChange={next => set({ title: next ?? '' })}
        />
      </Marked>
      <TextProperty
        label="Text"
        description="Above the fields."
        path={`${path}/text`}
        text={text}
        long
        onChange={next => set({ text: next })}
      />
      <TextProperty
        label="Button"
        path={`${path}/button`}
        text={button}
        instead="Continue"
        onChange={next => set({ button: next })}
      />
      <Marked path={`${path}/id`}>
        <TextInput
          label="ID"
          description="How rules and analytics name this step."
          value={id}
          onChange={event => change({ what: 'name step', at, id: event.currentTarget.value })}
          maxLength={40}
          spellCheck={false}
        />
      </Marked>
      <NextRules at={at} />
    </Stack>
  )
}
