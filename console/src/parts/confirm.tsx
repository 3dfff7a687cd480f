import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAction } from '../action.ts'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface ConfirmProps {
  readonly title: string
  readonly action: string
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
  readonly harmless?: boolean
  /** A word that must be typed to confirm. */
  readonly typed?: string
  readonly children: ReactNode
}

/** Asks for confirmation before something that is hard to undo. */
export function Confirm({ title, action, onClose, onConfirm, harmless, typed, children }: ConfirmProps) {
  const { busy, failure, run } = useAction()
  const [text, setText] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events of a dialog to the component that renders it, which may be inside another form.
    event.stopPropagation()
    if (await run(onConfirm)) onClose()
  }
  return (
    <Dialog onClose={onClose} title={title} busy={busy}>
      <form onSubmit={event => void submit(event)}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={`Type “${typed}” to confirm`}
              value={text}
              onChange={event => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Problem failure={failure} />
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={onClose}
              disabled={busy}
              data-autofocus={typed === undefined || undefined}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              color={harmless ? undefined : 'red.9'}
              loading={busy}
              disabled={typed !== undefined && text.trim() !== typed}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
