import type { BlobInfo } from '../core/blob.ts'
import type { ThemePath } from '../core/path.ts'
import { MASTER } from '../core/theme.ts'
import type { Theme, ThemeFile } from '../store/store.ts'
import type { ArchiveEntry } from '../zip/zip.ts'
import type { Master } from './master.ts'

/** A theme at one revision: what every file of it is, without the contents. */
export interface Snapshot {
  readonly id: string
  /** The tag of the theme as an entity: it moves with its revision and with the master. */
  readonly tag: string
  file(path: ThemePath): BlobInfo | undefined
  entries(customizedOnly: boolean): ArchiveEntry[]
}

/** The tag of a theme. */
export function themeTag(theme: Pick<Theme, 'revision'>, master: Master): string {
  return `"${theme.revision}-${master.id}"`
}

/** The tag of a file. */
export function fileTag({ digest }: Pick<BlobInfo, 'digest'>): string {
  return `"${digest}"`
}

/** A theme over the master. */
export function snapshotOf(theme: Theme, files: readonly ThemeFile[], master: Master): Snapshot {
  const customized = new Map(files.map(file => [file.path, file]))
  return {
    id: theme.id,
    tag: themeTag(theme, master),
    file: path => customized.get(path) ?? master.files.get(path),
    entries(customizedOnly) {
      if (customizedOnly) return [...files]
      const kept = masterEntries(master).filter(entry => !customized.has(entry.path as ThemePath))
      return [...kept, ...files]
    },
  }
}

/** The master by itself: nothing in it is customized. */
export function masterSnapshot(master: Master): Snapshot {
  return {
    id: MASTER,
    tag: `"${master.id}"`,
    file: path => master.files.get(path),
    entries: customizedOnly => (customizedOnly ? [] : masterEntries(master)),
  }
}

function masterEntries(master: Master): ArchiveEntry[] {
  return Array.from(master.files, ([path, { digest, size, crc, deflatedSize }]) => ({
    path,
    digest,
    size,
    crc,
    deflatedSize,
  }))
}
