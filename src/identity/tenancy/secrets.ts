import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits: nobody guesses them, so a fast hash suffices to keep them by. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Compares a secret with what was kept, in constant time. */
export function secretMatches(secret: string, kept: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(secret), 'hex'), Buffer.from(kept, 'hex'))
}
