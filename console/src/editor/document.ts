import { useCallback, useEffect, useRef, useState } from 'react'
import { type Action, useAction } from '../action.ts'
import { ApiError, errorOf, isMoved } from '../api.ts'
import { toast } from '../parts/toast.tsx'
import type { ListedFile } from '../theme/file-tree.ts'
import { addEdited, loadEdited, saveEdited } from './calls.ts'
import { type EditedText, keptText } from './kept-text.ts'
import type { Entry } from './problem-entries.ts'
import type { Check } from './saving-check.ts'
import type { Given } from './source.tsx'

/** A text to save despite concerns. */
export interface Doubt {
  readonly text: string
  readonly etag: string | null
  /** Null if the text could not be checked. */
  readonly concerns: readonly Entry[] | null
}

/** Unsaved text, and the ETag of the file that it was typed into. */
export interface Typed {
  readonly text: string
  readonly etag: string | null
}

export interface Document {
  /** The file as last loaded or saved; null before that. */
  readonly saved: EditedText | null
  readonly failure: ApiError | null
  readonly text: string
  readonly dirty: boolean
  readonly given: Given
  readonly saving: Action
  /** The text that somebody else has saved in the meantime. */
  readonly theirs: EditedText | null
  readonly edit: (text: string) => void
  readonly put: (text: string) => void
  readonly take: (saved: EditedText) => void
  /** Returns a function that marks the current text as saved, with a new ETag. */
  readonly adopting: () => (etag: string | null) => void
  /** Restores unsaved text, with the ETag of the file that it was typed into. */
  readonly restore: (typed: Typed) => void
  readonly load: () => Promise<void>
  /** Saves a text. If there are concerns, it is not saved, and `doubt` is set. */
  readonly save: (text: string, etag: string | null) => Promise<boolean>
  readonly doubt: Doubt | null
  /** Saves the text of `doubt` anyway, or drops the doubt. */
  readonly resolve: (saves: boolean) => Promise<void>
  /** Loads the text that somebody else has saved, so that both can be compared. */
  readonly meet: () => Promise<void>
  readonly settle: () => void
}

/** An open file: its text here and on the server. */
export function useDocument(
  themeId: string,
  path: string,
  file: ListedFile | undefined,
  check: Check,
): Document {
  const digest = file?.digest ?? ''
  const isMasters = file !== undefined && file.state !== 'added'
  const [saved, setSaved] = useState<EditedText | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [text, setText] = useState('')
  const [given, setGiven] = useState<Given>({ text: '' })
  const [theirs, setTheirs] = useState<EditedText | null>(null)
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const latest = useRef('')
  latest.current = text
  /** The text that was confirmed, so that the question is asked only once. */
  const accepted = useRef<string | null>(null)
  const saving = useAction()
  const dirty = saved !== null && saved.text !== null && saved.text !== text
  const untouched = useRef(true)
  untouched.current = !dirty
  /** Counts writes: what was asked for before one is out of date. */
  const writes = useRef(0)
  /** Whether somebody else has removed the file, so that the next attempt adds it. */
  const removed = useRef(false)

  const put = useCallback((next: string) => {
    setText(next)
    setGiven({ text: next })
  }, [])
  const take = useCallback(
    (next: EditedText) => {
      removed.current = false
      setSaved(next)
      setFailure(null)
      put(next.text ?? '')
    },
    [put],
  )
  const load = useCallback(async () => {
    const since = writes.current
    try {
      const next = await loadEdited(themeId, path, isMasters)
      if (since === writes.current) take(next)
    } catch (thrown) {
      setFailure(errorOf(thrown))
    }
  }, [themeId, path, isMasters, take])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another digest is another content.
  useEffect(() => {
    let gone = false
    const since = writes.current
    loadEdited(themeId, path, isMasters).then(
      next => {
        if (gone || since !== writes.current || !untouched.current) return
        // Own labels are above the master's when a file is opened, and do not move while it is edited.
        const isSame = next.text !== null && keptText(next.text, next) === keptText(latest.current, next)
        if (next.master !== null && latest.current !== '' && isSame)
          setSaved({ ...next, text: latest.current })
        else take(next)
      },
      thrown => gone || setFailure(errorOf(thrown)),
    )
    return () => {
      gone = true
    }
  }, [themeId, path, digest, isMasters, take])

  const meet = async () => {
    try {
      setTheirs(await loadEdited(themeId, path, isMasters))
      removed.current = false
    } catch (thrown) {
      if (errorOf(thrown).status !== 404) throw thrown
      setTheirs(null)
      removed.current = true
      throw new ApiError(412, 'REMOVED', REMOVED)
    }
  }
  const master = saved?.master ?? null
  const store = async (what: string, etag: string | null) => {
    writes.current++
    try {
      const stored = removed.current
        ? await addEdited(themeId, path, what)
        : await saveEdited(themeId, path, what, { etag, master })
      setSaved({ text: what, etag: stored, master })
      setTheirs(null)
      removed.current = false
      accepted.current = null
      toast('The file is saved. Pages with this theme show it at once.')
    } catch (thrown) {
      if (!isMoved(thrown)) throw thrown
      await meet()
    }
  }
  const save = (what: string, etag: string | null) =>
    saving.run(async () => {
      if (what === accepted.current) return await store(what, etag)
      const concerns = await check({ [path]: keptText(what, { master }) })
      if (concerns?.length === 0) await store(what, etag)
      else setDoubt({ text: what, etag, concerns })
    })
  const resolve = async (saves: boolean) => {
    const doubted = doubt
    setDoubt(null)
    accepted.current = saves ? (doubted?.text ?? null) : null
    if (saves && doubted !== null) await saving.run(() => store(doubted.text, doubted.etag))
  }
  const restore = ({ text: typed, etag }: Typed) => {
    // Keeps the older ETag, so that saving asks if somebody else has saved the file in the meantime.
    setSaved(known => known && { ...known, etag })
    put(typed)
  }
  const settle = () => setTheirs(null)
  const adopting = () => {
    const sent = latest.current
    return (etag: string | null) => {
      writes.current++
      setSaved({ text: sent, etag, master })
    }
  }
  return {
    saved,
    failure,
    text,
    dirty,
    given,
    saving,
    theirs,
    edit: setText,
    put,
    take,
    adopting,
    restore,
    load,
    save,
    doubt,
    resolve,
    meet,
    settle,
  }
}

const REMOVED =
  'Somebody else removed this file in the meantime. Your text is still here. To add the file again, save it.'
