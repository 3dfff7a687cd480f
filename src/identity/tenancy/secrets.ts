import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of 256 random bits. Nobody can guess it, so it can be stored as a fast hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash that is stored of a secret. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Compares a secret with its stored hash, in constant time. */
export function secretMatches(secret: string, kept: string): boolean {
  return timingSafeEqual(hash('sha256', secret, 'buffer'), Buffer.from(kept, 'hex'))
}
