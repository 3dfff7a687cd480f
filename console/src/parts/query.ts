import { useMemo } from 'react'
import { useSearch } from 'wouter/use-browser-location'

/** The query of the URL. The hook of the router decodes it first, so that `%2541` would become `A` and not `%41`. */
export function useQuery(): URLSearchParams {
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}
