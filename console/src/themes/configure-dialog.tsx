import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { configureTheme, DEFAULT_THEME, type ThemeSummary } from './calls.ts'

interface ConfigureDialogProps {
  readonly theme: ThemeSummary
  readonly onClose: () => void
}

export function ConfigureDialog({ theme, onClose }: ConfigureDialogProps) {
  const [name, setName] = useState(theme.name)
  const [description, setDescription] = useState(theme.description ?? '')
  const { busy, failure, run } = useAction()
  const onName = onField(failure, 'name')
  const nameFixed = theme.id === DEFAULT_THEME
  // The theme as the dialog shows it. Only what was changed is sent, because somebody else may change the rest.
  const [shown] = useState(theme)
  const changes = {
    ...(name.trim() !== shown.name && { name: name.trim() }),
    ...(description !== (shown.description ?? '') && { description }),
  }
  const dirty = Object.keys(changes).length > 0
  const save = async () => {
    if (dirty) await configureTheme(theme.id, changes)
    toast('The theme is saved.')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(save)) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={nameFixed ? 'Edit description' : 'Edit name and description'}
      busy={busy}
    >
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <TextInput
            label="Name"
            description={nameFixed ? 'The default theme keeps its name.' : undefined}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            readOnly={nameFixed}
            error={onName.error}
            errorProps={{ role: 'alert' }}
            required
            maxLength={128}
            data-autofocus={!nameFixed || undefined}
          />
          <Textarea
            label="Description"
            value={description}
            onChange={event => setDescription(event.currentTarget.value)}
            autosize
            minRows={3}
            maxLength={1024}
            data-autofocus={nameFixed || undefined}
          />
          <Problem failure={onName.rest} />
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
