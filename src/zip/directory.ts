import type { ThemePath } from '../core/path.ts'
import type { Limits } from '../core/refusal.ts'
import { checkVersion, type DirectoryPlace, u64 } from './end.ts'
import { checkUnicodePath, type Extra, extraFields } from './extra.ts'
import { exceeding, flawed } from './flaws.ts'
import { createNameGate, createNameRegister, decodedName } from './name.ts'

/** The directory record of one file or folder. */
export interface Entry {
  /** The checked name in its canonical spelling; folders have no trailing slash. */
  name: string
  /** The path of a file in the theme; undefined for folders and ignored entries. */
  path: ThemePath | undefined
  folder: boolean
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  offset: number
  nameAt: number
  nameEnd: number
}

const STORED = 0
export const DEFLATED = 8

const HEADER_SIZE = 46
const ENCRYPTION_FLAGS = 0x2041
const KNOWN_FLAGS = 0x080e
const S_IFMT = 0o170000
const S_IFREG = 0o100000
const S_IFDIR = 0o040000
const DOS_FOLDER = 0x10
const MARKERS = [0xffffffff, 0xffffffff, 0xffffffff, 0xffff] as const

/** The directory's entries, each checked as far as the directory alone allows. */
export function directoryEntries(archive: Buffer, place: DirectoryPlace, limits: Limits): Entry[] {
  if (place.count > limits.entries) throw exceeding('entries', limits.entries)
  const gate = createNameGate(limits)
  const register = createNameRegister()
  const entries: Entry[] = []
  let at = place.offset
  while (at < place.end) {
    if (entries.length === place.count) throw flawed('cd-count-mismatch')
    if (place.end - at < HEADER_SIZE || archive.readUInt32LE(at) !== 0x02014b50) throw flawed('cd-malformed')
    const nameAt = at + HEADER_SIZE
    const nameEnd = nameAt + archive.readUInt16LE(at + 28)
    const extraEnd = nameEnd + archive.readUInt16LE(at + 30)
    const next = extraEnd + archive.readUInt16LE(at + 32)
    if (next > place.end) throw flawed('cd-malformed')
    const entry = directoryEntry(archive, at, nameAt, nameEnd, extraEnd, gate)
    register(entry.name, entry.folder)
    entries.push(entry)
    at = next
  }
  if (entries.length !== place.count) throw flawed('cd-count-mismatch')
  return entries
}

function directoryEntry(
  archive: Buffer,
  at: number,
  nameAt: number,
  nameEnd: number,
  extraEnd: number,
  gate: ReturnType<typeof createNameGate>,
): Entry {
  const flags = archive.readUInt16LE(at + 8)
  const method = archive.readUInt16LE(at + 10)
  const written = decodedName(archive.subarray(nameAt, nameEnd), flags, archive.readUInt8(at + 5))
  if ((flags & ENCRYPTION_FLAGS) !== 0) throw flawed('encrypted', written)
  if ((flags & ~KNOWN_FLAGS) !== 0) throw flawed('flag-unsupported', written)
  if (method !== STORED && method !== DEFLATED) throw flawed('method-unsupported', written)
  checkVersion(archive.readUInt16LE(at + 6), written)

  const extra = extraFields(archive, nameEnd, extraEnd, written)
  checkUnicodePath(archive, extra, nameAt, nameEnd, written)
  const sizes: Sizes = [
    archive.readUInt32LE(at + 24),
    archive.readUInt32LE(at + 20),
    archive.readUInt32LE(at + 42),
    archive.readUInt16LE(at + 34),
  ]
  widen(sizes, archive, extra, written)
  const [size, packedSize, offset, disk] = sizes
  if (disk !== 0) throw flawed('multi-disk', written)

  const folder = written.length > 1 && written.endsWith('/')
  const { name, path } = gate(folder ? written.slice(0, -1) : written, folder)
  checkType(archive.readUInt32LE(at + 38), folder, name)
  // An empty stream, as some tools write it for folders, is two bytes long.
  if (folder && (size !== 0 || packedSize > 2)) throw flawed('directory-with-data', name)
  const crc = archive.readUInt32LE(at + 16)
  return { name, path, folder, flags, method, crc, packedSize, size, offset, nameAt, nameEnd }
}

type Sizes = [size: number, packedSize: number, offset: number, disk: number]

/**
 * Replaces marker values by their 64-bit values. The ZIP64 field contains either only the marked values or, as some
 * tools write it, all values from the first on. In that case, the values without a marker must agree.
 */
function widen(sizes: Sizes, archive: Buffer, extra: Extra, entry: string) {
  const length = extra.zip64End - extra.zip64
  let needed = 0
  for (let i = 0; i < 4; i++) if (sizes[i] === MARKERS[i]) needed += i === 3 ? 4 : 8
  if (needed > length) throw flawed('zip64-extra-missing', entry)
  const all = needed !== length
  let at = extra.zip64
  for (let i = 0; i < 4 && at < extra.zip64End; i++) {
    const marked = sizes[i] === MARKERS[i]
    if (!marked && !all) continue
    const width = i === 3 ? 4 : 8
    if (at + width > extra.zip64End) break
    const value = i === 3 ? archive.readUInt32LE(at) : u64(archive, at)
    if (!marked && sizes[i] !== value) throw flawed('zip64-conflict', entry)
    sizes[i] = value
    at += width
  }
  if (at !== extra.zip64End) throw flawed('zip64-conflict', entry)
}

function checkType(attributes: number, folder: boolean, name: string) {
  const type = (attributes >>> 16) & S_IFMT
  if (type !== 0 && type !== S_IFREG && type !== S_IFDIR) throw flawed('special-file', name)
  const saysFolder = type === S_IFDIR || (attributes & DOS_FOLDER) !== 0
  if (folder ? type === S_IFREG : saysFolder) throw flawed('type-conflict', name)
}
