import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** What waits for the answer to "Leave without saving?" */
type Departure = () => void

let guarded: string | null = null
let departure: Departure | null = null
const watchers = new Set<() => void>()
const discards = new Set<() => void>()

/** Calls back when somebody leaves without saving, until the answer is called. */
export function onDiscard(discard: () => void): () => void {
  discards.add(discard)
  return () => void discards.delete(discard)
}

function setDeparture(next: Departure | null): void {
  departure = next
  for (const watcher of watchers) watcher()
}

/** Goes, or asks first when that would lose unsaved changes; a change of the query alone loses none. */
export function depart(to: string, go: () => void): void {
  if (guarded === null || new URL(to, location.href).pathname === new URL(guarded).pathname) go()
  else setDeparture(go)
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

/** Drops unsaved changes without asking: they are kept as a draft, or the person has been told. */
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

/** Keeps unsaved changes from being lost; the answer lets go of them, for instance after they were saved. */
export function useUnsaved(dirty: boolean): () => void {
  useEffect(() => {
    if (!dirty) return
    guarded = location.href
    const ask = (event: BeforeUnloadEvent) => {
      if (guarded !== null) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      guarded = null
      removeEventListener('beforeunload', ask)
    }
  }, [dirty])
  return useCallback(() => {
    guarded = null
  }, [])
}

/** What is still unsaved after `sent` was saved: somebody may have continued typing meanwhile. */
export function unsent<T extends object>(now: T, sent: T): T {
  const kept = Object.entries(now).filter(([name, value]) => value !== sent[name as keyof T])
  return Object.fromEntries(kept) as T
}

// Back and forward cannot be stopped: this goes back to where one was before the router sees it, then asks.
addEventListener('popstate', event => {
  if (guarded === null || location.pathname === new URL(guarded).pathname) return
  const to = location.href
  event.stopImmediatePropagation()
  history.pushState(null, '', guarded)
  setDeparture(() => navigate(to))
})
