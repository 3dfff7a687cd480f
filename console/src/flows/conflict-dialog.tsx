import { Button, Group, Stack, Text } from '@mantine/core'
import type { ApiError } from '../api.ts'
import { Ago } from '../parts/ago.tsx'
import { authorShown } from '../parts/author.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import type { WholeFlow } from './calls.ts'

interface ConflictDialogProps {
  readonly theirs: WholeFlow
  readonly busy: boolean
  /** Why the design could not be published. */
  readonly failure: ApiError | null
  readonly onClose: () => void
  readonly onTake: () => void
  readonly onKeep: () => void
}

/** Asks what to do with a flow that somebody else has published in the meantime. */
export function ConflictDialog({ theirs, busy, failure, onClose, onTake, onKeep }: ConflictDialogProps) {
  const { reference, version, updated, updatedBy, updatedByName } = theirs
  return (
    <Dialog onClose={onClose} title="Somebody else changed this flow" size="lg" busy={busy}>
      <Stack>
        <Text size="sm">
          {authorShown(updatedBy, updatedByName)} published version {version} of {reference}
          {updated !== null && (
            <>
              {' '}
              <Ago at={updated} />
            </>
          )}
          . Nothing is lost: your design is still here, and theirs is in the history.
        </Text>
        <Problem failure={failure} title="The flow was not published" />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Back to the designer
          </Button>
          <Button variant="default" onClick={onTake} disabled={busy}>
            Use theirs
          </Button>
          <Button onClick={onKeep} loading={busy}>
            Publish mine
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          After “Use theirs”, you can undo to get your design back.
        </Text>
      </Stack>
    </Dialog>
  )
}
