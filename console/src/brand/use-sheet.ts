import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, errorOf } from '../api.ts'
import { loadText, type SavedText, saveText } from '../editor/calls.ts'
import { fileAddress } from '../themes/calls.ts'
import { unsent } from '../unsaved.ts'
import { FIELDS, type Field } from './fields.ts'
import { brokenLine, type Changes, readTokens, setElsewhere, valueProblem, withTokens } from './sheet.ts'

export const SHEET = 'common/page_style.css'

export interface SheetForm {
  /** As it was last loaded or saved; null before that. */
  readonly saved: SavedText | null
  readonly failure: ApiError | null
  /** The sheet with what was chosen. */
  readonly text: string
  readonly tokens: ReadonlyMap<string, string>
  readonly elsewhere: ReadonlySet<string>
  readonly broken: number | undefined
  readonly dirty: boolean
  /** Whether somebody else saved the sheet meanwhile, and what was chosen now stands on theirs. */
  readonly moved: boolean
  readonly valueOf: (token: string) => string
  readonly problemOf: (field: Field) => string | undefined
  /** An empty text: as the master has it. */
  readonly set: (token: string, text: string) => void
  readonly load: () => Promise<void>
  /** Whether it is saved, and not only loaded anew because somebody else was faster. */
  readonly save: () => Promise<boolean>
  readonly discard: () => void
}

/** The style sheet of a theme, and what somebody chose in a form over it. */
export function useSheet(themeId: string, digest: string): SheetForm {
  const [saved, setSaved] = useState<SavedText | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [moved, setMoved] = useState(false)
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
  const load = useCallback(async () => {
    try {
      setSaved(await loadText(address))
      setFailure(null)
    } catch (thrown) {
      setFailure(errorOf(thrown))
    }
  }, [address])
  const untouched = useRef(true)
  untouched.current = !dirty
  // biome-ignore lint/correctness/useExhaustiveDependencies: another digest is another content.
  useEffect(() => {
    if (untouched.current) void load()
  }, [load, digest])

  const save = async () => {
    if (text === base) return true
    try {
      setSaved({ text, etag: await saveText(themeId, SHEET, text, saved?.etag ?? null) })
      setTyped(now => unsent(now, typed))
      setMoved(false)
      return true
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.status === 412)) throw thrown
      setSaved(await loadText(address))
      setMoved(true)
      return false
    }
  }
  const discard = () => {
    setTyped({})
    setMoved(false)
  }
  return {
    saved,
    failure,
    text,
    tokens,
    elsewhere,
    broken,
    dirty,
    moved,
    valueOf: token => typed[token] ?? before.get(token) ?? '',
    problemOf: field =>
      typed[field.token] === undefined ? undefined : problemIn(field, typed[field.token]!),
    set: (token, value) => setTyped(some => ({ ...some, [token]: value })),
    load,
    save,
    discard,
  }
}

function changesOf(typed: Readonly<Record<string, string>>): Changes {
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
  return `No browser knows this as ${label.toLowerCase()}. Write it for instance as ${example}`
}
