import { crc32, deflateRawSync } from 'node:zlib'

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
