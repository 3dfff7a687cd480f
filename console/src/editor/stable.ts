import { useCallback, useRef } from 'react'

/** A function whose identity never changes between renders. It calls the latest version of `act`. */
export function useStable<A extends readonly unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  latest.current = act
  return useCallback((...args: A) => latest.current(...args), [])
}
