import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type ApiError, errorOf, getTagged, type Tagged } from './api.ts'
import { getWhole, isWhole } from './whole-list.ts'

interface Entry {
  readonly data?: unknown
  readonly etag?: string | null
  /** The number of the load that brought the data. */
  readonly load?: number
  readonly failure?: ApiError
}

export interface Resource<T> {
  readonly data: T | undefined
  /** The ETag of the data, for a precondition; null if there is none. */
  readonly etag: string | null
  /** Whether the data was loaded since it is shown here, and not only for what was shown before. */
  readonly isCurrent: boolean
  readonly failure: ApiError | undefined
  readonly reload: () => Promise<void>
  /** Reloads in the background, without a user's action. */
  readonly look: () => Promise<void>
}

const NOTHING: Entry = {}
const entries = new Map<string, Entry>()
const watchers = new Map<string, Set<() => void>>()
const newest = new Map<string, number>()
let loads = 0

async function load(path: string, background = false): Promise<void> {
  loads += 1
  const ticket = loads
  newest.set(path, ticket)
  let entry: Entry
  try {
    entry = { ...(await read(path, background)), load: ticket }
  } catch (thrown) {
    const failure = errorOf(thrown)
    entry = failure.status === 404 ? { failure } : { ...entries.get(path), failure }
  }
  if (newest.get(path) !== ticket) return
  entries.set(path, entry)
  for (const watcher of watchers.get(path) ?? []) watcher()
}

async function read(path: string, background: boolean): Promise<Tagged<unknown>> {
  if (!isWhole(path)) return await getTagged(path, background)
  return { data: await getWhole(path, background), etag: null }
}

/** Loads what is at a path now, also for the components that show it. */
export async function loaded<T>(path: string): Promise<Tagged<T>> {
  await load(path)
  const { data, etag = null, failure } = entries.get(path) ?? NOTHING
  if (failure !== undefined) throw failure
  return { data: data as T, etag }
}

/** The data at a path: at first what was loaded before, then the current data. */
export function useResource<T>(path: string): Resource<T> {
  const subscribe = useCallback(
    (watcher: () => void) => {
      const mine = watchers.get(path) ?? new Set()
      watchers.set(path, mine.add(watcher))
      return () => void mine.delete(watcher)
    },
    [path],
  )
  const {
    data,
    etag = null,
    failure,
    load: broughtBy = 0,
  } = useSyncExternalStore(subscribe, () => entries.get(path) ?? NOTHING)
  const [shown, setShown] = useState({ path, before: loads })
  if (shown.path !== path) setShown({ path, before: loads })
  useEffect(() => void load(path), [path])
  const reload = useCallback(() => load(path), [path])
  const look = useCallback(() => load(path, true), [path])
  return {
    data: data as T | undefined,
    etag,
    isCurrent: broughtBy > shown.before,
    failure,
    reload,
    look,
  }
}

/** Call this after a write. It reloads visible data whose path begins with `prefix`, and drops the rest of it. */
export async function refresh(prefix: string): Promise<void> {
  // Also paths that are still loading: their answers may be older than the write.
  const stale = [...newest.keys()].filter(path => path.startsWith(prefix))
  const shown = stale.filter(path => (watchers.get(path)?.size ?? 0) > 0)
  for (const path of stale) if (!shown.includes(path)) forget(path)
  await Promise.all(shown.map(path => load(path)))
}

/** Drops data that nobody shows any more. */
export function forgetUnwatched(path: string): void {
  if ((watchers.get(path)?.size ?? 0) === 0) forget(path)
}

/** Call this after the object at a path was deleted, so that it is not requested again. */
export function forget(path: string): void {
  entries.delete(path)
  newest.delete(path)
}
