import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Document } from './document.ts'
import type { EditedText } from './kept-text.ts'
import { Sides } from './lazy-sides.tsx'

interface ConflictDialogProps {
  readonly path: string
  readonly document: Document
  readonly theirs: EditedText
}

/** Asks what to do with a file that somebody else has saved in the meantime. */
export function ConflictDialog({ path, document, theirs }: ConflictDialogProps) {
  const { text, saving, save, take, put, settle } = document
  const [both, setBoth] = useState(false)
  const [merged, setMerged] = useState(text)
  const close = () => {
    if (both) put(merged)
    settle()
  }
  const keep = (what: string) => {
    put(what)
    void save(what, theirs.etag)
  }
  return (
    <Dialog
      onClose={close}
      title={both ? 'Their version and yours' : 'Somebody else changed this file'}
      size={both ? '95%' : 'lg'}
      dirty={both}
    >
      <Stack>
        <Text size="sm">
          {both
            ? 'Edit the right side until it is as you want it, then save it.'
            : `Somebody else saved ${path} after you opened it. Nothing is lost: their version is in the theme, and yours is here.`}
        </Text>
        {both && (
          <Sides
            path={path}
            left={theirs.text ?? ''}
            right={text}
            leftName="Theirs"
            rightName="Yours"
            onText={setMerged}
          />
        )}
        <Problem failure={saving.failure} title="The file was not saved" />
        {both ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={saving.busy}>
              Back to the editor
            </Button>
            <Button onClick={() => keep(merged)} loading={saving.busy}>
              Save the right side
            </Button>
          </Group>
        ) : (
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={saving.busy}
              onClick={() => {
                take(theirs)
                settle()
              }}
            >
              Use theirs
            </Button>
            <Button variant="default" onClick={() => keep(text)} loading={saving.busy}>
              Keep mine
            </Button>
            <Button
              onClick={() => setBoth(true)}
              disabled={saving.busy || theirs.text === null}
              data-autofocus
            >
              Compare both
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
