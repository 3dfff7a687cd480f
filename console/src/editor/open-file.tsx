import { Button, Text } from '@mantine/core'
import { use, useEffect, useMemo, useRef, useState } from 'react'
import { lineOfLabel, ownLabels } from '../../../src/core/own-labels.ts'
import { isMoved } from '../api.ts'
import type { Linted, LintFinding } from '../lint/finding.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Placeholder } from '../parts/loading.tsx'
import { Problem } from '../parts/problem.tsx'
import { Restored } from '../parts/restored.tsx'
import { toast } from '../parts/toast.tsx'
import type { Finding } from '../preview/calls.ts'
import { isImage } from '../theme/content.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { revertFile } from '../themes/calls.ts'
import { useDraft } from '../use-draft.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Typed, useDocument } from './document.ts'
import { DoubtDialog } from './doubt-dialog.tsx'
import { Drawing } from './drawing.tsx'
import classes from './editor.module.css'
import { FileAction, FileBar } from './file-bar.tsx'
import { useFileFlaws } from './file-flaws.ts'
import { foundIn } from './found-in.ts'
import { type EditedText, keptText } from './kept-text.ts'
import type { Located } from './located.ts'
import { MasterDialog } from './master-dialog.tsx'
import { MasterNote } from './master-note.tsx'
import type { SaveAll, SavedTogether } from './save-all.ts'
import type { Check } from './saving-check.ts'
import { Source } from './source.tsx'
import { VocabularyContext } from './vocabulary.ts'

/** A line of a file to go to. A label takes precedence, because own labels and the master's are shown together. */
export interface Target {
  readonly line: number
  readonly column?: number
  readonly label?: string
  /** The finding to fix there. */
  readonly fix?: LintFinding
  /** Whether the line number refers to the edited text instead of the stored file. */
  readonly edited?: boolean
}

interface OpenFileProps {
  readonly themeId: string
  readonly path: string
  /** Undefined if the theme no longer has the file. */
  readonly file: ListedFile | undefined
  readonly shown: boolean
  readonly target: Target | null
  readonly revision: number
  /** The linter's findings in the theme; null if they are unknown. */
  readonly linted: Linted | null
  readonly check: Check
  /** Open files register here what is needed to save them together. */
  readonly documents: Map<string, SavedTogether>
  readonly saveAll: SaveAll
  /** Called with unsaved text, and with null when everything is saved. */
  readonly onUnsaved: (path: string, text: string | null) => void
  /** Called with the flaws of the file. */
  readonly onFlaws: (path: string, flaws: readonly Finding[]) => void
  /** Called with the locations of the linter's findings in the text. */
  readonly onLocated: (path: string, located: readonly Located[]) => void
  readonly onClose: () => void
}

type Asking = 'revert' | 'close' | 'compare'

/** An open file, with all its actions. It keeps its state while another file is shown. */
export function OpenFile(props: OpenFileProps) {
  const { themeId, path, file, shown, target, revision, linted, check, documents, saveAll } = props
  const { onUnsaved, onFlaws, onLocated, onClose } = props
  const document = useDocument(themeId, path, file, check)
  const { saved, failure, text, dirty, saving, theirs, doubt } = document
  const [asking, setAsking] = useState<Asking | null>(null)
  const flaws = useFileFlaws(path, text, {
    ready: shown && saved !== null,
    vocabulary: use(VocabularyContext),
    linted: linted !== null,
  })
  const added = file?.state === 'added'
  const idle = asking === null && theirs === null && doubt === null && !saving.busy && !saveAll.busy
  const save = () => {
    if (dirty && idle) void document.save(text, saved?.etag ?? null)
  }

  const unsaved = useMemo(() => (dirty ? keptText(text, saved!) : null), [dirty, text, saved])
  const found = useMemo(
    () => foundIn(path, text, saved, { linted, revision, unsaved }),
    [path, text, saved, linted, revision, unsaved],
  )
  useEffect(() => {
    if (found !== null) onLocated(path, found)
  }, [onLocated, path, found])
  useEffect(() => onUnsaved(path, unsaved), [onUnsaved, path, unsaved])
  useEffect(() => {
    const isMasters = unsaved === '' && saved !== null && saved.master !== null
    documents.set(path, { etag: saved?.etag ?? null, isMasters, adopting: document.adopting })
    return () => void documents.delete(path)
  })
  useEffect(() => () => onUnsaved(path, null), [onUnsaved, path])
  useEffect(() => onFlaws(path, flaws), [onFlaws, path, flaws])
  useEffect(() => () => onFlaws(path, []), [onFlaws, path])
  useSaveKey(shown, save)
  const [restoredAt, setRestoredAt] = useState<number | null>(null)
  const typed = useMemo(() => (dirty ? { text, etag: saved?.etag ?? null } : null), [dirty, text, saved])
  const dropDraft = useDraft<Typed>({
    themeId,
    part: path,
    value: typed,
    ready: saved !== null && saved.text !== null,
    restore: ({ value, at }) => {
      document.restore(value)
      setRestoredAt(at)
    },
  })
  // What is typed after it was saved or discarded is new.
  if (!dirty && restoredAt !== null) setRestoredAt(null)

  const revert = async () => {
    try {
      await revertFile(themeId, path, saved?.etag ?? null)
    } catch (thrown) {
      if (!dirty || !isMoved(thrown)) throw thrown
      return await document.meet()
    }
    toast(added ? 'The file was removed.' : 'The file was reverted.')
    if (!added) return await document.load()
    dropDraft()
    onClose()
  }
  const isLoaded = saved !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text may change while somebody is there.
  const place = useMemo(
    () =>
      target !== null && saved !== null
        ? { line: lineFor(target, text, saved), column: target.column ?? 1, fix: target.fix }
        : null,
    [target, isLoaded],
  )
  if (saved === null || saved.text === null) {
    return (
      <div className={classes.bar}>
        <Problem failure={failure} retry={document.load} />
        {failure === null && saved === null && <Placeholder h={320} label="Loading the file" />}
        {saved !== null && (
          <Text c="dimmed">This file is not UTF-8 text. Replace it in the list of files.</Text>
        )}
        <Button size="xs" mt="sm" variant="default" onClick={onClose}>
          Close file
        </Button>
      </div>
    )
  }
  return (
    <>
      <FileBar
        path={path}
        file={file}
        onClose={() => (dirty ? setAsking('close') : onClose())}
        actions={
          <>
            <FileAction
              name="Compare with master"
              icon="compare"
              disabled={added}
              onClick={() => setAsking('compare')}
            />
            {file !== undefined && file.state !== 'master' && (
              <FileAction
                name={added ? 'Remove…' : 'Revert to master…'}
                icon={added ? 'trash' : 'undo'}
                onClick={() => setAsking('revert')}
              />
            )}
            <Button
              size="xs"
              onClick={save}
              disabled={!dirty}
              loading={saving.busy}
              aria-keyshortcuts="Control+S Meta+S"
              title="Pages with this theme show it at once (Ctrl+S)"
            >
              Save
            </Button>
            {dirty && saveAll.count > 1 && (
              <Button
                size="xs"
                variant="default"
                onClick={saveAll.run}
                disabled={!idle}
                loading={saveAll.busy}
                title={`Save ${saveAll.count} files as one revision`}
              >
                Save all
              </Button>
            )}
          </>
        }
      >
        <MasterNote file={file} act="Saving" labels={saved.master !== null} />
        {restoredAt !== null && <Restored at={restoredAt} onDiscard={() => void document.load()} />}
        {theirs === null && <Problem failure={saving.failure} title="The file was not saved" />}
        <Problem
          failure={shown && saveAll.count > 1 ? saveAll.failure : null}
          title="The files were not saved"
        />
        <Problem failure={failure} retry={document.load} retryName="Load the file again" />
      </FileBar>
      {isImage(path) && <Drawing path={path} text={text} />}
      <Source path={path} given={document.given} found={found} target={place} onText={document.edit} />
      {theirs !== null && <ConflictDialog path={path} document={document} theirs={theirs} />}
      {doubt !== null && (
        <DoubtDialog
          what={path.slice(path.lastIndexOf('/') + 1)}
          concerns={doubt.concerns}
          onResolve={saves => void document.resolve(saves)}
        />
      )}
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
          What was saved stays in the history. You can restore it from there
          {dirty ? '. Unsaved changes are lost.' : '.'}
        </Confirm>
      )}
      {asking === 'close' && (
        <Confirm
          title="Close without saving?"
          action="Close without saving"
          onClose={() => setAsking(null)}
          onConfirm={async () => {
            dropDraft()
            onClose()
          }}
        >
          Your changes to this file are not saved. They are lost when you close it.
        </Confirm>
      )}
    </>
  )
}

/** The line in the edited text for a line of the stored file. */
function lineFor({ line, label, edited }: Target, text: string, { master }: EditedText): number {
  if (edited) return line
  const ofLabel = label === undefined ? undefined : lineOfLabel(text, label)
  if (ofLabel !== undefined || master === null) return ofLabel ?? line
  return ownLabels(text, master).lines[line - 1] ?? line
}

/** Saves on Ctrl+S or Command+S, wherever the focus is. */
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
