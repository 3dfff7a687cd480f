import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ApiError, errorOf } from '../api.ts'
import { loadText } from '../editor/calls.ts'
import type { SavedText } from '../editor/kept-text.ts'
import { type FileChanges, fileAddress, type Tags } from '../themes/calls.ts'
import { unsent } from '../unsaved.ts'
import { useDraft } from '../use-draft.ts'
import { FIELDS, type Field } from './fields.ts'
import { brokenLine, type Changes, readTokens, setElsewhere, valueProblem, withTokens } from './sheet.ts'

export const SHEET = 'common/page_style.css'

type Typed = Readonly<Record<string, string>>

export interface SheetForm {
  /** The sheet as last loaded or saved; null before that. */
  readonly saved: SavedText | null
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
  readonly load: () => Promise<void>
  readonly settle: (sent: FileChanges, etags: Tags) => void
  readonly discard: () => void
}

/** The style sheet of a theme, with the unsaved choices of a form. */
export function useSheet(themeId: string, digest: string): SheetForm {
  const [saved, setSaved] = useState<SavedText | null>(null)
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

  const address = fileAddress(themeId, SHEET)
  // The sheet may be saved or loaded again while an answer is on its way, which is out of date then.
  const newest = useRef(0)
  const load = useCallback(async () => {
    const mine = ++newest.current
    try {
      const loaded = await loadText(address)
      if (mine !== newest.current) return
      setSaved(loaded)
      setFailure(null)
    } catch (thrown) {
      if (mine === newest.current) setFailure(errorOf(thrown))
    }
  }, [address])
  const untouched = useRef(true)
  untouched.current = !dirty
  // biome-ignore lint/correctness/useExhaustiveDependencies: another digest is another content.
  useEffect(() => {
    if (untouched.current) void load()
  }, [load, digest])

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
    if (sent.files[SHEET] === undefined) return
    newest.current++
    setSaved({ text, etag: etags[SHEET] ?? null })
    setTyped(now => unsent(now, typed))
  }
  const discard = () => {
    setTyped({})
    setRestored(null)
  }
  return {
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
        : { files: { [SHEET]: text }, etags: { [SHEET]: saved?.etag ?? null } },
    valueOf: token => typed[token] ?? before.get(token) ?? '',
    problemOf: field =>
      typed[field.token] === undefined ? undefined : problemIn(field, typed[field.token]!),
    set: (token, value) => setTyped(some => ({ ...some, [token]: value })),
    load,
    settle,
    discard,
  }
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
