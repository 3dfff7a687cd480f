import { flawed } from './flaws.ts'

/** The position of the directory, as given at the end of the archive. */
export interface DirectoryPlace {
  offset: number
  end: number
  count: number
}

/** The signature of the record that ends an archive. */
export const END = Buffer.from('PK\x05\x06', 'latin1')
const END_SIZE = 22
const LOCATOR_SIZE = 20
const END64_SIZE = 56
const LONGEST_COMMENT = 0xffff
/** ZIP 4.5 added ZIP64. Nothing that later versions added is supported, and readers disagree about such entries. */
const NEWEST_VERSION = 45

/** Finds the one end record that closes the archive, and its ZIP64 form where there is one. */
export function directoryPlace(archive: Buffer): DirectoryPlace {
  if (archive.length < END_SIZE) throw flawed('truncated')
  const at = endRecord(archive)
  const disks = [archive.readUInt16LE(at + 4), archive.readUInt16LE(at + 6)] as const
  const counts = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)] as const
  const size = archive.readUInt32LE(at + 12)
  const offset = archive.readUInt32LE(at + 16)
  if (counts[0] !== counts[1]) throw flawed('eocd-count-mismatch')

  const locator = at - LOCATOR_SIZE
  if (locator >= 0 && archive.readUInt32LE(locator) === 0x07064b50) {
    const wide = end64(archive, locator)
    const agree = (narrow: number, marker: number, value: number) => narrow === marker || narrow === value
    if (
      !agree(disks[0], 0xffff, 0) ||
      !agree(disks[1], 0xffff, 0) ||
      !agree(counts[1], 0xffff, wide.count) ||
      !agree(size, 0xffffffff, wide.size) ||
      !agree(offset, 0xffffffff, wide.offset)
    )
      throw flawed('zip64-conflict')
    return placed(wide.offset, wide.size, wide.count, locator - END64_SIZE)
  }
  if (counts[1] === 0xffff || size === 0xffffffff || offset === 0xffffffff)
    throw flawed('zip64-locator-missing')
  if (disks[0] !== 0 || disks[1] !== 0) throw flawed('multi-disk')
  return placed(offset, size, counts[1], at)
}

function endRecord(archive: Buffer): number {
  const reach = Math.max(0, archive.length - END_SIZE - LONGEST_COMMENT)
  let closing = -1
  let seen = 0
  for (let at = archive.indexOf(END, reach); at !== -1; at = archive.indexOf(END, at + 1)) {
    seen++
    if (at + END_SIZE > archive.length) break
    if (at + END_SIZE + archive.readUInt16LE(at + 20) === archive.length) closing = at
  }
  if (closing === -1) throw flawed('eocd-missing')
  if (seen > 1) throw flawed('eocd-ambiguous')
  return closing
}

function end64(archive: Buffer, locator: number) {
  const at = u64(archive, locator + 8)
  if (at !== locator - END64_SIZE || archive.readUInt32LE(at) !== 0x06064b50) throw flawed('zip64-eocd-bad')
  if (u64(archive, at + 4) !== END64_SIZE - 12) throw flawed('zip64-eocd-bad')
  const foreignDisk =
    archive.readUInt32LE(locator + 4) !== 0 ||
    archive.readUInt32LE(locator + 16) > 1 ||
    archive.readUInt32LE(at + 16) !== 0 ||
    archive.readUInt32LE(at + 20) !== 0
  if (foreignDisk) throw flawed('multi-disk')
  checkVersion(archive.readUInt16LE(at + 14))
  const count = u64(archive, at + 32)
  if (u64(archive, at + 24) !== count) throw flawed('eocd-count-mismatch')
  return { count, size: u64(archive, at + 40), offset: u64(archive, at + 48) }
}

function placed(offset: number, size: number, count: number, end: number): DirectoryPlace {
  if (offset + size !== end) throw flawed('cd-misplaced')
  return { offset, end, count }
}

/** Rejects a "version needed to extract" that is newer than what every reader supports. */
export function checkVersion(needed: number, entry?: string): void {
  if (needed > NEWEST_VERSION) throw flawed('version-unsupported', entry)
}

/** A 64-bit number. Above 2^53 it loses digits, but no size that is possible here comes near that. */
export function u64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
}
