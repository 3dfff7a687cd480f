import { invalidValue } from '../../core/refusal.ts'
import type { TenantStore, TenantTransaction } from '../../store/store.ts'
import { secretHash, secretMatches } from '../tenancy/secrets.ts'

const KIND = 'FormerSecret'
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST = 30 * UNITS.d!

/**
 * Parses a time such as `30m`, `24h` or `7d`, for which the former secret stays valid after a rotation. Returns
 * milliseconds.
 */
export function keepTime(text: string): number {
  const [, number, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const milliseconds = Number(number) * (UNITS[unit ?? ''] ?? Number.NaN)
  if (milliseconds <= LONGEST) return milliseconds
  throw invalidValue('The old secret can be accepted for a time such as 30m, 24h or 7d, at most 30d.')
}

/**
 * Stores the secret that an application had until now, in place of an earlier one. Without `until`, no former secret is
 * accepted any more.
 */
export async function keepFormerSecret(
  tx: TenantTransaction,
  application: string,
  hash: string,
  until: number | undefined,
): Promise<void> {
  const idHash = secretHash(application)
  if (until === undefined) await tx.records.take(KIND, idHash)
  else await tx.records.keep({ kind: KIND, idHash, owner: application, payload: hash, expiresAt: until })
}

/** Whether a secret is the former secret of an application, and is still accepted. */
export async function isFormerSecret(
  store: TenantStore,
  application: string,
  secret: string,
): Promise<boolean> {
  const record = await store.records.get(KIND, secretHash(application))
  if (record === undefined || (record.expiresAt ?? 0) <= store.now()) return false
  return secretMatches(secret, record.payload)
}
