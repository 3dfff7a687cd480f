import { hash, type KeyObject } from 'node:crypto'

const BLOCK = 64
const DIGEST = 32
/** Longer texts get a buffer of their own. */
const ROOM = 4096

// Where all keys hash, one text after the other: a block of the key, and what follows it.
const inside = Buffer.alloc(BLOCK + ROOM)
const outside = Buffer.alloc(BLOCK + DIGEST)

/**
 * HMAC with SHA-256 (RFC 2104) and one key. `createHmac` makes two objects for each text, and what frees them makes it
 * ten times as expensive as hashing twice. Each sign-in page needs one.
 */
export class Hmac {
  readonly #inner: Buffer
  readonly #outer: Buffer

  constructor(key: KeyObject) {
    const given = key.export()
    const material = Buffer.alloc(BLOCK)
    const fitting = given.length > BLOCK ? hash('sha256', given, 'buffer') : given
    fitting.copy(material)
    this.#inner = Buffer.from(material.map(byte => byte ^ 0x36))
    this.#outer = Buffer.from(material.map(byte => byte ^ 0x5c))
  }

  of(text: string): Buffer {
    return hash('sha256', this.#hashed(text), 'buffer')
  }

  /** The HMAC of a text in hexadecimal digits. */
  hexOf(text: string): string {
    return hash('sha256', this.#hashed(text), 'hex')
  }

  /** The outer block of the key, and the hash of the inner one with a text: as a string, because a buffer costs more. */
  #hashed(text: string): Buffer {
    this.#outer.copy(outside)
    outside.write(hash('sha256', this.#keyed(text), 'binary'), BLOCK, 'latin1')
    return outside
  }

  /** The inner block of the key, and a text behind it. */
  #keyed(text: string): Buffer {
    // UTF-8 takes three bytes for a character at most.
    if (3 * text.length > ROOM) return Buffer.concat([this.#inner, Buffer.from(text)])
    this.#inner.copy(inside)
    return inside.subarray(0, BLOCK + inside.write(text, BLOCK))
  }
}
