import { useCallback, useMemo } from 'react'
import type { Catalogue } from './calls.ts'

/** The names of pages and mails, by id. */
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
