import { useSyncExternalStore } from 'react'

// Only in memory. A secret is dropped when the tab closes, when the session ends, or when somebody confirms to have it.
const secrets = new Map<string, string>()
const watchers = new Set<() => void>()

export function keepSecret(owner: string, secret: string | undefined): void {
  if (secret === undefined) secrets.delete(owner)
  else secrets.set(owner, secret)
  for (const watcher of watchers) watcher()
}

export function useNewSecret(owner: string): string | undefined {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => secrets.get(owner),
  )
}
