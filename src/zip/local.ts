import type { Entry } from './directory.ts'
import { checkVersion, u64 } from './end.ts'
import { checkUnicodePath, extraFields } from './extra.ts'
import { flawed } from './flaws.ts'

const HEADER_SIZE = 30
const STREAMED = 0x0008
const MARKER = 0xffffffff

/**
 * Checks that the local records agree with the directory, and follow each other without gaps from the first byte to the
 * directory. Returns where the data of each entry starts, in the order of `entries`.
 */
export function dataOffsets(archive: Buffer, entries: readonly Entry[], directory: number): number[] {
  const starts = new Array<number>(entries.length)
  const order = inOrder(entries)
  let expected = 0
  for (let i = 0; i < order.length; i++) {
    const index = order[i]!
    const entry = entries[index]!
    if (entry.offset < expected) throw flawed('overlap', entry.name)
    if (entry.offset > expected) throw flawed('unaccounted-bytes', entry.name)
    const following = order[i + 1]
    const next = following === undefined ? directory : Math.min(entries[following]!.offset, directory)
    const start = dataStart(archive, entry, directory)
    const end = start + entry.packedSize
    if (end > directory) throw flawed('data-overrun', entry.name)
    if (end > next) throw flawed('overlap', entry.name)
    starts[index] = start
    if ((entry.flags & STREAMED) !== 0) {
      checkDescriptor(archive, end, next, entry)
      expected = next
    } else expected = end
  }
  if (expected !== directory) throw flawed('unaccounted-bytes')
  return starts
}

function inOrder(entries: readonly Entry[]): number[] {
  const order = entries.map((_, index) => index)
  const sorted = entries.every((entry, index) => index === 0 || entries[index - 1]!.offset <= entry.offset)
  return sorted ? order : order.sort((a, b) => entries[a]!.offset - entries[b]!.offset)
}

function dataStart(archive: Buffer, entry: Entry, directory: number): number {
  const at = entry.offset
  const nameAt = at + HEADER_SIZE
  if (nameAt > directory || archive.readUInt32LE(at) !== 0x04034b50) throw flawed('lfh-malformed', entry.name)
  const nameEnd = nameAt + archive.readUInt16LE(at + 26)
  const start = nameEnd + archive.readUInt16LE(at + 28)
  if (start > directory) throw flawed('lfh-malformed', entry.name)
  const crc = archive.readUInt32LE(at + 14)
  const same =
    archive.readUInt16LE(at + 6) === entry.flags &&
    archive.readUInt16LE(at + 8) === entry.method &&
    archive.compare(archive, entry.nameAt, entry.nameEnd, nameAt, nameEnd) === 0 &&
    tells(crc, entry.crc, entry)
  if (!same) throw flawed('lfh-mismatch', entry.name)
  checkVersion(archive.readUInt16LE(at + 4), entry.name)
  checkSizes(archive, entry, nameAt, nameEnd, start)
  return start
}

// A streamed entry may leave out any value independently: libarchive writes the true size with CRC 0.
function tells(value: number, truth: number, entry: Entry): boolean {
  return value === truth || (value === 0 && (entry.flags & STREAMED) !== 0)
}

function checkSizes(archive: Buffer, entry: Entry, nameAt: number, nameEnd: number, start: number) {
  const packedSize = archive.readUInt32LE(entry.offset + 18)
  const size = archive.readUInt32LE(entry.offset + 22)
  const extra = extraFields(archive, nameEnd, start, entry.name)
  checkUnicodePath(archive, extra, nameAt, nameEnd, entry.name)
  const length = extra.zip64End - extra.zip64
  const needed = (size === MARKER ? 8 : 0) + (packedSize === MARKER ? 8 : 0)
  if (length < needed) throw flawed('zip64-extra-missing', entry.name)
  const agree =
    (size === MARKER || tells(size, entry.size, entry)) &&
    (packedSize === MARKER || tells(packedSize, entry.packedSize, entry))
  if (!agree) throw flawed('lfh-mismatch', entry.name)
  if (length < 8) return
  const first = u64(archive, extra.zip64)
  const agree64 =
    length >= 16
      ? tells(first, entry.size, entry) && tells(u64(archive, extra.zip64 + 8), entry.packedSize, entry)
      : tells(first, size !== MARKER && packedSize === MARKER ? entry.packedSize : entry.size, entry)
  if (!agree64) throw flawed('lfh-mismatch', entry.name)
}

// The record has four forms: with or without signature, 32 or 64 bit. Its length shows which one it is.
function checkDescriptor(archive: Buffer, from: number, to: number, entry: Entry) {
  const length = to - from
  const signed = length === 16 || length === 24
  const wide = length === 20 || length === 24
  const at = signed ? from + 4 : from
  const matches =
    (signed || wide || length === 12) &&
    (!signed || archive.readUInt32LE(from) === 0x08074b50) &&
    archive.readUInt32LE(at) === entry.crc &&
    (wide ? u64(archive, at + 4) : archive.readUInt32LE(at + 4)) === entry.packedSize &&
    (wide ? u64(archive, at + 12) : archive.readUInt32LE(at + 8)) === entry.size
  if (!matches) throw flawed('descriptor-mismatch', entry.name)
}
