import { useEffect, useMemo, useRef, useState } from 'react'
import { DEFAULT_LABELS } from '../../../src/core/places.ts'
import { type ApiError, errorOf } from '../api.ts'
import { loadText } from '../editor/calls.ts'
import type { SavedText } from '../editor/kept-text.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { type FileChanges, fileAddress, MASTER, type Tags, tagsOf } from '../themes/calls.ts'
import { useDraft } from '../use-draft.ts'
import { labelIn, withLabel } from './label-file.ts'

export interface NameForm {
  readonly value: string
  /** The master's name, which is used if the theme has none. */
  readonly original: string
  readonly failure: ApiError | null
  readonly problem: string | undefined
  readonly dirty: boolean
  /** When the restored text was typed; null if nothing was restored. */
  readonly restored: number | null
  readonly changes: FileChanges
  readonly preview: Readonly<Record<string, string>>
  readonly set: (value: string) => void
  /** Reloads the saved name, and keeps what was typed. */
  readonly load: (files?: readonly ListedFile[]) => Promise<void>
  readonly settle: (sent: FileChanges, etags: Tags) => void
  readonly discard: () => void
}

const NAME = 'PRODUCT_NAME'
const MOST_CHARACTERS = 100
const MASTERS = fileAddress(MASTER, DEFAULT_LABELS[1])

/** The theme's own label file. The text is null if the file cannot be edited. */
interface Saved extends SavedText {
  readonly path: string
}

/** The name of the product, which is a label of the theme. */
export function useName(themeId: string, themeFiles: readonly ListedFile[]): NameForm {
  const [saved, setSaved] = useState<Saved | null>(null)
  const [original, setOriginal] = useState('')
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const { text: base, path, etag } = saved ?? { text: '', path: '', etag: null }
  const before = labelIn(base ?? '', NAME) ?? ''
  const value = typed ?? before
  const dirty = typed !== null && typed.trim() !== before
  const problem = dirty ? problemIn(value.trim(), base === null) : undefined
  const isChange = saved !== null && dirty && problem === undefined
  const text = isChange ? withLabel(base ?? '', NAME, value.trim() || null) : ''
  const preview = useMemo(() => (isChange ? { [path]: text } : {}), [isChange, path, text])

  // The labels may be saved or loaded again while an answer is on its way, which is out of date then.
  const newest = useRef(0)
  const load = async (files = themeFiles) => {
    const mine = ++newest.current
    try {
      const loaded = await savedLabels(themeId, files)
      if (mine === newest.current) setSaved(loaded)
      setOriginal(labelIn((await loadText(MASTERS)).text ?? '', NAME) ?? '')
      setFailure(null)
    } catch (thrown) {
      if (mine === newest.current) setFailure(errorOf(thrown))
    }
  }
  const latest = useRef({ load, dirty })
  latest.current = { load, dirty }
  const digest = ownLabels(themeFiles)?.digest
  // biome-ignore lint/correctness/useExhaustiveDependencies: another digest is another content.
  useEffect(() => {
    if (!latest.current.dirty) void latest.current.load()
  }, [themeId, digest])
  useDraft<string>({
    themeId,
    part: 'brand/name',
    value: dirty ? value : null,
    ready: saved !== null,
    restore: draft => {
      setTyped(draft.value)
      setRestored(draft.at)
    },
  })
  return {
    value,
    original,
    failure,
    problem,
    dirty,
    restored,
    changes: isChange
      ? { files: { [path]: text.trim() === '' ? null : text }, etags: { [path]: etag } }
      : { files: {}, etags: {} },
    preview,
    set: setTyped,
    load,
    settle(sent, etags) {
      setRestored(null)
      if (!(path in sent.files)) return
      newest.current++
      setSaved({ path, text: sent.files[path] === null ? '' : text, etag: etags[path] ?? null })
      setTyped(now => (now === typed ? null : now))
    },
    discard() {
      setTyped(null)
      setRestored(null)
    },
  }
}

/** The theme's own label file for all languages. */
function ownLabels(files: readonly ListedFile[]): ListedFile | undefined {
  const found = DEFAULT_LABELS.map(path => files.find(file => file.path === path))
  return found.find(file => file !== undefined && file.state !== 'master')
}

/**
 * Loads the label file. A theme without one gets a file with this label only; all other labels come from the master.
 */
async function savedLabels(themeId: string, files: readonly ListedFile[]): Promise<Saved> {
  const own = ownLabels(files)
  if (own !== undefined) return { path: own.path, ...(await loadText(fileAddress(themeId, own.path))) }
  const [, path] = DEFAULT_LABELS
  return { path, text: '', etag: tagsOf(files, [path])[path] ?? null }
}

function problemIn(name: string, unreadable: boolean): string | undefined {
  if (unreadable)
    return 'The label file of this theme is not UTF-8 text. Replace it in the list of files first.'
  if (name.length > MOST_CHARACTERS) return `A name has at most ${MOST_CHARACTERS} characters.`
  if (/[<>$@\p{Cc}]/u.test(name)) return 'A name cannot contain < > $ or @.'
  return undefined
}
