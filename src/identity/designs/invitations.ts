import { folded } from '../../core/path.ts'
import { RecordKind, type ShortLived, type TenantStore, type TenantTransaction } from '../../store/store.ts'
import type { Journey } from '../tenancy/seals.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import type { PublishedFlow } from './published.ts'

const INVITATION = new RecordKind<{ readonly reference: string; readonly email: string }>('Invitation')
const LASTS_MS = 14 * 24 * 60 * 60_000

/** Creates an invitation: the record to store, and the secret of its link. */
export function newInvitation(
  held: { readonly reference: string; readonly email: string },
  now: number,
): { readonly secret: string; readonly record: ShortLived; readonly expiresAt: number } {
  const secret = newSecret()
  const expiresAt = now + LASTS_MS
  const record = { ...INVITATION.holding(held), idHash: secretHash(secret), owner: null, expiresAt }
  return { secret, record, expiresAt }
}

/**
 * Whether a journey may use a flow. If the flow is only for invited people, the invitation must be valid, and match the
 * address if one is given.
 */
export async function isInvited(
  store: TenantStore,
  { reference, document }: PublishedFlow,
  { invitation }: Pick<Journey, 'invitation'>,
  now: number,
  email?: string,
): Promise<boolean> {
  if (!document.invitationOnly) return true
  const record = invitation === null ? undefined : await store.records.get(INVITATION.name, invitation)
  if (record === undefined || (record.expiresAt ?? 0) <= now) return false
  const held = INVITATION.heldIn(record)
  return held.reference === reference && (email === undefined || folded(held.email) === folded(email))
}

/** Uses up the invitation of a journey. */
export async function takeInvitation(tx: TenantTransaction, { invitation }: Journey): Promise<void> {
  if (invitation !== null) await tx.records.take(INVITATION.name, invitation)
}
