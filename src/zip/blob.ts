import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib'
import type { ThemeBlob } from '../core/blob.ts'

const inflateOnPool = promisify(inflateRaw) as (
  stream: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Promise<Buffer>

/** Higher levels take 20 times as long for some texts, such as random `a` and `b`, and make them 5 % smaller. */
const DEFLATE_LEVEL = 6

// Below this size, a trip to the thread pool costs more than the work.
const SMALL = 64 * 1024

/** A file's content in its stored form. */
export function packed(bytes: Uint8Array): ThemeBlob {
  // Copied, because the result of zlib may reference a buffer that is much larger than the stream.
  const deflated = new Uint8Array(deflateRawSync(bytes, { level: DEFLATE_LEVEL }))
  return {
    digest: hash('sha256', bytes),
    size: bytes.length,
    crc: crc32(bytes),
    deflatedSize: deflated.length,
    deflated,
  }
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
