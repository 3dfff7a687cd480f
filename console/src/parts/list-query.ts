import { useEffect } from 'react'
import { useQuery } from './query.ts'

/** The last query of each list by its path, so that a person who goes back finds the list unchanged. */
const remembered = new Map<string, string>()

/** The URL of a list with its last query. */
export function asLeft(path: string): string {
  return path + (remembered.get(path) ?? '')
}

/** A query parameter of a list, such as its filter. */
export function useListQuery(name: string): readonly [string, (value: string) => void] {
  const query = useQuery()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is remembered too.
  useEffect(() => void remembered.set(location.pathname, location.search), [query])
  return [query.get(name) ?? '', value => change(name, value)]
}

function change(name: string, value: string): void {
  const query = new URLSearchParams(location.search)
  if (value === '') query.delete(name)
  else query.set(name, value)
  // Replaces the current entry: otherwise every key would add a step to the history.
  history.replaceState(history.state, '', location.pathname + (query.size === 0 ? '' : `?${query}`))
}
