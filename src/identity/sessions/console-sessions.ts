import { auditEntry } from '../../core/audit-events.ts'
import { hasStrong, type Proof } from '../../core/flows/methods.ts'
import {
  type Account,
  RecordKind,
  type ShortLived,
  type Store,
  type Tenant,
  type TenantTransaction,
} from '../../store/store.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import type { SessionLimits } from './sessions.ts'

export type Role = 'administrator' | 'developer'

/** Somebody who works in the console. */
export interface Operator {
  readonly account: Account
  readonly role: Role
}

/** Why a session of the console ended. */
export type WhyEnded =
  | 'signed-out'
  | 'signed-out-at-pages'
  | 'replaced'
  | 'idle'
  | 'expired'
  | 'password-changed'
  | 'password-recovered'
  | 'password-reset'
  | 'second-factor-changed'
  | 'source-unlinked'
  | 'source-removed'
  | 'source-session-ended'
  | 'role-removed'
  | 'account-disabled'
  | 'account-removed'

/** How a session of the console ends, for the audit trail. */
export interface SessionEnd {
  readonly at: number
  /** The network address of the person who ended it; null for the command line and for timeouts. */
  readonly address: string | null
  readonly why: WhyEnded
}

interface ConsoleParts {
  readonly store: Store
  readonly limits: SessionLimits
  /** Whether everybody needs a second factor. */
  readonly secondFactor: boolean
  readonly now: () => number
}

/** The stored part of a session. The record belongs to the account. */
interface Kept {
  readonly proofs: readonly Proof[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seenAt: number
}

// A new name, because versions up to 0.1 stored records of another format under the old one. They may still be in the
// database.
const KIND = new RecordKind<Kept>('OperatorSession')
const TOUCH_MS = 60_000
/** How long an expired session is kept, so that its end can be recorded. */
const NOTICE_MS = 24 * 3_600_000

/** The sessions of the console. They are independent of those of the pages. */
export class Console {
  readonly #parts: ConsoleParts

  constructor(parts: ConsoleParts) {
    this.#parts = parts
  }

  /**
   * The person who uses a session, with their current role. A request that the console sends by itself does not count
   * as use.
   */
  async operator(tenant: Tenant, session: string, attended = true): Promise<Operator | undefined> {
    const store = this.#parts.store.tenant(tenant.id)
    const record = await store.records.get(KIND.name, secretHash(session))
    if (record?.owner == null) return undefined
    const kept = KIND.heldIn(record)
    const now = this.#parts.now()
    if (now >= this.#endOf(kept)) {
      await store.write(tx => this.#take(tx, record.idHash, this.#timedOut(kept)), 'quiet')
      return undefined
    }
    if (this.#parts.secondFactor && !hasStrong(kept.proofs)) return undefined
    const operator = operatorOf(await store.accounts.get(record.owner))
    if (operator === undefined || !attended || now - kept.seenAt <= TOUCH_MS) return operator
    const used = this.#record(record.idHash, record.owner, { ...kept, seenAt: now })
    return (await store.write(tx => tx.records.replace(used), 'quiet')) ? operator : undefined
  }

  /** Begins a session, which replaces the browser's previous one. Returns the value of its cookie. */
  async begin(tx: TenantTransaction, { account, proofs, address, before }: Begun): Promise<string> {
    const at = this.#parts.now()
    if (before !== undefined) await this.#take(tx, secretHash(before), { at, address, why: 'replaced' })
    const session = newSecret()
    await tx.records.keep(this.#record(secretHash(session), account, { proofs, startedAt: at, seenAt: at }))
    const details = { proofs: proofs.join(' ') }
    await tx.audit.record(auditEntry('console-session-begun', at, { account, address }, details))
    return session
  }

  /** Signs out, in one browser. */
  async signOut(tenant: Tenant, session: string, address: string): Promise<void> {
    const end: SessionEnd = { at: this.#parts.now(), address, why: 'signed-out' }
    const store = this.#parts.store.tenant(tenant.id)
    await store.write(tx => this.#take(tx, secretHash(session), end), 'quiet')
  }

  /** Records the end of sessions that expired unnoticed. */
  async sweep(): Promise<void> {
    const { store, now } = this.#parts
    for (const id of await store.tenantsWithExpiring(KIND.name, now() + NOTICE_MS)) {
      await store.tenant(id).write(async tx => {
        for (const record of await tx.records.takeExpiring(KIND.name, now() + NOTICE_MS))
          await recordEnd(tx, record.owner, this.#timedOut(KIND.heldIn(record)))
      }, 'quiet')
    }
  }

  async #take(tx: TenantTransaction, idHash: string, end: SessionEnd): Promise<void> {
    const record = await tx.records.take(KIND.name, idHash)
    if (record !== undefined) await recordEnd(tx, record.owner, end)
  }

  /** The end of a session that timed out, for the audit trail. */
  #timedOut(kept: Kept): SessionEnd {
    const at = this.#endOf(kept)
    const why = at < kept.startedAt + this.#parts.limits.absoluteMs ? 'idle' : 'expired'
    return { at, address: null, why }
  }

  #endOf({ startedAt, seenAt }: Kept): number {
    const { idleMs, absoluteMs } = this.#parts.limits
    return Math.min(seenAt + idleMs, startedAt + absoluteMs)
  }

  #record(idHash: string, owner: string, kept: Kept): ShortLived {
    const expiresAt = this.#endOf(kept) + NOTICE_MS
    return { ...KIND.holding(kept), idHash, owner, expiresAt }
  }
}

interface Begun {
  readonly account: string
  readonly proofs: readonly Proof[]
  readonly address: string
  /** The value of the browser's cookie until now. */
  readonly before: string | undefined
}

/** Ends every session of the console that an account has. */
export async function endConsoleSessions(
  tx: TenantTransaction,
  account: string,
  end: SessionEnd,
): Promise<void> {
  const sessions = await tx.records.removeOwned(account, KIND.name)
  for (let index = 0; index < sessions; index++) await recordEnd(tx, account, end)
}

/** Ends every session of the console of accounts that are linked with somebody at an identity source. */
export async function endLinkedConsoleSessions(
  tx: TenantTransaction,
  source: string,
  end: SessionEnd,
): Promise<void> {
  for (const account of await tx.identitySources.owners(source, KIND.name))
    await endConsoleSessions(tx, account, end)
}

/** The person and role of an account in the console; undefined if the account may not use it. */
export function operatorOf(account: Account | undefined): Operator | undefined {
  if (account?.status !== 'active') return undefined
  if (account.administrator) return { account, role: 'administrator' }
  return account.themeDeveloper ? { account, role: 'developer' } : undefined
}

async function recordEnd(
  tx: TenantTransaction,
  account: string | null,
  { at, address, why }: SessionEnd,
): Promise<void> {
  await tx.audit.record(auditEntry('console-session-ended', at, { account, address }, { why }))
}
