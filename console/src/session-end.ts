import { useSyncExternalStore } from 'react'

/** Waits until somebody whose session has ended signs in again. */
interface Wait {
  readonly over: Promise<void>
  readonly end: () => void
}

let userName: string | null = null
let wait: Wait | null = null
const watchers = new Set<() => void>()

// Tabs notify each other of a sign-in, so that it is needed only once.
const tabs = new BroadcastChannel('tabard-session')

/** Called once it is known who is signed in, so that the end of that session is noticed. */
export function sessionBegan(who: string): void {
  userName = who
  tabs.postMessage({ userName: who })
}

// If another account has signed in, calls of this tab would be recorded under its name.
tabs.addEventListener('message', ({ data }: MessageEvent<{ userName?: string }>) => {
  if (userName !== null && data.userName !== undefined && data.userName !== userName) void signedInAgain()
})

/** Whether somebody has been signed in since this page was loaded. */
export function wasSignedIn(): boolean {
  return userName !== null
}

/** Asks in a dialog to sign in again. Resolves once that is done. */
export async function signedInAgain(): Promise<void> {
  if (wait === null) {
    const { promise, resolve } = Promise.withResolvers<void>()
    setWait({ over: promise, end: resolve })
  }
  await wait!.over
}

/** Ends the wait. If another account has signed in, the page is reloaded for that account. */
export function settle(who: string): void {
  if (who !== userName) {
    location.reload()
    return
  }
  wait?.end()
  setWait(null)
  tabs.postMessage({ userName: who })
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

/** Calls back when somebody may have signed in elsewhere: another tab says so, or this tab becomes visible again. */
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
