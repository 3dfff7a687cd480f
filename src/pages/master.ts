import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ThemeBlob } from '../core/blob.ts'
import type { Files } from '../core/overlay.ts'
import { type ThemePath, themePath } from '../core/path.ts'
import { packedLater } from '../zip/zip.ts'

/** The original theme, as it is shipped with this version. */
export interface Master {
  /** A digest over paths and contents: two versions that ship the same files ship the same master. */
  readonly id: string
  readonly files: ReadonlyMap<ThemePath, ThemeBlob>
  readonly digests: Files
}

/** Reads the master from its folder. */
export function loadMaster(folder: string): Master {
  const files = new Map<ThemePath, ThemeBlob>()
  for (const name of filesIn(folder))
    files.set(themePath(name), packedLater(readFileSync(join(folder, name))))
  const digests = new Map(Array.from(files, ([path, { digest }]) => [path, digest]))
  const hash = createHash('sha256')
  for (const [path, digest] of digests) hash.update(`${digest} ${path}\n`)
  return { id: hash.digest('hex').slice(0, 16), files, digests }
}

/** The paths of the files in a folder and below it, with slashes, in their order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}
