import { useCallback, useMemo } from 'react'
import type { Catalogue } from './calls.ts'

/** What pages and mails are called, by their ids. */
export function usePageNames(catalogue: Catalogue | undefined): (id: string) => string {
  const names = useMemo(
    () =>
      new Map(
        [...(catalogue?.pages ?? []), ...(catalogue?.mails ?? [])].map(({ id, meaning }) => [id, meaning]),
      ),
    [catalogue],
  )
  return useCallback((id: string) => names.get(id) ?? id, [names])
}
