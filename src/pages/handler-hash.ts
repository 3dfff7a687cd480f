import { hash } from 'node:crypto'
import { BoundedCache } from '../core/bounded-cache.ts'

const hashes = new BoundedCache<string, string>(1_000)

/** The hash by which a policy allows an event handler. */
export function sha256(text: string): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const made = `sha256-${hash('sha256', text, 'base64')}`
  if (text.length < 2_000) hashes.set(text, made)
  return made
}
