import type { BlobInfo } from '../core/blob.ts'
import { localeFolders } from '../core/locale.ts'
import type { ThemePath } from '../core/path.ts'
import { TEMPLATE_BOUNDS } from '../core/template/template.ts'
import { MASTER } from '../core/theme.ts'
import type { ArchiveEntry } from '../zip/zip.ts'
import type { Master } from './master.ts'

/** A theme at one revision: what every file of it is, without the contents. */
export interface Snapshot {
  /** What the pages call the theme. */
  readonly id: string
  readonly revision: number
  /** The tag of the theme as an entity: it moves with its revision and with the master. */
  readonly tag: string
  /** The tag in the form that addresses of static files contain. */
  readonly generation: string
  /** The locale folders that there are. */
  readonly locales: ReadonlySet<string>
  /** A file of the theme's own. */
  own(path: string): BlobInfo | undefined
  /** A file of the theme, or the master's. */
  file(path: string): BlobInfo | undefined
  ownPaths(): Iterable<string>
  /** Who tries it out, where it is a preview. */
  readonly author?: string
  entries(customizedOnly: boolean): ArchiveEntry[]
}

/** A theme at a revision, and when that revision was made. */
interface Revised extends Moment {
  readonly id: string
}

/**
 * A revision and its time. A restored backup counts on from an earlier revision, so the number alone would also name
 * the revision of that number that was lost, which caches and clients may still have.
 */
interface Moment {
  readonly revision: number
  readonly updatedAt: number
}

/** The tag of a theme. */
export function themeTag(theme: Moment, master: Master): string {
  return `"${generationOf(theme, master)}"`
}

/** The tag of a file. */
export function fileTag({ digest }: Pick<BlobInfo, 'digest'>): string {
  return `"${digest}"`
}

function generationOf({ revision, updatedAt }: Moment, master: Master): string {
  return `${revision}-${master.id}-${updatedAt.toString(36)}`
}

/** The revision that an address asks for, when it was made with this master. */
export function momentOf(generation: string, master: Master): Moment | undefined {
  const [revision = '', id, time = ''] = generation.split('-')
  if (id !== master.id || !/^\d{1,15}$/.test(revision)) return undefined
  const moment = { revision: Number(revision), updatedAt: Number.parseInt(time, 36) }
  return generation === generationOf(moment, master) ? moment : undefined
}

/** A theme over the master. */
export function snapshotOf(
  { id, revision, updatedAt }: Revised,
  files: readonly ArchiveEntry[],
  master: Master,
): Snapshot {
  const customized = new Map<string, ArchiveEntry>(files.map(file => [file.path, file]))
  const generation = generationOf({ revision, updatedAt }, master)
  return {
    id,
    revision,
    tag: `"${generation}"`,
    generation,
    locales: shownLocales([...master.files.keys(), ...customized.keys()]),
    own: path => customized.get(path),
    file: path => customized.get(path) ?? master.files.get(path as ThemePath),
    ownPaths: () => customized.keys(),
    entries(customizedOnly) {
      if (customizedOnly) return [...files]
      const kept = masterEntries(master).filter(entry => !customized.has(entry.path))
      return [...kept, ...files]
    },
  }
}

/**
 * The languages of files that begin with the master's; a theme that was stored before there was a bound has the first
 * ones.
 */
function shownLocales(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...localeFolders(paths)].slice(0, TEMPLATE_BOUNDS.locales))
}

/** The master by itself: nothing in it is customized. */
export function masterSnapshot(master: Master): Snapshot {
  return {
    ...snapshotOf({ id: MASTER, revision: 0, updatedAt: 0 }, [], master),
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
