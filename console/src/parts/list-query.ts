import { useEffect, useState } from 'react'

/** The last query of each list by its path, so that a person who goes back finds the list unchanged. */
const remembered = new Map<string, string>()

/** The URL of a list with its last query. */
export function asLeft(path: string): string {
  return path + (remembered.get(path) ?? '')
}

/** A query parameter of a list, such as its filter. */
export function useListQuery(name: string): readonly [string, (value: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(location.search).get(name) ?? '')
  useEffect(() => void remembered.set(location.pathname, location.search), [])
  const change = (next: string) => {
    setValue(next)
    const query = new URLSearchParams(location.search)
    if (next === '') query.delete(name)
    else query.set(name, next)
    const search = query.size === 0 ? '' : `?${query}`
    remembered.set(location.pathname, search)
    // Replaces the current entry: otherwise every key would add a step to the history.
    history.replaceState(history.state, '', location.pathname + search)
  }
  return [value, change]
}
