import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../parts/dialog.tsx'
import { useResource } from '../resource.ts'
import { useSession } from '../session.ts'
import { FLOWS, type FlowList, flowPlace } from './calls.ts'
import { isTemplate, TEMPLATES, type Template } from './templates.ts'

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/

/** Asks for the name and the template of a new flow. The flow exists once it is published. */
export function NewFlowDialog({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation()
  const { pagesUrl } = useSession()
  const { data } = useResource<FlowList>(FLOWS)
  const [reference, setReference] = useState('')
  const [template, setTemplate] = useState<Template>('empty')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(reference, data?.flows.map(flow => flow.reference) ?? [])
    setError(problem)
    if (problem !== undefined) return
    onClose()
    navigate(`${flowPlace(reference)}?from=${template}`)
  }
  return (
    <Dialog onClose={onClose} title="Create flow" size="lg">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Reference"
            description={`Its address is ${pagesUrl}/flows/?reference=${reference || '…'}`}
            value={reference}
            onChange={event => setReference(event.currentTarget.value.trim())}
            error={error}
            errorProps={{ role: 'alert' }}
            maxLength={60}
            required
            data-autofocus
          />
          <Radio.Group
            label="Begin with"
            value={template}
            onChange={value => isTemplate(value) && setTemplate(value)}
          >
            <Stack gap="xs" mt="xs">
              {Object.entries(TEMPLATES).map(([id, { name, about }]) => (
                <Radio key={id} value={id} label={name} description={about} />
              ))}
            </Stack>
          </Radio.Group>
          <Text size="sm" c="dimmed">
            Nobody can open the flow until you publish it.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Design flow</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function problemOf(reference: string, taken: readonly string[]): string | undefined {
  if (!REFERENCE.test(reference))
    return 'Use 1 to 60 letters, digits, “-” and “_”, and begin with a letter or a digit.'
  if (reference === 'user_form') return 'This reference leads to the profile. Choose another one.'
  return taken.includes(reference) ? 'Another flow has this reference.' : undefined
}
