import { randomInt } from 'node:crypto'
import { randomText } from '../../random.ts'
import type { NewMail, RecordKind, ShortLived, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Recovery } from '../directory/recovery-records.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { FlowParts } from './flow-parts.ts'

const RECOVERY_MS = 30 * 60_000
/** A link is sent again as long as at least this much of its lifetime is left. */
const LEFT_MS = RECOVERY_MS / 2
const NOBODY = 'Nobody'
const NOBODIES = 64

/** A link for a forgotten password: its secret, and the stored record. */
export interface RecoveryLink {
  readonly secret: string
  readonly record: ShortLived
  readonly isNew: boolean
}

/** Whose link it is, and what it is for. */
interface Wanted {
  readonly kind: RecordKind<Recovery>
  readonly account: string | undefined
  readonly typed: string
  readonly purpose: Readonly<Record<string, string | null>>
  /** Other values to store with a new link. */
  readonly more?: Readonly<Record<string, string | null>>
}

/**
 * The link to send when somebody asks for one. It is the previous link while enough of its lifetime is left. Asking
 * again then neither invalidates it nor fails. Its secret is derived from its record and the tenant's key, so that
 * nothing readable is stored. A link is also created if there is no account, so that both cases take the same time.
 */
export async function recoveryLink(
  { store, seals, now }: FlowParts,
  { id: tenant }: Tenant,
  { kind, account, typed, purpose, more = {} }: Wanted,
): Promise<RecoveryLink> {
  const secretOf = (link: string) => seals.secret(tenant, 'recovery link', kind.name, link)
  const who = account === undefined ? ['nobody', typed] : ['account', account]
  const handle = await seals.mac(tenant, 'recovery of', ...who, JSON.stringify(purpose))
  const living = await store.tenant(tenant).records.byHandle(kind.name, handle)
  if (living !== undefined && (living.expiresAt ?? 0) - now() >= LEFT_MS) {
    const secret = await secretOf(kind.heldIn(living).link ?? '')
    // Another key may have been in use when the link was created.
    if (secretHash(secret) === living.idHash) return { secret, record: living, isNew: false }
  }
  const link = randomText()
  const secret = await secretOf(link)
  const record = {
    ...kind.holding({ ...purpose, ...more, link }),
    idHash: secretHash(secret),
    owner: account ?? null,
    handle,
    expiresAt: now() + RECOVERY_MS,
  }
  return { secret, record, isNew: true }
}

/** Stores a link and queues its mail; false when the link was used or removed in the meantime. */
export async function keepLink(
  tx: TenantTransaction,
  { record, isNew }: RecoveryLink,
  mail: NewMail,
): Promise<boolean> {
  if (isNew) await tx.records.keep(record)
  else if (!(await tx.records.replace(record))) return false
  if (record.owner !== null) await tx.outbox.queue(mail)
  else await tx.records.keep(decoy(mail))
  return true
}

/**
 * The record that is written if there is no account, so that the time reveals nothing. Only a few are kept, because
 * strangers can cause any number of them.
 */
function decoy(mail: NewMail): ShortLived {
  const idHash = secretHash(`${NOBODY} ${randomInt(NOBODIES)}`)
  return { kind: NOBODY, idHash, owner: null, payload: JSON.stringify(mail), expiresAt: 0 }
}
