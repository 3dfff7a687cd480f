import { Alert, Button, Group } from '@mantine/core'
import { Ago } from './ago.tsx'
import { Icon } from './icon.tsx'

interface RestoredProps {
  /** When it was typed, in milliseconds since 1970. */
  readonly at: number
  readonly onDiscard: () => void
}

/** Says that unsaved changes were restored. */
export function Restored({ at, onDiscard }: RestoredProps) {
  return (
    <Alert role="status" icon={<Icon name="undo" />} title="Your unsaved changes are back">
      <Group justify="space-between" gap="sm">
        <span>
          You made them <Ago at={new Date(at).toISOString()} />. Save them, or discard them.
        </span>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
