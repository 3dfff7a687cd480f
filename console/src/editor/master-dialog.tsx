import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { useContent } from '../theme/content.ts'
import { pastFileAddress } from '../theme/history-calls.ts'
import { MASTER } from '../themes/calls.ts'
import { Sides } from './lazy-sides.tsx'

interface MasterDialogProps {
  readonly themeId: string
  readonly path: string
  readonly text: string
  /** Called with the final text of the right side. */
  readonly onClose: (text: string) => void
}

/** Compares a file with the master's. */
export function MasterDialog({ themeId, path, text, onClose }: MasterDialogProps) {
  const { content, failure } = useContent(pastFileAddress(themeId, MASTER, path), path, '')
  const [edited, setEdited] = useState(text)
  return (
    <Dialog onClose={() => onClose(edited)} title="Compare with master" size="95%" dirty>
      <Stack>
        <Text size="sm">
          {content?.text === text
            ? 'The file is the same as the master’s.'
            : 'Changes on the right side go to the editor, where you can save them.'}
        </Text>
        {failure?.status === 404 ? (
          <Text size="sm">The master has no such file.</Text>
        ) : (
          <Problem failure={failure} />
        )}
        {content === null && failure === null && <Placeholder h={320} label="Loading the file" />}
        {content !== null && (
          <Sides
            path={path}
            left={content.text ?? ''}
            right={text}
            leftName="Master"
            rightName="This theme"
            onText={setEdited}
          />
        )}
        <Group justify="flex-end">
          <Button onClick={() => onClose(edited)} data-autofocus>
            Back to the editor
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
