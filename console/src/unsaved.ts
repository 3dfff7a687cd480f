import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** What to do after the question "Leave without saving?" is confirmed. */
type Departure = () => void

/** Where unsaved input is; null if there is none. */
let guarded: string | null = null
/** Whether the input goes with the tab that the query names. */
let inTab = false
let departure: Departure | null = null
const watchers = new Set<() => void>()
const discards = new Set<() => void>()

/** Calls `discard` when somebody leaves without saving. The returned function unsubscribes. */
export function onDiscard(discard: () => void): () => void {
  discards.add(discard)
  return () => void discards.delete(discard)
}

function setDeparture(next: Departure | null): void {
  departure = next
  for (const watcher of watchers) watcher()
}

/** Navigates, or asks first if that would lose unsaved changes. */
export function depart(to: string, go: () => void): void {
  if (guarded === null || keeps(to, guarded)) {
    go()
    follow()
  } else setDeparture(go)
}

/** Whether the input at one URL is still there at another one. Only tabs lose it by a change of the query. */
function keeps(to: string, from: string): boolean {
  const [next, now] = [new URL(to, location.href), new URL(from)]
  if (next.pathname !== now.pathname) return false
  return !inTab || next.searchParams.get('tab') === now.searchParams.get('tab')
}

/** Remembers where somebody is now, to return there and not to where the input began. */
function follow(): void {
  if (guarded !== null) guarded = location.href
}

/** Whether there is unsaved input that leaving would lose. */
export function isGuarded(): boolean {
  return guarded !== null
}

export function stay(): void {
  setDeparture(null)
}

export function leave(): void {
  const go = departure
  for (const discard of discards) discard()
  guarded = null
  setDeparture(null)
  go?.()
}

/** Drops unsaved changes without asking: they are stored as a draft, or the person has been warned. */
export function release(): void {
  guarded = null
}

export function useDeparture(): Departure | null {
  return useSyncExternalStore(watch, () => departure)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/**
 * Protects unsaved changes from being lost, with `tab` also when another tab of the screen is chosen. The returned
 * function ends the protection, for example after saving.
 */
export function useUnsaved(dirty: boolean, { tab = false } = {}): () => void {
  useEffect(() => {
    if (!dirty) return
    guarded = location.href
    inTab = tab
    const ask = (event: BeforeUnloadEvent) => {
      if (guarded !== null) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      guarded = null
      removeEventListener('beforeunload', ask)
    }
  }, [dirty, tab])
  return useCallback(() => {
    guarded = null
  }, [])
}

/** The changes that are still unsaved after `sent` was saved, because typing may have continued. */
export function unsent<T extends object>(now: T, sent: T): T {
  const kept = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof T])
  return Object.fromEntries(kept) as T
}

// Back and forward cannot be prevented. Before the router sees the event, this returns to the former entry, and then
// asks.
addEventListener('popstate', event => {
  if (guarded === null || keeps(location.href, guarded)) return follow()
  const to = location.href
  event.stopImmediatePropagation()
  history.pushState(null, '', guarded)
  setDeparture(() => navigate(to))
})
