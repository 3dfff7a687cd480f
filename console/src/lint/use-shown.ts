import { useState } from 'react'

/** The number of items that are rendered at once; more would take a browser too long. */
const STEP = 500

/** The beginning of a long list, and a function that shows more of it. It starts over if `of` is another list. */
export function useShown<T>(
  all: readonly T[],
  of: string,
): { readonly shown: readonly T[]; readonly more: (() => void) | null } {
  const [wanted, setWanted] = useState({ of, count: STEP })
  const count = wanted.of === of ? wanted.count : STEP
  return {
    shown: all.length > count ? all.slice(0, count) : all,
    more: all.length > count ? () => setWanted({ of, count: count + STEP }) : null,
  }
}
