import { hash } from 'node:crypto'
import { crc32, type InflateRaw, inflateRawSync } from 'node:zlib'
import type { ThemeBlob } from '../core/blob.ts'
import { isJunk, type ThemePath } from '../core/path.ts'
import { contradiction } from '../core/promised-format.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { packed } from './blob.ts'
import { DEFLATED, directoryEntries, type Entry } from './directory.ts'
import { directoryPlace, END } from './end.ts'
import { exceeding, flawed } from './flaws.ts'
import { dataOffsets } from './local.ts'
import { checkRoot, isBelowRoot } from './root.ts'

/** The files of a package by their path below `templates`, and the names of ignored entries. */
export interface PackageContents {
  files: Map<ThemePath, ThemeBlob>
  ignored: string[]
}

/** Contents up to this size are never treated as zip bombs. */
export const RATIO_FLOOR = 1024 * 1024

/**
 * Reads a package strictly: every byte must have exactly one meaning, otherwise the package is refused. The streams in
 * the result are views of the archive.
 */
export function readPackage(archive: Uint8Array, limits: Limits): PackageContents {
  if (archive.length > limits.archive) throw exceeding('archive', limits.archive)
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const place = directoryPlace(bytes)
  const entries = directoryEntries(bytes, place, limits)
  const starts = dataOffsets(bytes, entries, place.offset)
  checkBudgets(entries, limits)
  checkRoot(entries)

  const contents: PackageContents = { files: new Map(), ignored: [] }
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    const stream = bytes.subarray(starts[i]!, starts[i]! + entry.packedSize)
    const plain = plainBytes(stream, entry)
    const { path } = entry
    if (path !== undefined) {
      const expected = contradiction(path, plain)
      if (expected !== undefined) throw new Refusal('content_contradicts', { path, expected })
      const isKept = entry.method === DEFLATED && !stream.includes(END)
      contents.files.set(path, isKept ? blob(plain, stream, entry) : packed(plain))
    } else if (!entry.folder) contents.ignored.push(entry.name)
    else if (!isBelowRoot(entry) || isJunk(entry.name)) contents.ignored.push(`${entry.name}/`)
  }
  return contents
}

function checkBudgets(entries: readonly Entry[], limits: Limits) {
  let size = 0
  let packedSize = 0
  for (const entry of entries) {
    if (entry.size > limits.file) throw exceeding('file', limits.file, entry.name)
    size += entry.size
    packedSize += entry.packedSize
  }
  if (size > limits.expanded) throw exceeding('expanded', limits.expanded)
  for (const entry of entries)
    if (entry.size > RATIO_FLOOR && entry.size > entry.packedSize * limits.ratio)
      throw exceeding('ratio', limits.ratio, entry.name)
  if (size > RATIO_FLOOR && size > packedSize * limits.ratio) throw exceeding('ratio', limits.ratio)
}

function plainBytes(stream: Buffer, entry: Entry): Buffer {
  const plain = entry.method === DEFLATED ? inflated(stream, entry) : stream
  if (plain.length !== entry.size) throw flawed('size-lie', entry.name)
  if (crc32(plain) !== entry.crc) throw flawed('crc-mismatch', entry.name)
  return plain
}

function inflated(stream: Buffer, entry: Entry): Buffer {
  if (entry.folder && stream.length === 0) return stream
  // A stream of empty blocks can be arbitrarily long, and would only waste time.
  if (entry.packedSize > entry.size + entry.size / 64 + 1024) throw flawed('deflate-expansion', entry.name)
  const room = entry.size + 1
  try {
    const { buffer, engine } = inflateRawSync(stream, {
      info: true,
      maxOutputLength: room,
      chunkSize: Math.max(64, room),
    }) as unknown as { buffer: Buffer; engine: InflateRaw }
    if (engine.bytesWritten !== stream.length) throw flawed('deflate-trailing', entry.name)
    return buffer
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ERR_BUFFER_TOO_LARGE':
        throw flawed('size-lie', entry.name)
      case 'Z_BUF_ERROR':
        throw flawed('deflate-truncated', entry.name)
      case 'Z_DATA_ERROR':
        throw flawed('deflate-error', entry.name)
      default:
        throw error
    }
  }
}

function blob(plain: Buffer, stream: Buffer, entry: Entry): ThemeBlob {
  return {
    digest: hash('sha256', plain),
    size: entry.size,
    crc: entry.crc,
    deflatedSize: stream.length,
    deflated: stream,
  }
}
