import { crc32 } from 'node:zlib'
import { flawed } from './flaws.ts'

/** The positions of the two extra fields that matter; `-1` if a field is missing. */
export interface Extra {
  zip64: number
  zip64End: number
  unicodePath: number
  unicodePathEnd: number
}

const NONE: Extra = { zip64: -1, zip64End: -1, unicodePath: -1, unicodePathEnd: -1 }
const ZIP64 = 0x0001
const UNICODE_PATH = 0x7075

/** Parses an extra block. Zeros at the end that are too short for a field count as padding. */
export function extraFields(bytes: Buffer, from: number, to: number, entry: string): Extra {
  if (from === to) return NONE
  const found = { ...NONE }
  let at = from
  while (to - at >= 4) {
    const id = bytes.readUInt16LE(at)
    const start = at + 4
    at = start + bytes.readUInt16LE(at + 2)
    if (at > to) throw flawed('extra-malformed', entry)
    if (id === ZIP64) {
      if (found.zip64 !== -1) throw flawed('extra-duplicate', entry)
      found.zip64 = start
      found.zip64End = at
    } else if (id === UNICODE_PATH) {
      if (found.unicodePath !== -1) throw flawed('extra-duplicate', entry)
      found.unicodePath = start
      found.unicodePathEnd = at
    }
  }
  for (; at < to; at++) if (bytes[at] !== 0) throw flawed('extra-malformed', entry)
  return found
}

/** Rejects a second name that differs from the first one. */
export function checkUnicodePath(
  bytes: Buffer,
  extra: Extra,
  nameAt: number,
  nameEnd: number,
  entry: string,
) {
  if (extra.unicodePath === -1) return
  const at = extra.unicodePath
  const same =
    extra.unicodePathEnd - at === 5 + nameEnd - nameAt &&
    bytes[at] === 1 &&
    bytes.readUInt32LE(at + 1) === crc32(bytes.subarray(nameAt, nameEnd)) &&
    bytes.compare(bytes, at + 5, extra.unicodePathEnd, nameAt, nameEnd) === 0
  if (!same) throw flawed('name-unicode-path-conflict', entry)
}
