import { hash } from 'node:crypto'
import type { BlobInfo } from '../core/blob.ts'
import { localeFolders } from '../core/locale.ts'
import type { Snapshot } from './snapshot.ts'

/** A content that is at hand, because it was never stored. */
export interface Unsaved extends BlobInfo {
  readonly bytes: Buffer
}

/** Files that lie over a theme without being stored in it. */
export interface UnsavedFiles {
  readonly id: string
  /** Who tries them out, where somebody does. */
  readonly author?: string
  readonly files: ReadonlyMap<string, Unsaved>
  /** The locale folders of the files. */
  readonly locales: ReadonlySet<string>
}

export function unsavedFiles(files: ReadonlyMap<string, Buffer>): Pick<UnsavedFiles, 'files' | 'locales'> {
  return {
    files: new Map(Array.from(files, ([path, bytes]) => [path, unsaved(bytes)])),
    locales: localeFolders(files.keys()),
  }
}

/** A content as a theme has it. */
export function unsaved(bytes: Buffer): Unsaved {
  return { digest: hash('sha256', bytes), size: bytes.length, crc: 0, deflatedSize: 0, bytes }
}

/** A theme with unsaved files over it. */
export function laidOver(below: Snapshot, { id, author, files, locales }: UnsavedFiles): Snapshot {
  return {
    ...below,
    id,
    ...(author !== undefined && { author }),
    locales: new Set([...below.locales, ...locales]),
    own: path => files.get(path) ?? below.own(path),
    file: path => files.get(path) ?? below.file(path),
    ownPaths: () => new Set([...below.ownPaths(), ...files.keys()]),
  }
}
