import { randomInt } from 'node:crypto'
import { randomText } from '../../random.ts'
import type { NewMail, RecordKind, ShortLived, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Recovery } from '../directory/recovery-records.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { FlowParts } from './flow-parts.ts'

const RECOVERY_MS = 30 * 60_000
/** A link is sent again as long as so much of its time is left. */
const LEFT_MS = RECOVERY_MS / 2
const NOBODY = 'Nobody'
const NOBODIES = 64

/** A link for a forgotten password: the secret in it, and what is kept of it. */
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
  /** What else is kept of a new one. */
  readonly more?: Readonly<Record<string, string | null>>
}

/**
 * The link that is sent when somebody asks for one: the one that was sent before, as long as it is good for a while, so
 * that asking again neither spoils it nor is in vain. Its secret follows from its record and the tenant's key, so that
 * nothing is kept that could be read. Made for nobody, too: it takes the same time.
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
    // Another key may have been in use when it was made.
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

/** Keeps a link and queues its mail; false when the link was used or ended meanwhile. */
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
 * As much is written for nobody as for somebody, so that the time tells nothing. There is room for a few of them only:
 * strangers can cause any number.
 */
function decoy(mail: NewMail): ShortLived {
  const idHash = secretHash(`${NOBODY} ${randomInt(NOBODIES)}`)
  return { kind: NOBODY, idHash, owner: null, payload: JSON.stringify(mail), expiresAt: 0 }
}
