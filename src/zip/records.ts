import type { BlobInfo } from '../core/blob.ts'

export const LOCAL_SIZE = 30
export const CENTRAL_SIZE = 46
export const END_SIZE = 22

const VERSION = 20
const MADE_BY_UNIX = (3 << 8) | VERSION
const UTF8_NAMES = 0x0800
// Always 1980-01-01, so that equal files make equal archives.
const FIRST_DAY = 0x0021
const DEFLATED = 8
const FILE_ATTRIBUTES = 0o100644 * 0x10000
const FOLDER_ATTRIBUTES = 0o040755 * 0x10000 + 0x10

const LOCAL = Buffer.alloc(LOCAL_SIZE)
LOCAL.writeUInt32LE(0x04034b50, 0)
LOCAL.writeUInt16LE(VERSION, 4)
LOCAL.writeUInt16LE(UTF8_NAMES, 6)
LOCAL.writeUInt16LE(FIRST_DAY, 12)

const CENTRAL = Buffer.alloc(CENTRAL_SIZE)
CENTRAL.writeUInt32LE(0x02014b50, 0)
CENTRAL.writeUInt16LE(MADE_BY_UNIX, 4)
CENTRAL.writeUInt16LE(VERSION, 6)
CENTRAL.writeUInt16LE(UTF8_NAMES, 8)
CENTRAL.writeUInt16LE(FIRST_DAY, 14)

/** Writes the header before an entry's data; without `info`, the entry is a folder. Returns the offset of its end. */
export function writeLocal(target: Buffer, at: number, name: string, info: BlobInfo | undefined): number {
  target.set(LOCAL, at)
  const length = target.write(name, at + LOCAL_SIZE)
  writeShared(target, at + 8, length, info)
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
  target.set(CENTRAL, at)
  const length = target.write(name, at + CENTRAL_SIZE)
  writeShared(target, at + 10, length, info)
  target.writeUInt32LE(info === undefined ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, at + 38)
  target.writeUInt32LE(offset, at + 42)
  return at + CENTRAL_SIZE + length
}

function writeShared(target: Buffer, at: number, nameLength: number, info: BlobInfo | undefined) {
  target.writeUInt16LE(nameLength, at + 18)
  if (info === undefined) return
  target.writeUInt16LE(DEFLATED, at)
  target.writeUInt32LE(info.crc, at + 6)
  target.writeUInt32LE(info.deflatedSize, at + 10)
  target.writeUInt32LE(info.size, at + 14)
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
