import { Button, CloseButton, Group, Skeleton, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isMoved } from '../api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { isImage } from '../theme/content.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { StateBadge } from '../theme/file-tree-view.tsx'
import { revertFile } from '../themes/calls.ts'
import { lineEnd } from './code.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { useDocument } from './document.ts'
import { Drawing } from './drawing.tsx'
import classes from './editor.module.css'
import { MasterDialog } from './master-dialog.tsx'
import { MasterNote, type MissingLabel, MissingLabelNote } from './master-note.tsx'
import { Source } from './source.tsx'

interface OpenFileProps {
  readonly themeId: string
  readonly path: string
  /** Undefined when it is not in the theme any more. */
  readonly file: ListedFile | undefined
  readonly shown: boolean
  readonly target: { readonly line: number; readonly missing?: MissingLabel } | null
  /** Goes to a line. */
  readonly onLine: (line: number) => void
  /** Told of what is not saved yet, and of null when all is. */
  readonly onUnsaved: (path: string, text: string | null) => void
  readonly onClose: () => void
}

type Asking = 'revert' | 'close' | 'compare'

/** An open file with all that can be done with it; it stays as it is while another one is shown. */
export function OpenFile(props: OpenFileProps) {
  const { themeId, path, file, shown, target, onLine, onUnsaved, onClose } = props
  const document = useDocument(themeId, path, file?.digest ?? '')
  const { saved, failure, text, dirty, saving, theirs } = document
  const [asking, setAsking] = useState<Asking | null>(null)
  const added = file?.state === 'added'
  const idle = asking === null && theirs === null && !saving.busy
  const save = () => {
    if (dirty && idle) void document.save(text, saved?.etag ?? null)
  }

  useEffect(() => onUnsaved(path, dirty ? text : null), [onUnsaved, path, dirty, text])
  useEffect(() => () => onUnsaved(path, null), [onUnsaved, path])
  useSaveKey(shown, save)

  const revert = async () => {
    try {
      await revertFile(themeId, path, saved?.etag ?? null)
    } catch (thrown) {
      if (!dirty || !isMoved(thrown)) throw thrown
      return await document.meet()
    }
    toast(added ? 'The file is removed.' : 'The file is reverted.')
    if (added) onClose()
    else await document.load()
  }
  const add = (line: string) => {
    const end = lineEnd(text)
    const before = text === '' || text.endsWith('\n') ? text : text + end
    document.put(before + line + end)
    onLine(before.split('\n').length)
  }
  if (saved === null || saved.text === null) {
    return (
      <div className={classes.bar}>
        <Problem failure={failure} retry={document.load} />
        {failure === null && saved === null && <Skeleton h={320} aria-label="Loading the file" />}
        {saved !== null && (
          <Text c="dimmed">This file is no text in UTF-8. Replace it as a whole in the list of files.</Text>
        )}
        <Button size="xs" mt="sm" variant="default" onClick={onClose}>
          Close file
        </Button>
      </div>
    )
  }
  return (
    <>
      <div className={classes.bar}>
        <Group gap="xs" mb={8} wrap="nowrap">
          <span className={classes.path}>{path}</span>
          {file !== undefined && <StateBadge state={file.state} />}
          <CloseButton
            ml="auto"
            aria-label="Close file"
            onClick={() => (dirty ? setAsking('close') : onClose())}
          />
        </Group>
        <Group gap="xs">
          <Button
            size="xs"
            onClick={save}
            disabled={!dirty}
            loading={saving.busy}
            aria-keyshortcuts="Control+S Meta+S"
          >
            Save
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsking('compare')} disabled={added}>
            Compare with master
          </Button>
          {file !== undefined && file.state !== 'master' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => setAsking('revert')}
            >
              {added ? 'Remove…' : 'Revert to master…'}
            </Button>
          )}
        </Group>
        <MasterNote file={file} act="Saving" />
        {target?.missing !== undefined && (
          <MissingLabelNote themeId={themeId} path={path} missing={target.missing} onAdd={add} />
        )}
        {theirs === null && <Problem failure={saving.failure} title="The file was not saved" />}
        <Problem failure={failure} retry={document.load} retryName="Load the file again" />
      </div>
      {isImage(path) && <Drawing path={path} text={text} />}
      <Source path={path} given={document.given} target={target} onText={document.edit} />
      {theirs !== null && <ConflictDialog path={path} document={document} theirs={theirs} />}
      {asking === 'compare' && (
        <MasterDialog
          themeId={themeId}
          path={path}
          text={text}
          onClose={edited => {
            setAsking(null)
            if (edited !== text) document.put(edited)
          }}
        />
      )}
      {asking === 'revert' && (
        <Confirm
          title={added ? 'Remove this file?' : 'Revert this file to the master?'}
          action={added ? 'Remove file' : 'Revert file'}
          onClose={() => setAsking(null)}
          onConfirm={revert}
        >
          {added ? 'The master has no such file. ' : 'Its content becomes the master’s. '}
          What was saved stays in the history, from where it can be restored
          {dirty ? '; what is not saved yet is lost.' : '.'}
        </Confirm>
      )}
      {asking === 'close' && (
        <Confirm
          title="Close without saving?"
          action="Close without saving"
          onClose={() => setAsking(null)}
          onConfirm={async () => onClose()}
        >
          The changes of this file are not saved. They are lost when you close it.
        </Confirm>
      )}
    </>
  )
}

/** Control-S or Command-S, wherever the focus is. */
function useSaveKey(active: boolean, save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [active])
}
