import { randomBytes, randomFillSync } from 'node:crypto'

const BYTES = 16
const pool = Buffer.alloc(BYTES * 256)
let drawn = pool.length

/**
 * 128 random bits as 22 characters. They come from a pool, because asking the system each time would cost more than
 * rendering a page.
 */
export function randomText(): string {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += BYTES
  return pool.toString('base64url', drawn - BYTES, drawn)
}

/** 64 random bits as 13 lower-case letters and digits. */
export function randomWord(): string {
  return randomBytes(8).readBigUInt64BE().toString(36).padStart(13, '0')
}
