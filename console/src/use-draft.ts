import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, useDrafts } from './drafts.ts'
import { onDiscard } from './unsaved.ts'

interface Kept<T> {
  readonly themeId: string
  /** What the draft is of, such as the path of a file. */
  readonly part: string
  /** What is typed and not saved; null where there is nothing. */
  readonly value: T | null
  /** Whether a draft can be restored already; before that nothing is kept or removed. */
  readonly ready: boolean
  readonly restore: (draft: Draft<T>) => void
}

/**
 * Keeps what is typed in the browser's storage until it is saved or discarded, and restores it when somebody comes back.
 * The answer removes the draft, for what is closed without saving.
 */
export function useDraft<T>({ themeId, part, value, ready, restore }: Kept<T>): () => void {
  const drafts = useDrafts()
  const [looked, setLooked] = useState(false)
  const latest = useRef(restore)
  latest.current = restore
  useEffect(() => {
    if (!ready) return
    let gone = false
    drafts.find<T>(themeId, part).then(found => {
      if (gone) return
      if (found !== undefined) latest.current(found)
      setLooked(true)
    })
    return () => {
      gone = true
    }
  }, [drafts, themeId, part, ready])
  const drop = useCallback(() => drafts.drop(themeId, part), [drafts, themeId, part])
  useEffect(() => {
    if (!looked) return
    if (value === null) return drop()
    drafts.keep(themeId, part, value)
    return onDiscard(drop)
  }, [drafts, themeId, part, value, looked, drop])
  return drop
}
