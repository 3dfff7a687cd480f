import assert from 'node:assert/strict'
import { crc32, deflateRawSync } from 'node:zlib'

/** How the records of an archive begin. */
export const LOCAL = 'PK\x03\x04'
export const CENTRAL = 'PK\x01\x02'
export const END = 'PK\x05\x06'

/** An entry as it is written, right or wrong. */
export interface RawEntry {
  name: string | Buffer
  text?: string | Buffer
  deflated?: boolean
  flags?: number
  host?: number
  attributes?: number
  extra?: Buffer
  crc?: number
  /** The version needed to extract, in the local header and in the directory. */
  versions?: readonly [local: number, directory: number]
}

/** An archive of entries, stored unless they are to be deflated, written without a look at what is in them. */
export function rawArchive(entries: RawEntry[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { text = '', flags = 0, host = 3, attributes = 0, extra = Buffer.alloc(0) } = entry
    const name = Buffer.from(entry.name as string)
    const content = Buffer.from(text as string)
    const data = entry.deflated ? deflateRawSync(content) : content
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(entry.deflated ? 8 : 0, 4)
    shared.writeUInt32LE(entry.crc ?? crc32(content), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    shared.writeUInt16LE(extra.length, 24)
    const { versions = [20, 20] } = entry
    shared.writeUInt16LE(versions[0], 0)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, extra, data])
    shared.writeUInt16LE(versions[1], 0)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(attributes, 6)
    tail.writeUInt32LE(offset, 10)
    centrals.push(
      Buffer.from(['P'.charCodeAt(0), 'K'.charCodeAt(0), 1, 2, 20, host]),
      shared,
      tail,
      name,
      extra,
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** Where a signature is found for the nth time, from 0. */
export function place(archive: Buffer, signature: string, nth = 0): number {
  let at = archive.indexOf(signature, 0, 'latin1')
  for (let time = 0; time < nth; time++) at = archive.indexOf(signature, at + 1, 'latin1')
  assert.notEqual(at, -1)
  return at
}

/** A copy of an archive with some bytes written over, behind the nth record of a kind. */
export function patched(
  archive: Buffer,
  signature: string,
  offset: number,
  bytes: number[],
  nth = 0,
): Buffer {
  const copy = Buffer.from(archive)
  copy.set(bytes, place(copy, signature, nth) + offset)
  return copy
}

/** A folder and a small file. */
export const PLAIN = rawArchive([{ name: 'templates/' }, { name: 'templates/a.css', text: 'a{}' }])

/** An archive of the folder and one more entry. */
export const withEntry = (entry: RawEntry) => rawArchive([{ name: 'templates/' }, entry])
