import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'

interface NameDialogProps {
  readonly title: string
  readonly action: string
  readonly name: string
  readonly onClose: () => void
  readonly onSubmit: (name: string) => Promise<void>
}

/** Asks for the name of a group. */
export function NameDialog({ title, action, name: before, onClose, onSubmit }: NameDialogProps) {
  const [name, setName] = useState(before)
  const { busy, failure, run } = useAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(() => onSubmit(name.trim()))) onClose()
  }
  return (
    <Dialog onClose={onClose} title={title} busy={busy}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <TextInput
            label="Name"
            description="Applications that request the scope “groups” receive this name."
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            error={onField(failure, 'name').error}
            errorProps={{ role: 'alert' }}
            required
            maxLength={128}
            data-autofocus
          />
          <Problem failure={onField(failure, 'name').rest} title="The group was not saved" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
