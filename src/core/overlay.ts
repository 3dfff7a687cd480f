import type { ThemePath } from './path.ts'

/** Path → digest of the content. */
export type Files = ReadonlyMap<ThemePath, string>

/**
 * A file of the theme's own, and the digest of the original that it was made from. The original is the master's file at
 * that time; null if the master had none. Edits keep the original. It changes only when somebody has compared the file
 * with the current original (`reviewed`). Reverting a file drops it.
 */
export interface Customized {
  readonly digest: string
  readonly base: string | null
}

/** A theme, as its differences from the master. */
export type Overlay = ReadonlyMap<ThemePath, Customized>

/** `reviewed`: the content stays, and it now refers to another original. */
export type ChangeKind = 'customized' | 'added' | 'changed' | 'reverted' | 'removed' | 'reviewed'

export interface Change {
  readonly path: ThemePath
  readonly kind: ChangeKind
}

/** The whole theme: the overlay's files, and the master's for all other paths. */
export function merged(master: Files, overlay: Overlay): Map<ThemePath, string> {
  const files = new Map(master)
  for (const [path, { digest }] of overlay) files.set(path, digest)
  return files
}

/**
 * The overlay after an upload. A file that equals the master's, or that of an `earlier` master, is not customized. So a
 * package made before an update of the master does not pin old files. A file that is already customized keeps its
 * original. A complete package removes files that it does not contain.
 */
export function applied(
  master: Files,
  overlay: Overlay,
  upload: Files,
  whole: boolean,
  earlier: readonly Files[] = [],
): Map<ThemePath, Customized> {
  const after = whole ? new Map<ThemePath, Customized>() : new Map(overlay)
  for (const [path, digest] of upload) {
    const base = master.get(path) ?? null
    const before = overlay.get(path)
    if (digest === base || earlier.some(files => files.get(path) === digest)) after.delete(path)
    else after.set(path, before?.digest === digest ? before : { digest, base: before ? before.base : base })
  }
  return after
}

/** The files of an upload that equal those of an earlier master. The current master's files are used instead. */
export function outdated(master: Files, upload: Files, earlier: readonly Files[]): ThemePath[] {
  return [...upload]
    .filter(
      ([path, digest]) => digest !== master.get(path) && earlier.some(files => files.get(path) === digest),
    )
    .map(([path]) => path)
}

/** The original that a file was made from, and the current one; null if the master has no such file. */
export interface ChangedOriginal {
  readonly path: ThemePath
  readonly from: string | null
  readonly to: string | null
}

/** The customized files whose original in the master has changed since they were made from it, by path. */
export function outdatedBases(master: Files, overlay: Overlay): ChangedOriginal[] {
  return Array.from(overlay, ([path, { base }]) => ({ path, from: base, to: master.get(path) ?? null }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The overlay after somebody has compared files with their current originals. */
export function reviewed(
  master: Files,
  overlay: Overlay,
  paths: readonly ThemePath[],
): Map<ThemePath, Customized> {
  const after = new Map(overlay)
  for (const path of paths) {
    const file = after.get(path)
    if (file !== undefined) after.set(path, { ...file, base: master.get(path) ?? null })
  }
  return after
}

/** The overlay with one file reverted to its original. */
export function reverted(overlay: Overlay, path: ThemePath): Map<ThemePath, Customized> {
  const after = new Map(overlay)
  after.delete(path)
  return after
}

/** The changes that lead from one overlay to the other, ordered by path. */
export function difference(master: Files, before: Overlay, after: Overlay): Change[] {
  const changes: Change[] = []
  for (const [path, file] of after) {
    const old = before.get(path)
    if (old === undefined) changes.push({ path, kind: master.has(path) ? 'customized' : 'added' })
    else if (old.digest !== file.digest) changes.push({ path, kind: 'changed' })
    else if (old.base !== file.base) changes.push({ path, kind: 'reviewed' })
  }
  for (const path of before.keys()) {
    if (!after.has(path)) changes.push({ path, kind: master.has(path) ? 'reverted' : 'removed' })
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A package is complete if it contains every path of the current master, or of an earlier one. */
export function isWhole(upload: Files, masters: readonly Files[]): boolean {
  return masters.some(files => files.size > 0 && [...files.keys()].every(path => upload.has(path)))
}
