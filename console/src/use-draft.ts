import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, useDrafts } from './drafts.ts'
import { onDiscard } from './unsaved.ts'

interface Kept<T> {
  readonly themeId: string
  /** The part that the draft belongs to, such as the path of a file. */
  readonly part: string
  /** The unsaved input; null if there is none. */
  readonly value: T | null
  /** Whether a draft can be restored. Until then, nothing is stored or removed. */
  readonly ready: boolean
  readonly restore: (draft: Draft<T>) => void
}

/**
 * Stores input in the browser until it is saved or discarded, and restores it on the next visit. The returned function
 * removes the draft, for parts that are closed without saving.
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
