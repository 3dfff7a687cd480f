import { ApiError, getFile, ifMatch, isMoved, sendJson } from '../api.ts'
import { filePath, MASTER, themeResource, themesChanged } from '../themes/calls.ts'
import type { Comparison, Restoration, Revision, ThemeDetails } from '../wire.ts'

export type { Comparison, Revision, RevisionList } from '../wire.ts'

/** A revision by its number, or the master. */
export type Point = string

export type Difference = Comparison['differences'][number]

export function revisionsResource(id: string): string {
  return `${themeResource(id)}/revisions`
}

export function compareResource(id: string, from: Point, to: Point): string {
  return `${themeResource(id)}/compare?from=${from}&to=${to}`
}

/** The URL of a file in an earlier state. */
export function pastFileAddress(id: string, point: Point, path: string): string {
  return `${revisionsResource(id)}/${point}/files/${filePath(path)}`
}

interface Restored {
  readonly point: Point
  /** The file to restore; without it, the whole theme is restored. */
  readonly path?: string | undefined
  /** The revision that was shown as the newest. */
  readonly over: number
}

/** Restores a file or a theme. If somebody else has changed the theme, their change is loaded instead. */
export async function restore(id: string, { point, path, over }: Restored): Promise<void> {
  const revision = point === MASTER ? MASTER : Number(point)
  const restored: Restoration = { revision, ...(path !== undefined && { path }) }
  try {
    const { blob, etag } = await getFile(themeResource(id))
    const newest = JSON.parse(await blob.text()) as ThemeDetails
    if (newest.revision !== over) throw new ApiError(412, 'CHANGED', RESTORE_MOVED)
    await sendJson('POST', `${themeResource(id)}/restore`, restored, ifMatch(etag))
  } catch (thrown) {
    if (!isMoved(thrown)) throw thrown
    await themesChanged()
    throw new ApiError(412, 'CHANGED', RESTORE_MOVED, thrown.help)
  }
  await themesChanged()
}

const RESTORE_MOVED =
  'Somebody else changed this theme in the meantime, so nothing was restored. Cancel to see what they changed, then decide again.'

export function pointName(point: Point): string {
  return point === MASTER ? 'the master' : `revision ${point}`
}

const CAUSES: Readonly<Record<Revision['cause'], string>> = {
  create: 'Created',
  replace: 'Package uploaded',
  configure: 'Name or description changed',
  'write file': 'File saved',
  'write files': 'Files saved',
  push: 'Pushed',
  'revert file': 'File reverted',
  restore: 'Restored',
  reset: 'Reset',
  analytics: 'Analytics changed',
}

/** The name of a revision: what it did, and which file it changed if there is just one. */
export function revisionName({ cause, changes }: Pick<Revision, 'cause' | 'changes'>): string {
  const [only, ...others] = changes
  const name = only?.path.split('/').at(-1)
  if (only === undefined || others.length > 0) return CAUSES[cause]
  if (cause === 'write file' || cause === 'write files') return `${name} ${WRITTEN[only.kind] ?? 'saved'}`
  if (cause === 'revert file') return `${name} ${only.kind}`
  return CAUSES[cause]
}

const WRITTEN: Readonly<Record<string, string>> = {
  added: 'added',
  reverted: 'reverted',
  removed: 'removed',
}
