import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { IN_DIALOG } from '../access/holder-field.tsx'
import { HoldersField, namesIn } from '../access/holders-field.tsx'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { addMembers, type GroupRecord } from './calls.ts'

interface AddDialogProps {
  readonly group: GroupRecord
  readonly onClose: () => void
}

/** Asks for the people to add to a group. */
export function AddDialog({ group, onClose }: AddDialogProps) {
  const [names, setNames] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const { busy, failure, run } = useAction()
  const accounts = namesIn(names, typed)
  const add = async () => {
    const added = await addMembers(group.id, accounts)
    toast(added === 1 ? 'One person was added.' : `${added} people were added.`)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(add)) onClose()
  }
  return (
    <Dialog onClose={onClose} title={`Add members to ${group.name}`} busy={busy} dirty={accounts.length > 0}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <HoldersField
            kind="account"
            label="People"
            description="Type part of a name, or paste up to 1,000 usernames, one on each line. People who already are members are skipped."
            value={names}
            onChange={setNames}
            typed={typed}
            onTyped={setTyped}
            comboboxProps={IN_DIALOG}
            data-autofocus
          />
          <Problem failure={failure} title="The members were not added" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={accounts.length === 0}>
              Add members
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
