import type { ThemePath } from './path.ts'

/** Path → digest of the content. */
export type Files = ReadonlyMap<ThemePath, string>

/** A file of the theme's own, and the digest of the master's file it was made from (null: the master had none). */
export interface Customized {
  readonly digest: string
  readonly base: string | null
}

/** A theme, as its difference from the master. */
export type Overlay = ReadonlyMap<ThemePath, Customized>

export type ChangeKind = 'customized' | 'added' | 'changed' | 'reverted' | 'removed'

export interface Change {
  readonly path: ThemePath
  readonly kind: ChangeKind
}

/** The whole theme: the overlay's files over the master's. */
export function merged(master: Files, overlay: Overlay): Map<ThemePath, string> {
  const files = new Map(master)
  for (const [path, { digest }] of overlay) files.set(path, digest)
  return files
}

/**
 * The overlay after an upload. A file that equals the master's is not customized; one that was there already
 * keeps the base it was made from. A whole package drops what it does not hold.
 */
export function applied(
  master: Files,
  overlay: Overlay,
  upload: Files,
  whole: boolean,
): Map<ThemePath, Customized> {
  const after = whole ? new Map<ThemePath, Customized>() : new Map(overlay)
  for (const [path, digest] of upload) {
    const base = master.get(path) ?? null
    const before = overlay.get(path)
    if (digest === base) after.delete(path)
    else after.set(path, before?.digest === digest ? before : { digest, base })
  }
  return after
}

/** The overlay with one file back at its original state. */
export function reverted(overlay: Overlay, path: ThemePath): Map<ThemePath, Customized> {
  const after = new Map(overlay)
  after.delete(path)
  return after
}

/** What has to be written to get from one overlay to the other, ordered by path. */
export function difference(master: Files, before: Overlay, after: Overlay): Change[] {
  const changes: Change[] = []
  for (const [path, file] of after) {
    const old = before.get(path)
    if (old === undefined) changes.push({ path, kind: master.has(path) ? 'customized' : 'added' })
    else if (old.digest !== file.digest) changes.push({ path, kind: 'changed' })
  }
  for (const path of before.keys()) {
    if (!after.has(path)) changes.push({ path, kind: master.has(path) ? 'reverted' : 'removed' })
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A package is whole when it holds every path of a master, this one or any that was shipped before. */
export function isWhole(upload: Files, masters: Iterable<Iterable<ThemePath>>): boolean {
  for (const paths of masters) {
    let empty = true
    let all = true
    for (const path of paths) {
      empty = false
      if (!upload.has(path)) {
        all = false
        break
      }
    }
    if (all && !empty) return true
  }
  return false
}
