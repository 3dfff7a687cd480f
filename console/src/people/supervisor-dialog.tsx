import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { HolderField } from '../access/holder-field.tsx'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { type Person, setSupervisor } from './calls.ts'

interface SupervisorDialogProps {
  readonly person: Person
  readonly onClose: () => void
}

/** Asks for somebody's supervisor. */
export function SupervisorDialog({ person, onClose }: SupervisorDialogProps) {
  const { id, userName } = person
  const [supervisor, setTyped] = useState(person.supervisor ?? '')
  const { busy, failure, run } = useAction()
  const save = async () => {
    const changed = await setSupervisor(id, supervisor.trim() || null)
    toast(
      changed.supervisor === null
        ? `Nobody supervises ${userName}.`
        : `${changed.supervisor} supervises ${userName}.`,
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(save)) onClose()
  }
  return (
    <Dialog onClose={onClose} title={`Supervisor of ${userName}`} busy={busy}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <HolderField
            kind="account"
            label="Supervisor"
            description="The username of the person who reviews their access in campaigns. Leave it empty for nobody."
            value={supervisor}
            onChange={setTyped}
            data-autofocus
          />
          <Problem failure={failure} title="Nothing was changed" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
