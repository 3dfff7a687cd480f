import { useEffect, useState } from 'react'

/** The last query of each list by its path, so that a person who goes back finds the list unchanged. */
const remembered = new Map<string, string>()

/** The address of a list as somebody left it. */
export function asLeft(path: string): string {
  return path + (remembered.get(path) ?? '')
}

/** A part of the address of a list, such as its filter. */
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
    // In place: otherwise every key would be a step of the history.
    history.replaceState(history.state, '', location.pathname + search)
  }
  return [value, change]
}
