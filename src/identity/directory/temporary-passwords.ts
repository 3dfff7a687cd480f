import type { Account } from '../../store/store.ts'

/** How long a temporary password, or a link for choosing the first password, can be used. */
export const TEMPORARY_MS = 72 * 3_600_000

/** Whether the password of an account is a temporary one that has expired. */
export function hasEnded({ passwordTemporary, passwordExpiresAt, updatedAt }: Account, now: number): boolean {
  return passwordTemporary && (passwordExpiresAt ?? updatedAt + TEMPORARY_MS) <= now
}
