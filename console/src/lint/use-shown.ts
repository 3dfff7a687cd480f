import { useState } from 'react'

/** The number of items that are drawn at once; more take a browser long. */
const STEP = 500

/** The beginning of a long list, and what shows more of it; from the start again where `of` is another list. */
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
