import type { Account } from '../../store/store.ts'

/** How long a temporary password can be used, and a link with which somebody chooses the first one. */
export const TEMPORARY_MS = 72 * 3_600_000

/** Whether the password of an account was a temporary one, and can be used no longer. */
export function hasEnded({ passwordTemporary, passwordExpiresAt, updatedAt }: Account, now: number): boolean {
  return passwordTemporary && (passwordExpiresAt ?? updatedAt + TEMPORARY_MS) <= now
}
