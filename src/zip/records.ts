import type { BlobInfo } from '../core/blob.ts'

export const LOCAL_SIZE = 30
export const CENTRAL_SIZE = 46
export const END_SIZE = 22

const VERSION = 20
const MADE_BY_UNIX = (3 << 8) | VERSION
const UTF8_NAMES = 0x0800
// Always 1980-01-01, so that equal files make equal archives.
const FIRST_DAY = 0x0021
const STORED = 0
const DEFLATED = 8
/** What the headers of a folder say of its content. */
const NOTHING = { crc: 0, deflatedSize: 0, size: 0 }
const FILE_ATTRIBUTES = 0o100644 * 0x10000
const FOLDER_ATTRIBUTES = 0o040755 * 0x10000 + 0x10

/** Writes the header before an entry's data; without `info`, the entry is a folder. Returns the offset of its end. */
export function writeLocal(target: Buffer, at: number, name: string, info: BlobInfo | undefined): number {
  const length = target.write(name, at + LOCAL_SIZE)
  put32(target, at, 0x04034b50)
  putShared(target, at + 4, length, info)
  return at + LOCAL_SIZE + length
}

/** Writes an entry's header in the directory. Returns the offset of its end. */
export function writeCentral(
  target: Buffer,
  at: number,
  name: string,
  info: BlobInfo | undefined,
  offset: number,
): number {
  const length = target.write(name, at + CENTRAL_SIZE)
  put32(target, at, 0x02014b50)
  put16(target, at + 4, MADE_BY_UNIX)
  putShared(target, at + 6, length, info)
  put16(target, at + 32, 0)
  put32(target, at + 34, 0)
  put32(target, at + 38, info === undefined ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES)
  put32(target, at + 42, offset)
  return at + CENTRAL_SIZE + length
}

/** What both headers of an entry have in common, up to the length of its extra field. */
function putShared(target: Buffer, at: number, nameLength: number, info: BlobInfo | undefined): void {
  const { crc, deflatedSize, size } = info ?? NOTHING
  put16(target, at, VERSION)
  put16(target, at + 2, UTF8_NAMES)
  put16(target, at + 4, info === undefined ? STORED : DEFLATED)
  put16(target, at + 6, 0)
  put16(target, at + 8, FIRST_DAY)
  put32(target, at + 10, crc)
  put32(target, at + 14, deflatedSize)
  put32(target, at + 18, size)
  put16(target, at + 22, nameLength)
  put16(target, at + 24, 0)
}

// The methods of a buffer check every value, which would take a third of the time of an archive with many files.
function put16(target: Buffer, at: number, value: number): void {
  target[at] = value
  target[at + 1] = value >>> 8
}

function put32(target: Buffer, at: number, value: number): void {
  put16(target, at, value)
  put16(target, at + 2, value >>> 16)
}

/** Writes the record at the end of an archive. */
export function writeEnd(target: Buffer, at: number, count: number, size: number, offset: number) {
  target.fill(0, at, at + END_SIZE)
  target.writeUInt32LE(0x06054b50, at)
  target.writeUInt16LE(count, at + 8)
  target.writeUInt16LE(count, at + 10)
  target.writeUInt32LE(size, at + 12)
  target.writeUInt32LE(offset, at + 16)
}
