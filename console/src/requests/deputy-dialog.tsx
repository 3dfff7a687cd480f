import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { HolderField } from '../access/holder-field.tsx'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { addDeputy, type NewDeputy } from './calls.ts'

/** Asks who decides in place of whom, and when. */
export function DeputyDialog({ onClose }: { readonly onClose: () => void }) {
  const [given, setGiven] = useState<NewDeputy>({ approver: '', deputy: '', from: '', until: '' })
  const { busy, failure, run } = useAction()
  const set = (name: keyof NewDeputy) => (value: string) => setGiven(before => ({ ...before, [name]: value }))
  const add = async () => {
    const [approver, deputy] = [given.approver.trim(), given.deputy.trim()]
    await addDeputy({ ...given, approver, deputy })
    toast(`${deputy} is deputy of ${approver}.`)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(add)) onClose()
  }
  return (
    <Dialog onClose={onClose} title="Add deputy" busy={busy}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <HolderField
            kind="account"
            label="Who is away"
            description="The username of an approver or reviewer."
            value={given.approver}
            onChange={set('approver')}
            required
            data-autofocus
          />
          <HolderField
            kind="account"
            label="Deputy"
            description="The username of the person who decides on their behalf."
            value={given.deputy}
            onChange={set('deputy')}
            required
          />
          <TextInput
            type="date"
            label="First day"
            description="Starts at midnight UTC. Leave it empty to start now."
            value={given.from}
            onChange={event => set('from')(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label="Last day"
            description="Ends at midnight UTC after this day."
            value={given.until}
            onChange={event => set('until')(event.currentTarget.value)}
            required
          />
          <Problem failure={failure} title="The deputy was not added" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Add deputy
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
