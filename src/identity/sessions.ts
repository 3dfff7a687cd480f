import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import type { Proof } from '../core/flows/sign-in.ts'
import type { ShortLived, Store, TenantTransaction } from '../store/store.ts'
import { endConsoleSessions, type SessionEnd } from './console.ts'
import { newSecret, secretHash } from './secrets.ts'

/** Somebody who is signed in, in one browser. */
export interface Session {
  /** The hash of what the browser's cookie holds. */
  readonly idHash: string
  readonly account: string
  readonly proofs: readonly Proof[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly seenAt: number
}

/** How long a session lasts without use, and at most. */
export interface SessionLimits {
  readonly idleMs: number
  readonly absoluteMs: number
}

const KIND = 'SignIn'
const REMEMBERED = 20_000
const TOUCH_MS = 60_000

/** Who is signed in. What is remembered of a session holds only until the store changes. */
export class Sessions {
  readonly #store: Store
  readonly #limits: SessionLimits
  readonly #now: () => number
  readonly #known = new BoundedCache<string, { epoch: number; session: Session | undefined }>(REMEMBERED)

  constructor(store: Store, limits: SessionLimits, now: () => number) {
    this.#store = store
    this.#limits = limits
    this.#now = now
  }

  get cache(): CacheFigures {
    return this.#known
  }

  /** The session of a cookie. */
  async find(tenant: string, cookie: string | undefined): Promise<Session | undefined> {
    if (cookie === undefined) return undefined
    const idHash = secretHash(cookie)
    const key = `${tenant} ${idHash}`
    const known = this.#known.get(key)
    if (known?.epoch === this.#store.epoch() && (known.session === undefined || this.#holds(known.session))) {
      return known.session && (await this.#used(tenant, key, known.session))
    }
    // What is remembered may have ended here and be in use at another node.
    const epoch = this.#store.epoch()
    const record = await this.#store.tenant(tenant).shortLived(KIND, idHash)
    const found = record && sessionOf(record)
    const session = found && this.#holds(found) ? found : undefined
    // One that there is not is remembered too: no id is known to anybody before its session begins.
    this.#known.set(key, { epoch, session })
    return session && (await this.#used(tenant, key, session))
  }

  #holds(session: Session): boolean {
    const now = this.#now()
    return now < this.#endOf(session) && now >= session.startedAt - TOUCH_MS
  }

  /** Begins a session, in place of the one that the browser had; answers with what its cookie holds. */
  async begin(
    tx: TenantTransaction,
    { account, proofs, before }: Pick<Session, 'account' | 'proofs'> & { before: Session | undefined },
  ): Promise<string> {
    if (before !== undefined) await this.end(tx, before)
    const id = newSecret()
    const now = this.#now()
    await tx.keepShortLived(
      this.#record({ idHash: secretHash(id), account, proofs, startedAt: now, seenAt: now }),
    )
    return id
  }

  async end(tx: TenantTransaction, session: Session): Promise<void> {
    await tx.takeShortLived(KIND, session.idHash)
  }

  /** Ends everything that an account has open: sessions, also of the console, flows, links, tokens. */
  async endAll(tx: TenantTransaction, account: string, end: Omit<SessionEnd, 'at'>): Promise<void> {
    await endConsoleSessions(tx, account, { at: this.#now(), ...end })
    await tx.removeOwned(account)
  }

  /** Notes that a session is in use, once a minute. */
  async #used(tenant: string, key: string, session: Session): Promise<Session | undefined> {
    if (this.#now() - session.seenAt <= TOUCH_MS) return session
    const seen = { ...session, seenAt: this.#now() }
    const record = this.#record(seen)
    const kept = await this.#store.tenant(tenant).write(tx => tx.replaceShortLived(record), 'quiet')
    this.#known.delete(key)
    return kept ? seen : undefined
  }

  #record({ idHash, account, proofs, startedAt, seenAt }: Session): ShortLived {
    return {
      kind: KIND,
      idHash,
      owner: account,
      payload: JSON.stringify({ proofs, startedAt, seenAt }),
      expiresAt: this.#endOf({ startedAt, seenAt }),
    }
  }

  #endOf({ startedAt, seenAt }: Pick<Session, 'startedAt' | 'seenAt'>): number {
    return Math.min(seenAt + this.#limits.idleMs, startedAt + this.#limits.absoluteMs)
  }
}

function sessionOf({ idHash, owner, payload }: ShortLived): Session {
  return {
    idHash,
    account: owner ?? '',
    ...(JSON.parse(payload) as Pick<Session, 'proofs' | 'startedAt' | 'seenAt'>),
  }
}
