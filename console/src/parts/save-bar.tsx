import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { ApiError } from '../api.ts'
import { giveBack } from './focus.ts'
import { Problem } from './problem.tsx'
import classes from './save-bar.module.css'

interface SaveBarProps {
  /** Whether there are unsaved changes. */
  readonly dirty: boolean
  /** Whether they can be saved as they are. */
  readonly ready?: boolean
  readonly busy: boolean
  readonly failure: ApiError | null
  /** The failure as the bar shows it, if a field shows it instead. */
  readonly shown?: ApiError | null
  readonly onDiscard: () => void
}

/** Saves or discards the changes of a form. It is there as long as there are changes, or one was refused. */
export function SaveBar(props: SaveBarProps) {
  return props.dirty || props.failure !== null ? <Bar {...props} /> : null
}

function Bar({ dirty, ready = dirty, busy, failure, shown = failure, onDiscard }: SaveBarProps) {
  // The button that was pressed disappears. Without this, the keyboard would begin at the top of the page again.
  useEffect(() => () => void setTimeout(() => giveBack(null)), [])
  return (
    <Stack gap="sm" mt="lg" className={classes.bar}>
      <Problem failure={shown} title="The changes were not saved" />
      <Group>
        <Button type="submit" loading={busy} disabled={!ready}>
          Save changes
        </Button>
        <Button variant="default" onClick={onDiscard} disabled={busy}>
          Discard changes
        </Button>
        <Text size="sm" c="dimmed">
          Not saved yet
        </Text>
      </Group>
    </Stack>
  )
}
