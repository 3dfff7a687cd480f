import { useEffect, useMemo, useRef, useState } from 'react'
import { assetPlaces } from '../../../src/core/places.ts'
import { type ApiError, errorOf } from '../api.ts'
import { loadText } from '../editor/calls.ts'
import type { SavedText } from '../editor/kept-text.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { type FileChanges, fileAddress, type Tags } from '../themes/calls.ts'
import { unsent } from '../unsaved.ts'
import { useDraft } from '../use-draft.ts'
import { FIELDS, type Field } from './fields.ts'
import { brokenLine, type Changes, readTokens, setElsewhere, valueProblem, withTokens } from './sheet.ts'

type Typed = Readonly<Record<string, string>>

/** The saved sheet. The text is null if it cannot be edited. */
interface Saved extends SavedText {
  readonly path: string
}

export interface SheetForm {
  /** The path of the sheet that pages use. */
  readonly path: string
  /** The sheet as last loaded or saved; null before that. */
  readonly saved: Saved | null
  readonly failure: ApiError | null
  /** The sheet with the unsaved choices. */
  readonly text: string
  readonly tokens: ReadonlyMap<string, string>
  readonly elsewhere: ReadonlySet<string>
  readonly broken: number | undefined
  readonly dirty: boolean
  /** When the restored text was typed; null if nothing was restored. */
  readonly restored: number | null
  readonly changes: FileChanges
  readonly valueOf: (token: string) => string
  readonly problemOf: (field: Field) => string | undefined
  /** Sets a token. An empty text means the master's value. */
  readonly set: (token: string, text: string) => void
  /** Reloads the saved sheet, and keeps the unsaved choices. */
  readonly load: (files?: readonly ListedFile[]) => Promise<void>
  readonly settle: (sent: FileChanges, etags: Tags) => void
  readonly discard: () => void
}

/** The style sheet of a theme, with the unsaved choices of a form. */
export function useSheet(themeId: string, themeFiles: readonly ListedFile[]): SheetForm {
  const [saved, setSaved] = useState<Saved | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [typed, setTyped] = useState<Typed>({})
  const [restored, setRestored] = useState<number | null>(null)
  const base = saved?.text ?? ''
  const before = useMemo(() => readTokens(base), [base])
  const broken = useMemo(() => brokenLine(base), [base])
  const text = useMemo(
    () => (broken === undefined ? withTokens(base, changesOf(typed)) : base),
    [base, broken, typed],
  )
  const tokens = useMemo(() => readTokens(text), [text])
  const elsewhere = useMemo(() => setElsewhere(base), [base])
  const dirty = Object.entries(typed).some(([token, value]) => value.trim() !== (before.get(token) ?? ''))

  const current = sheetIn(themeFiles)
  const path = saved?.path ?? current.path
  // The sheet may be saved or loaded again while an answer is on its way, which is out of date then.
  const newest = useRef(0)
  const load = async (files = themeFiles) => {
    const mine = ++newest.current
    const { path } = sheetIn(files)
    try {
      const loaded = await loadText(fileAddress(themeId, path))
      if (mine !== newest.current) return
      setSaved({ path, ...loaded })
      setFailure(null)
    } catch (thrown) {
      if (mine === newest.current) setFailure(errorOf(thrown))
    }
  }
  const latest = useRef({ load, dirty, path })
  latest.current = { load, dirty, path }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another digest is another content.
  useEffect(() => {
    // The typed values belong into whichever sheet pages use.
    if (!latest.current.dirty || latest.current.path !== current.path) void latest.current.load()
  }, [themeId, current.path, current.digest])

  useDraft<Typed>({
    themeId,
    part: 'brand/tokens',
    value: dirty ? typed : null,
    ready: saved !== null,
    restore: ({ value, at }) => {
      setTyped(value)
      setRestored(at)
    },
  })

  const settle = (sent: FileChanges, etags: Tags) => {
    setRestored(null)
    if (sent.files[path] === undefined) return
    newest.current++
    setSaved({ path, text, etag: etags[path] ?? null })
    setTyped(now => unsent(now, typed))
  }
  const discard = () => {
    setTyped({})
    setRestored(null)
  }
  return {
    path,
    saved,
    failure,
    text,
    tokens,
    elsewhere,
    broken,
    dirty,
    restored,
    changes:
      text === base
        ? { files: {}, etags: {} }
        : { files: { [path]: text }, etags: { [path]: saved?.etag ?? null } },
    valueOf: token => typed[token] ?? before.get(token) ?? '',
    problemOf: field =>
      typed[field.token] === undefined ? undefined : problemIn(field, typed[field.token]!),
    set: (token, value) => setTyped(some => ({ ...some, [token]: value })),
    load,
    settle,
    discard,
  }
}

/** The sheet that pages use. Themes made for IBM Security Verify can have it in other locations. */
function sheetIn(files: readonly ListedFile[]): Pick<ListedFile, 'path' | 'digest'> {
  const places = assetPlaces('theme.css')
  const found = places.map(path => files.find(file => file.path === path)).find(file => file !== undefined)
  return found ?? { path: places.at(-1)!, digest: '' }
}

function changesOf(typed: Typed): Changes {
  const sound = FIELDS.filter(
    field => typed[field.token] !== undefined && problemIn(field, typed[field.token]!) === undefined,
  )
  return Object.fromEntries(sound.map(({ token }) => [token, typed[token]!.trim() || null]))
}

function problemIn({ property, label, example }: Field, text: string): string | undefined {
  const value = text.trim()
  if (value === '') return undefined
  const problem = valueProblem(value)
  if (problem !== undefined || CSS.supports(property, value)) return problem
  return `Browsers do not accept this as ${label.toLowerCase()}. Write, for example, ${example}`
}
