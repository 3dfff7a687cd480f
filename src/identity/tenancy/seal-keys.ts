import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { TenantKey, TenantStore } from '../../store/store.ts'
import { COMMAND_LINE, recorded } from './actor.ts'
import { Hmac } from './hmac.ts'

const DAY = 24 * 60 * 60_000
/** How long a replaced key still verifies what it signed. */
const ACCEPTED_MS = 30 * DAY
/** How long a new key waits before it signs, so that all nodes know it by then. */
const KNOWN_MS = 3_000

/** A key that signs flows, cookies, codes and tokens of API clients. */
export interface SealKey {
  readonly id: string
  readonly createdAt: number
  /** Both are created once, because creating them costs more than using them. */
  readonly secret: KeyObject
  readonly hmac: Hmac
}

export function newSealKey(id: string, now: number): TenantKey {
  const material = randomBytes(32).toString('base64url')
  return { id, purpose: 'seal', material, createdAt: now }
}

/** Keys as objects. Objects that were created before are reused. */
export function sealKeys(keys: readonly TenantKey[], before: readonly SealKey[]): SealKey[] {
  return keys.map(key => before.find(({ id }) => id === key.id) ?? sealKey(key))
}

function sealKey({ id, createdAt, material }: TenantKey): SealKey {
  const secret = createSecretKey(material, 'base64url')
  return { id, createdAt, secret, hmac: new Hmac(secret) }
}

/** The keys that still verify what they signed, newest first: those that were replaced at most some time ago. */
export function acceptedKeys<K extends Pick<SealKey, 'createdAt'>>(
  keys: readonly K[],
  now: number,
  acceptedMs = ACCEPTED_MS,
): K[] {
  return keys.filter((_, index) => index === 0 || keys[index - 1]!.createdAt > now - acceptedMs)
}

/** The key that signs at a given time. All nodes get the same answer, also when they ask later. */
export function keyInUse(keys: readonly SealKey[], at: number): SealKey {
  return keys.find(({ createdAt }) => createdAt <= at - KNOWN_MS) ?? keys.at(-1)!
}

/** All keys: first the one that signs now, then those that only verify. */
export function inUseFirst(keys: readonly SealKey[], now: number): SealKey[] {
  const used = keyInUse(keys, now)
  return [used, ...keys.filter(key => key !== used)]
}

/** Keys as texts, for cookies: the first signs, and all of them verify. */
export function cookieKeys(keys: readonly SealKey[]): string[] {
  return keys.map(({ secret }) => secret.export().toString('base64url'))
}

/** Replaces the signing key. Former keys are accepted for 30 days, or with `atOnce` not at all. */
export async function rotateSealKey(store: TenantStore, now: number, atOnce: boolean): Promise<string> {
  return await store.write(async tx => {
    await tx.tenant.lock()
    const before = await tx.keys.list('seal')
    // If the clock was set back, the new key must still be newer than the old one.
    const key = newSealKey(tx.newId(), Math.max(now, (before[0]?.createdAt ?? 0) + 1))
    await tx.keys.create(key)
    const kept = atOnce ? [] : acceptedKeys([key, ...before], now)
    for (const old of before) if (!kept.includes(old)) await tx.keys.remove(old.id)
    const details = { kid: key.id, atOnce: String(atOnce) }
    await recorded(tx, COMMAND_LINE, 'seal-key-rotated', { details })
    return key.id
  })
}
