import { randomFillSync } from 'node:crypto'

const BYTES = 16
const pool = Buffer.alloc(BYTES * 256)
let drawn = pool.length

/** 128 random bits as 22 characters, drawn from a pool: asking the system for each would cost more than a page. */
export function randomText(): string {
  if (drawn === pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += BYTES
  return pool.toString('base64url', drawn - BYTES, drawn)
}
