import { Alert, Button, FileInput, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAction } from '../action.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { onField } from '../parts/on-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import type { Catalogue } from '../preview/calls.ts'
import { isText } from '../theme/content.ts'
import { createFile } from './calls.ts'
import { isShownIn } from './file-flaws.ts'

interface NewFileDialogProps {
  readonly themeId: string
  readonly catalogue: Catalogue | undefined
  readonly onClose: () => void
  readonly onCreated: (path: string) => void
}

const STATIC = 'common/static/'
// Browsers resolve such folders in URLs, so the server would never see them.
const CLIMBS = /(?:^|\/)\.{0,2}(?:\/|$)/

/** Adds a file to a theme: an uploaded one, or an empty text. */
export function NewFileDialog({ themeId, catalogue, onClose, onCreated }: NewFileDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [path, setPath] = useState(STATIC)
  const { busy, failure, run } = useAction()
  const onPath = onField(failure, 'path')
  const named = path !== '' && !path.endsWith('/')
  const climbs = named && CLIMBS.test(path)
  const needsFile = named && file === null && !isText(path)
  const ready = named && !climbs && !needsFile
  const flaw = climbs
    ? 'Write the path without “.”, “..” and empty folders.'
    : needsFile && 'Choose a file to upload. Files of this kind cannot be empty.'
  const choose = (chosen: File | null) => {
    setFile(chosen)
    if (chosen !== null && !named) setPath(`${path || STATIC}${chosen.name}`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    void run(async () => {
      await createFile(themeId, path, file ?? new File([], path.slice(path.lastIndexOf('/') + 1)))
      toast('The file was added and saved. You can undo this in the history of the theme.')
      onClose()
      onCreated(path)
    })
  }
  return (
    <Dialog onClose={onClose} title="New file" busy={busy}>
      <form onSubmit={submit}>
        <Stack>
          <FileInput
            label="File to upload"
            description="An image, a font or a style sheet. Leave it out to create an empty text file."
            placeholder="Choose a file"
            leftSection={<Icon name="upload" size={16} />}
            value={file}
            onChange={choose}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove file' }}
          />
          <TextInput
            label="Path in the theme"
            description="Pages reach files below common/static at /template/v1.0/static/."
            value={path}
            onChange={event => setPath(event.currentTarget.value.trim())}
            error={flaw || onPath.error}
            errorProps={{ role: 'alert' }}
            required
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          {ready && !isShownIn(catalogue, path) && (
            <Alert
              color="yellow"
              role="status"
              icon={<Icon name="warning" />}
              title="Nothing shows this file"
            >
              No page, mail or address uses this path. You can store the file, but nobody will see it. Check
              its folders and its name.
            </Alert>
          )}
          <Problem failure={onPath.rest} title="The file was not added" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={!ready}>
              Add file
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
