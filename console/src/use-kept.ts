import { useState } from 'react'
import { type Resource, useResource } from './resource.ts'
import { isGuarded } from './unsaved.ts'

export interface Kept<T> extends Resource<T> {
  /** Whether the data is what was shown last, because the object no longer exists. */
  readonly isGone: boolean
}

/** The data at a path. If the object is deleted, its data is kept as long as there is unsaved input about it. */
export function useKept<T>(path: string): Kept<T> {
  const resource = useResource<T>(path)
  const { data, etag, failure } = resource
  const [last, setLast] = useState({ path, data, etag })
  if (data !== undefined && (data !== last.data || path !== last.path)) setLast({ path, data, etag })
  const isGone = failure?.status === 404 && last.path === path && last.data !== undefined && isGuarded()
  return isGone ? { ...resource, data: last.data, etag: last.etag, isGone } : { ...resource, isGone }
}
