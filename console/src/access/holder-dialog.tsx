import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import { HolderField } from './holder-field.tsx'

interface HolderDialogProps {
  readonly title: string
  readonly action: string
  /** The last day of access, if it can be chosen. */
  readonly until?: string
  /** The holder of the access, if it cannot be changed. */
  readonly holder?: string
  readonly onClose: () => void
  readonly onSubmit: (holder: string, until: string) => Promise<void>
}

/** Asks for an account or a group, and for the end of its access. */
export function HolderDialog(props: HolderDialogProps) {
  const { title, action, onClose, onSubmit } = props
  const [holder, setHolder] = useState(props.holder ?? '')
  const [until, setUntil] = useState(props.until ?? '')
  const { busy, failure, run } = useAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events of a dialog to the component that renders it, which may be inside another form.
    event.stopPropagation()
    if (await run(() => onSubmit(holder.trim(), until))) onClose()
  }
  return (
    <Dialog onClose={onClose} title={title} busy={busy}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          {props.holder === undefined && (
            <HolderField
              label="Account or group"
              description="A username, or the name of a group."
              value={holder}
              onChange={setHolder}
              required
              data-autofocus
            />
          )}
          {props.until !== undefined && (
            <TextInput
              type="date"
              label="Last day"
              description="Access ends at midnight UTC after this day. Leave it empty for access without an end date."
              value={until}
              onChange={event => setUntil(event.currentTarget.value)}
              data-autofocus={props.holder !== undefined || undefined}
            />
          )}
          <Problem failure={failure} title="Nothing was changed" />
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
