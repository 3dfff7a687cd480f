import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import { ROOT } from './name.ts'
import { CENTRAL_SIZE, END_SIZE, LOCAL_SIZE, writeCentral, writeEnd, writeLocal } from './records.ts'

/** A file of an archive to be written, by its path below `templates`. */
export interface ArchiveEntry extends BlobInfo {
  path: string
}

/** Contents by their digests. */
type BlobSource = (digests: string[]) => Promise<ReadonlyMap<string, ThemeBlob>>

const CHUNK = 64 * 1024
const BATCH = 1024 * 1024
const LARGEST = 0xfffffffe
const MOST = 0xfffe

/** The whole archive at once. Equal files give equal bytes, regardless of their order. */
export function archived(files: Iterable<readonly [string, ThemeBlob]>): Buffer {
  const sorted = [...files].sort(([a], [b]) => order(a, b))
  const records = listed(sorted.map(([path, blob]) => ({ path, info: blob })))
  const archive = Buffer.allocUnsafeSlow(records.total)
  let at = 0
  for (let i = 0; i < records.names.length; i++) {
    at = writeLocal(archive, at, records.names[i]!, records.infos[i])
    if (i === 0) continue
    const { deflated } = sorted[i - 1]![1]
    archive.set(deflated, at)
    at += deflated.length
  }
  writeDirectory(archive, at, records)
  return archive
}

/** The archive of entries at once, with the same bytes as `archived`. */
export async function wholeArchive(entries: readonly ArchiveEntry[], blobs: BlobSource): Promise<Buffer> {
  const fetched = await blobs(digestsOf(entries))
  return archived(entries.map(entry => [entry.path, matching(fetched.get(entry.digest), entry)]))
}

/** The exact size in bytes of the archive of these files. */
export function archiveSize(entries: readonly ArchiveEntry[]): number {
  let total = fixedSize(ROOT.length, 0) + END_SIZE
  for (const { path, deflatedSize } of entries)
    total += fixedSize(ROOT.length + Buffer.byteLength(path), deflatedSize)
  return total
}

/**
 * The archive in chunks, with the same bytes as `archived`. Contents are fetched in batches, as fast as the reader
 * consumes them.
 */
export async function* archiveChunks(
  entries: readonly ArchiveEntry[],
  blobs: BlobSource,
): AsyncGenerator<Uint8Array> {
  const sorted = [...entries].sort((a, b) => order(a.path, b.path))
  const records = listed(sorted.map(entry => ({ path: entry.path, info: entry })))
  let chunk = Buffer.allocUnsafe(CHUNK)
  let used = writeLocal(chunk, 0, records.names[0]!, undefined)

  for (let from = 0; from < sorted.length; ) {
    const to = batchEnd(sorted, from)
    const fetched = await blobs(digestsOf(sorted.slice(from, to)))
    for (let i = from; i < to; i++) {
      const entry = sorted[i]!
      const { deflated } = matching(fetched.get(entry.digest), entry)
      const name = records.names[i + 1]!
      if (used + LOCAL_SIZE + Buffer.byteLength(name) > CHUNK) {
        yield chunk.subarray(0, used)
        chunk = Buffer.allocUnsafe(CHUNK)
        used = 0
      }
      used = writeLocal(chunk, used, name, entry)
      if (used + deflated.length <= CHUNK) {
        chunk.set(deflated, used)
        used += deflated.length
        continue
      }
      yield chunk.subarray(0, used)
      chunk = Buffer.allocUnsafe(CHUNK)
      used = 0
      for (let at = 0; at < deflated.length; at += CHUNK) yield deflated.subarray(at, at + CHUNK)
    }
    from = to
  }

  const tail = Buffer.allocUnsafe(records.total - records.directory)
  writeDirectory(tail, 0, records)
  yield chunk.subarray(0, used)
  for (let at = 0; at < tail.length; at += CHUNK) yield tail.subarray(at, at + CHUNK)
}

interface Records {
  /** Names as written. The first one is the folder, which has no `info`. */
  names: string[]
  infos: (BlobInfo | undefined)[]
  directory: number
  total: number
}

function listed(files: readonly { path: string; info: BlobInfo }[]): Records {
  const names: string[] = [ROOT]
  const infos: (BlobInfo | undefined)[] = [undefined]
  let directory = LOCAL_SIZE + ROOT.length
  let total = fixedSize(ROOT.length, 0) + END_SIZE
  for (const { path, info } of files) {
    const length = ROOT.length + Buffer.byteLength(path)
    names.push(ROOT + path)
    infos.push(info)
    directory += LOCAL_SIZE + length + info.deflatedSize
    total += fixedSize(length, info.deflatedSize)
  }
  if (names.length > MOST || total > LARGEST) throw new RangeError('the archive would need ZIP64')
  return { names, infos, directory, total }
}

function writeDirectory(target: Buffer, from: number, { names, infos, directory }: Records) {
  let at = from
  let offset = 0
  for (let i = 0; i < names.length; i++) {
    const before = at
    at = writeCentral(target, at, names[i]!, infos[i], offset)
    offset += LOCAL_SIZE + (at - before - CENTRAL_SIZE) + (infos[i]?.deflatedSize ?? 0)
  }
  writeEnd(target, at, names.length, at - from, directory)
}

function fixedSize(nameLength: number, deflatedSize: number): number {
  return LOCAL_SIZE + CENTRAL_SIZE + 2 * nameLength + deflatedSize
}

function batchEnd(entries: readonly ArchiveEntry[], from: number): number {
  let size = entries[from]!.deflatedSize
  let to = from + 1
  while (to < entries.length && size + entries[to]!.deflatedSize <= BATCH) size += entries[to++]!.deflatedSize
  return to
}

function digestsOf(entries: readonly ArchiveEntry[]): string[] {
  return [...new Set(entries.map(({ digest }) => digest))]
}

function matching(blob: ThemeBlob | undefined, entry: ArchiveEntry): ThemeBlob {
  // The response's length was announced from the entries, so an archive of another length would break it.
  if (blob?.deflated.length === entry.deflatedSize && blob.crc === entry.crc) return blob
  throw new Error(`blob ${entry.digest} is ${blob === undefined ? 'missing' : 'not the one announced'}`)
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
