import { sendJson } from '../api.ts'
import { filePath, MASTER, themeResource, themesChanged } from '../themes/calls.ts'

export interface Revision {
  readonly revision: number
  readonly at: string
  readonly author: string
  readonly authorName: string | null
  readonly cause: string
  readonly changes: readonly { readonly path: string; readonly kind: string }[]
}

/** A revision by its number, or the master. */
export type Point = string

export interface Difference {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly from: string | null
  readonly to: string | null
}

export function revisionsResource(id: string): string {
  return `${themeResource(id)}/revisions`
}

export function compareResource(id: string, from: Point, to: Point): string {
  return `${themeResource(id)}/compare?from=${from}&to=${to}`
}

/** The address of a file as it was. */
export function pastFileAddress(id: string, point: Point, path: string): string {
  return `${revisionsResource(id)}/${point}/files/${filePath(path)}`
}

export async function restore(id: string, point: Point, path?: string): Promise<void> {
  const revision = point === MASTER ? point : Number(point)
  await sendJson('POST', `${themeResource(id)}/restore`, { revision, ...(path !== undefined && { path }) })
  await themesChanged()
}

export function pointName(point: Point): string {
  return point === MASTER ? 'the master' : `revision ${point}`
}

const CAUSES: Readonly<Record<string, string>> = {
  create: 'Created',
  replace: 'Package uploaded',
  configure: 'Name or description changed',
  'write file': 'File saved',
  'write files': 'Files saved',
  'revert file': 'File reverted',
  restore: 'Restored',
  reset: 'Reset',
  analytics: 'Analytics changed',
}

/** What a revision did: where it changed one file, which one. */
export function revisionName({ cause, changes }: Pick<Revision, 'cause' | 'changes'>): string {
  const [only, ...others] = changes
  const name = only?.path.split('/').at(-1)
  if (only === undefined || others.length > 0) return CAUSES[cause] ?? cause
  if (cause === 'write file' || cause === 'write files') return `${name} ${WRITTEN[only.kind] ?? 'saved'}`
  if (cause === 'revert file') return `${name} ${only.kind}`
  return CAUSES[cause] ?? cause
}

const WRITTEN: Readonly<Record<string, string>> = { added: 'added', reverted: 'reverted', removed: 'removed' }
