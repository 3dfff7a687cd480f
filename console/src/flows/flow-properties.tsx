import { Select, Stack, Switch, Text } from '@mantine/core'
import { OUTCOMES as ALL, FLOW_KINDS, type FlowDocument } from '../../../src/core/user-flows/document.ts'
import { useDesigning } from './context.ts'
import type { Change } from './edits.ts'
import { Marked } from './marked.tsx'
import { KINDS, OUTCOMES } from './names.ts'
import { TextProperty } from './text-property.tsx'

/** Edits the properties of the whole flow. */
export function FlowProperties({ builtIn }: { readonly builtIn: boolean }) {
  const { document, change } = useDesigning()
  const { kind, verification, invitationOnly = false, atSignIn = false } = document
  const set = (some: Change<Omit<FlowDocument, 'steps' | 'end'>>) => change({ what: 'flow', change: some })
  return (
    <Stack gap="md">
      <Marked path="">
        <Marked path="/kind">
          <Select
            label="Kind"
            description={
              builtIn
                ? 'You cannot change the kind, because pages of the service link to this flow.'
                : 'A registration creates an account. A user form asks people who are signed in for details.'
            }
            disabled={builtIn}
            allowDeselect={false}
            data={FLOW_KINDS.map(value => ({ value, label: KINDS[value] }))}
            value={kind}
            onChange={value => {
              const next = FLOW_KINDS.find(one => one === value)
              if (next !== undefined)
                set({
                  kind: next,
                  verification: undefined,
                  invitationOnly: undefined,
                  atSignIn: undefined,
                })
            }}
          />
        </Marked>
      </Marked>
      {kind === 'registration' ? (
        <>
          <Marked path="/verification">
            <Switch
              label="Verify the e-mail address"
              description="People get a mail with a code and a link before there is an account."
              checked={verification !== 'none'}
              onChange={event => set({ verification: event.currentTarget.checked ? 'code' : 'none' })}
            />
          </Marked>
          <Marked path="/invitationOnly">
            <Switch
              label="Invitation only"
              description="Only people with an invitation can register. After publishing, choose “Invite people” in the menu of the flow."
              checked={invitationOnly}
              onChange={event => set({ invitationOnly: event.currentTarget.checked || undefined })}
            />
          </Marked>
        </>
      ) : (
        <Marked path="/atSignIn">
          <Switch
            label="Show at sign-in"
            description="People who sign in get the form while something that it requires is missing."
            checked={atSignIn}
            onChange={event => set({ atSignIn: event.currentTarget.checked || undefined })}
          />
        </Marked>
      )}
      <Text size="sm" c="dimmed">
        People in the middle of a flow finish the version that they started.
      </Text>
    </Stack>
  )
}

/** Edits what follows a flow. */
export function EndProperties() {
  const { document, change } = useDesigning()
  const { kind, end } = document
  const set = (some: Change<FlowDocument['end']>) => change({ what: 'end', change: some })
  const outcomes = ALL.filter(one => kind === 'registration' || one !== 'approval' || end.outcome === one)
  return (
    <Stack gap="md">
      <Marked path="/end">
        <Marked path="/end/outcome">
          <Select
            label="After the last step"
            allowDeselect={false}
            data={outcomes.map(value => ({ value, label: OUTCOMES[value] }))}
            value={end.outcome}
            onChange={value => {
              const outcome = ALL.find(one => one === value)
              if (outcome !== undefined) set({ outcome })
            }}
          />
        </Marked>
      </Marked>
      <TextProperty
        label="Title"
        path="/end/title"
        text={end.title}
        instead="The theme’s own title"
        onChange={title => set({ title })}
      />
      <TextProperty
        label="Text"
        path="/end/text"
        text={end.text}
        instead="The theme’s own text"
        long
        onChange={text => set({ text })}
      />
    </Stack>
  )
}
