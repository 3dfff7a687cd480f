import { createHmac } from 'node:crypto'

const PERIOD = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An app on a telephone that has been given a secret, as people type it. */
export interface Authenticator {
  /** What it shows. */
  now(): string
  /** The first code that was not asked for before: each is taken once. */
  next(): string
}

/** Sets an app up, by RFC 6238. */
export function authenticator(secret: string): Authenticator {
  const bits = [...secret.replace(/\s/g, '')].map(letter =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  let last = 0
  const present = () => Math.floor(Date.now() / PERIOD)
  const code = (step: number) => {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step))
    const digest = createHmac('sha1', key).update(counter).digest()
    const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }
  return {
    now: () => code(present()),
    next() {
      last = Math.max(last + 1, present())
      return code(last)
    },
  }
}
