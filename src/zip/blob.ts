import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import type { ThemeBlob } from '../core/blob.ts'
import { END } from './end.ts'

const inflateOnPool = promisify(inflateRaw) as (
  stream: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Promise<Buffer>

/** Higher levels take 20 times as long for some texts, such as random `a` and `b`, and make them 5 % smaller. */
const DEFLATE_LEVEL = 6

// Below this size, a trip to the thread pool costs more than the work.
const SMALL = 64 * 1024

/** With blocks up to this size, no byte of their lengths looks like a part of the signature. */
const PIECE = 0x4000
const PIECE_HEADER = 5

/** A file's content in its stored form. */
export function packed(bytes: Uint8Array): ThemeBlob {
  const stream = deflateRawSync(bytes, { level: DEFLATE_LEVEL })
  // Copied, because the result of zlib may reference a buffer that is much larger than the stream.
  const deflated = stream.includes(END) ? inPieces(bytes) : new Uint8Array(stream)
  return {
    digest: hash('sha256', bytes),
    size: bytes.length,
    crc: crc32(bytes),
    deflatedSize: deflated.length,
    deflated,
  }
}

/**
 * A deflate stream of blocks that are not compressed, each of which ends within a signature. Where a stream contains the
 * whole signature, as that of an archive in a theme can, the package looks as if it ended twice.
 */
function inPieces(bytes: Uint8Array): Uint8Array {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pieces: Buffer[] = []
  for (let from = 0; from < content.length; ) {
    const signature = content.indexOf(END, from)
    const whole = signature === -1 ? content.length : signature + END.length / 2
    const to = Math.min(whole, from + PIECE)
    const header = Buffer.alloc(PIECE_HEADER)
    header.writeUInt8(to === content.length ? 1 : 0, 0)
    header.writeUInt16LE(to - from, 1)
    header.writeUInt16LE(0xffff - (to - from), 3)
    pieces.push(header, content.subarray(from, to))
    from = to
  }
  return new Uint8Array(Buffer.concat(pieces))
}

/** A file's content that is compressed when first needed, because most processes need few files of the master. */
export function packedLater(bytes: Uint8Array): ThemeBlob {
  // Only one of the two forms is kept in memory.
  let content: { plain: Uint8Array } | { blob: ThemeBlob } = { plain: bytes }
  const made = (): ThemeBlob => {
    if ('plain' in content) content = { blob: packed(content.plain) }
    return content.blob
  }
  const { length: size } = bytes
  return {
    digest: hash('sha256', bytes),
    size,
    crc: crc32(bytes),
    get deflatedSize() {
      return made().deflatedSize
    },
    get deflated() {
      return made().deflated
    },
  }
}

/** A file's plain bytes, checked by length and checksum; large ones are inflated on the thread pool. */
export async function unpacked(blob: ThemeBlob): Promise<Buffer> {
  const room = blob.size + 1
  const options = { maxOutputLength: room, chunkSize: Math.max(64, room) }
  const plain =
    blob.size <= SMALL ? inflateRawSync(blob.deflated, options) : await inflateOnPool(blob.deflated, options)
  if (plain.length !== blob.size)
    throw new Error(`blob ${blob.digest} has ${plain.length} bytes, not ${blob.size}`)
  if (crc32(plain) !== blob.crc) throw new Error(`blob ${blob.digest} is damaged`)
  return plain
}
