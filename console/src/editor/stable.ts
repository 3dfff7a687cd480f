import { useCallback, useRef } from 'react'

/** A function that stays the same from one rendering to the next, and does what the latest one does. */
export function useStable<A extends readonly unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  latest.current = act
  return useCallback((...args: A) => latest.current(...args), [])
}
