import { useCallback, useEffect, useRef, useState } from 'react'
import { type Action, useAction } from '../action.ts'
import { type ApiError, errorOf, isMoved } from '../api.ts'
import { toast } from '../parts/toast.tsx'
import { fileAddress } from '../themes/calls.ts'
import { loadText, type SavedText, saveText } from './calls.ts'
import type { Given } from './source.tsx'

export interface Document {
  /** As it was last loaded or saved; null before that. */
  readonly saved: SavedText | null
  readonly failure: ApiError | null
  readonly text: string
  readonly dirty: boolean
  readonly given: Given
  readonly saving: Action
  /** What somebody else saved in the meantime. */
  readonly theirs: SavedText | null
  readonly edit: (text: string) => void
  readonly put: (text: string) => void
  readonly take: (saved: SavedText) => void
  readonly load: () => Promise<void>
  readonly save: (text: string, etag: string | null) => Promise<boolean>
  /** Loads what somebody else saved, so that both can be looked at. */
  readonly meet: () => Promise<void>
  readonly settle: () => void
}

/** An open file: its text here, and as the server has it. */
export function useDocument(themeId: string, path: string, digest: string): Document {
  const [saved, setSaved] = useState<SavedText | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [text, setText] = useState('')
  const [given, setGiven] = useState<Given>({ text: '' })
  const [theirs, setTheirs] = useState<SavedText | null>(null)
  const saving = useAction()
  const dirty = saved !== null && saved.text !== null && saved.text !== text
  const untouched = useRef(true)
  untouched.current = !dirty

  const put = useCallback((next: string) => {
    setText(next)
    setGiven({ text: next })
  }, [])
  const take = useCallback(
    (next: SavedText) => {
      setSaved(next)
      setFailure(null)
      put(next.text ?? '')
    },
    [put],
  )
  const load = useCallback(async () => {
    try {
      take(await loadText(fileAddress(themeId, path)))
    } catch (thrown) {
      setFailure(errorOf(thrown))
    }
  }, [themeId, path, take])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another digest is another content.
  useEffect(() => {
    let gone = false
    loadText(fileAddress(themeId, path)).then(
      next => gone || !untouched.current || take(next),
      thrown => gone || setFailure(errorOf(thrown)),
    )
    return () => {
      gone = true
    }
  }, [themeId, path, digest, take])

  const meet = async () => setTheirs(await loadText(fileAddress(themeId, path)))
  const save = (what: string, etag: string | null) =>
    saving.run(async () => {
      try {
        setSaved({ text: what, etag: await saveText(themeId, path, what, etag) })
        setTheirs(null)
        toast('The file is saved.')
      } catch (thrown) {
        if (!isMoved(thrown)) throw thrown
        await meet()
      }
    })
  const settle = () => setTheirs(null)
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
    load,
    save,
    meet,
    settle,
  }
}
