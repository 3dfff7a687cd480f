import { useSyncExternalStore } from 'react'

/** The wait for somebody whose session has ended to sign in again. */
interface Wait {
  readonly over: Promise<void>
  readonly end: () => void
}

let userName: string | null = null
let wait: Wait | null = null
const watchers = new Set<() => void>()

// Tabs tell each other that somebody has signed in, so that none asks twice.
const tabs = new BroadcastChannel('tabard-session')

/** Called when it is known who is signed in, so that the end of that session is noticed. */
export function sessionBegan(who: string): void {
  userName = who
  tabs.postMessage('signed in')
}

/** Whether somebody was signed in since this page was loaded. */
export function wasSignedIn(): boolean {
  return userName !== null
}

/** Asks for signing in again in a dialog; resolves once that is done. */
export async function signedInAgain(): Promise<void> {
  if (wait === null) {
    const { promise, resolve } = Promise.withResolvers<void>()
    setWait({ over: promise, end: resolve })
  }
  await wait!.over
}

/** Ends the wait. Where another account has signed in, the page is loaded anew as theirs. */
export function settle(who: string): void {
  if (who !== userName) {
    location.reload()
    return
  }
  wait?.end()
  setWait(null)
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => wait !== null,
  )
}

/** Calls back when somebody may have signed in elsewhere: another tab says so, or this one is looked at again. */
export function watchTabs(look: () => void): () => void {
  tabs.addEventListener('message', look)
  addEventListener('focus', look)
  return () => {
    tabs.removeEventListener('message', look)
    removeEventListener('focus', look)
  }
}

function setWait(next: Wait | null): void {
  wait = next
  for (const watcher of watchers) watcher()
}
