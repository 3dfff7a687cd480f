import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { BoundedCache } from '../core/bounded-cache.ts'
import type { Snapshot } from '../pages/pages.ts'
import { StoreFault } from '../store/store.ts'
import { type ArchiveEntry, archiveChunks, archiveSize, wholeArchive } from '../zip/zip.ts'

export interface ArchiveParts {
  readonly snapshot: (id: string) => Promise<Snapshot>
  /** Contents as they are kept; fails where one is damaged. */
  readonly soundBlobs: (digests: readonly string[]) => Promise<Map<string, ThemeBlob>>
  /** A content of the master, as this process compresses it; its stored copy may be from another version. */
  readonly original: (digest: string) => BlobInfo | undefined
  /** Archives of this tenant's themes that were asked for lately. */
  readonly archives: Pick<BoundedCache<string, Buffer>, 'get' | 'set'>
}

/** A theme as a package. */
export interface ThemeArchive {
  readonly tag: string
  readonly size: number
  readonly body: () => Promise<Buffer> | AsyncGenerator<Uint8Array>
}

const LARGEST_KEPT = 4 * 1024 * 1024

/** A theme as a package; a large one is streamed, so that a slow reader never holds a whole archive. */
export async function themeArchive(
  { snapshot, archives, soundBlobs, original }: ArchiveParts,
  id: string,
  customizedOnly: boolean,
): Promise<ThemeArchive> {
  const theme = await snapshot(id)
  const key = `${id} ${theme.tag} ${customizedOnly}`
  const known = archives.get(key)
  if (known !== undefined) return { tag: theme.tag, size: known.length, body: async () => known }
  const stored = theme.entries(customizedOnly)
  assertWhole(id, stored)
  const entries = stored.map(entry => ({ ...entry, ...sizeOf(original(entry.digest) ?? entry) }))
  const size = archiveSize(entries)
  if (size > LARGEST_KEPT) return { tag: theme.tag, size, body: () => archiveChunks(entries, soundBlobs) }
  const body = async () => {
    const archive = await wholeArchive(entries, soundBlobs)
    archives.set(key, archive)
    return archive
  }
  return { tag: theme.tag, size, body }
}

function sizeOf({ deflatedSize }: Pick<BlobInfo, 'deflatedSize'>): Pick<BlobInfo, 'deflatedSize'> {
  return { deflatedSize }
}

/** A package that silently lacks a file would be taken for the whole theme. */
function assertWhole(
  theme: string,
  entries: readonly (ArchiveEntry & { readonly missing?: boolean })[],
): void {
  const lost = entries.filter(({ missing }) => missing).map(({ path }) => path)
  if (lost.length === 0) return
  throw new StoreFault('unusable', `Theme ${theme} lacks the content of ${lost.join(', ')}.`)
}
