import { BoundedCache, type CacheFigures } from '../../core/bounded-cache.ts'
import { latestProofs, type Proofs } from '../../core/flows/proof.ts'
import { randomText } from '../../random.ts'
import { RecordKind, type ShortLived, type Store, type TenantTransaction } from '../../store/store.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import { endConsoleSessions, type SessionEnd } from './console-sessions.ts'

/** The session of a signed-in person in one browser. */
export interface Session {
  /** The hash of the value in the browser's cookie. */
  readonly idHash: string
  readonly account: string
  /** What was proved, and when. Some of it may have been renewed since the session began. */
  readonly proofs: Proofs
  /**
   * When the person signed in; milliseconds since 1970. It never changes, because the absolute limit and `auth_time`
   * count from it.
   */
  readonly startedAt: number
  readonly seenAt: number
  /** Identifies the session, and stays the same when the session continues under a new id. */
  readonly family: string
  /** The hash of the cookie that identifies the browser. The session is not valid in any other browser. */
  readonly browser: string
  /** The identity source that the person came from. */
  readonly source?: SessionSource
}

/** The session of a person at an identity source. */
export interface SessionSource {
  readonly id: string
  readonly subject: string
  /** The id of the session there, if the source provides one. */
  readonly sid?: string
}

/** The handle by which sessions are found that came from the same session at a source. */
export function sourceHandle({ id, sid }: SessionSource): string | null {
  return sid === undefined ? null : `source ${secretHash(`${id} ${sid}`)}`
}

/** The cookies of a session. They are valid only in the browser where it began. */
export interface SessionCookies {
  readonly session: string | undefined
  readonly browser: string | undefined
}

/** How long a session lasts without use, and how long it lasts at most. */
export interface SessionLimits {
  readonly idleMs: number
  readonly absoluteMs: number
}

const KIND = new RecordKind<Omit<Session, 'idHash' | 'account'>>('SignIn')
/** The ids of the provider's sessions that belong to a session at a source. */
const PROVIDED = new RecordKind<readonly string[]>('SourceProvided')
const MOST_PROVIDED = 20
const REMEMBERED = 20_000
const TOUCH_MS = 60_000

/** The sessions of signed-in people. A cached session is valid only until the store changes. */
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

  /** The session of a browser. A session cookie that was planted from another browser is not valid. */
  async find(tenant: string, { session: cookie, browser }: SessionCookies): Promise<Session | undefined> {
    if (cookie === undefined || browser === undefined) return undefined
    const idHash = secretHash(cookie)
    const key = `${tenant} ${idHash}`
    const session = await this.#stored(tenant, key, idHash)
    return session?.browser === secretHash(browser) ? await this.#used(tenant, key, session) : undefined
  }

  /** Whether it is cached that no session has a cookie, and the store has not changed. */
  isKnownMissing(tenant: string, cookie: string): boolean {
    const known = this.#known.get(`${tenant} ${secretHash(cookie)}`)
    return known !== undefined && known.session === undefined && known.epoch === this.#store.epoch()
  }

  /**
   * Whether the session of a browser has not ended. Reads the store, and waits for a write that is just ending the
   * session. The provider's session of the browser is noted, so that it ends together with the session at the source.
   */
  async isStored(
    tenant: string,
    { session: cookie, browser }: SessionCookies,
    provided?: string,
  ): Promise<boolean> {
    if (cookie === undefined || browser === undefined) return false
    const idHash = secretHash(cookie)
    return await this.#store.tenant(tenant).write(async tx => {
      const record = await tx.records.lock(KIND.name, idHash)
      const session = record && sessionOf(record)
      if (session?.browser !== secretHash(browser)) return false
      if (provided !== undefined) await this.#noteProvided(tx, session, provided)
      return true
    }, 'quiet')
  }

  async #noteProvided(tx: TenantTransaction, session: Session, provided: string): Promise<void> {
    const handle = session.source && sourceHandle(session.source)
    if (handle == null) return
    const idHash = secretHash(handle)
    const { idleMs, absoluteMs } = this.#limits
    // The provider's session may be idle for as long as ours after ours has ended.
    const expiresAt = session.startedAt + absoluteMs + idleMs
    // Without an owner: this write already holds the session, and ending everything of an account locks them in turn.
    const kept = { idHash, owner: null, expiresAt }
    if (await tx.records.add({ ...PROVIDED.holding([provided]), ...kept })) return
    const record = await tx.records.lock(PROVIDED.name, idHash)
    const known = record === undefined ? [] : PROVIDED.heldIn(record)
    const end = Math.max(expiresAt, record?.expiresAt ?? 0)
    if (known.includes(provided) && end === record?.expiresAt) return
    const all = [...known.filter(other => other !== provided), provided].slice(-MOST_PROVIDED)
    await tx.records.keep({ ...PROVIDED.holding(all), ...kept, expiresAt: end })
  }

  async #stored(tenant: string, key: string, idHash: string): Promise<Session | undefined> {
    const known = this.#known.get(key)
    if (known?.epoch === this.#store.epoch() && (known.session === undefined || this.#holds(known.session)))
      return known.session
    // A cached session may have expired here, but still be in use at another node.
    const epoch = this.#store.epoch()
    const record = await this.#store.tenant(tenant).records.get(KIND.name, idHash)
    const found = record && sessionOf(record)
    const session = found && this.#holds(found) ? found : undefined
    // Missing sessions are cached too, because nobody knows an id before its session begins.
    this.#known.set(key, { epoch, session })
    return session
  }

  #holds(session: Session): boolean {
    const now = this.#now()
    return now < this.#endOf(session) && now >= session.startedAt - TOUCH_MS
  }

  /** Begins a session, which replaces the browser's previous one. Returns the value of its cookie. */
  async begin(
    tx: TenantTransaction,
    {
      account,
      proofs,
      browser,
      before,
      source,
    }: Pick<Session, 'account' | 'proofs' | 'source'> & { browser: string; before: Session | undefined },
  ): Promise<string> {
    if (before !== undefined) await this.end(tx, before)
    const startedAt = this.#now()
    return await this.#keep(tx, {
      account,
      proofs,
      startedAt,
      family: randomText(),
      browser: secretHash(browser),
      ...(source !== undefined && { source }),
    })
  }

  /**
   * Adds new proofs. The session continues under a new id, and its end stays the same. Returns undefined when it has
   * already ended.
   */
  async renew(tx: TenantTransaction, session: Session, proofs: Proofs): Promise<string | undefined> {
    if ((await tx.records.take(KIND.name, session.idHash)) === undefined) return undefined
    return await this.#keep(tx, { ...session, proofs: latestProofs(session.proofs, proofs) })
  }

  /**
   * Ends everything else that the account has open, including open pages of this session. Then continues like `renew`,
   * with exactly these proofs.
   */
  async isolate(
    tx: TenantTransaction,
    session: Session,
    proofs: Proofs,
    end: Omit<SessionEnd, 'at'>,
  ): Promise<string | undefined> {
    if ((await tx.records.take(KIND.name, session.idHash)) === undefined) return undefined
    await this.endAll(tx, session.account, end)
    return await this.#keep(tx, { ...session, proofs, family: randomText() })
  }

  async #keep(tx: TenantTransaction, session: Omit<Session, 'idHash' | 'seenAt'>): Promise<string> {
    const id = newSecret()
    await tx.records.keep(this.#record({ ...session, idHash: secretHash(id), seenAt: this.#now() }))
    return id
  }

  /** Whether a session has not ended. It and its account stay as they are until the transaction ends. */
  async holds(tx: TenantTransaction, session: Session): Promise<boolean> {
    // The account first, as when its password changes and its sessions end.
    if ((await tx.accounts.get(session.account)) === undefined) return false
    return await isHeld(tx, session)
  }

  async end(tx: TenantTransaction, session: Session): Promise<void> {
    await tx.records.take(KIND.name, session.idHash)
  }

  /** Ends everything that an account has open: sessions (also of the console), flows, links and tokens. */
  async endAll(tx: TenantTransaction, account: string, end: Omit<SessionEnd, 'at'>): Promise<void> {
    await endConsoleSessions(tx, account, { at: this.#now(), ...end })
    await tx.records.removeOwned(account)
  }

  /** Notes that a session is in use, at most once a minute. */
  async #used(tenant: string, key: string, session: Session): Promise<Session | undefined> {
    if (this.#now() - session.seenAt <= TOUCH_MS) return session
    const seen = { ...session, seenAt: this.#now() }
    const record = this.#record(seen)
    const kept = await this.#store.tenant(tenant).write(tx => tx.records.replace(record), 'quiet')
    this.#known.delete(key)
    return kept ? seen : undefined
  }

  #record({ idHash, account, ...rest }: Session): ShortLived {
    return {
      ...KIND.holding(rest),
      idHash,
      owner: account,
      handle: rest.source === undefined ? null : sourceHandle(rest.source),
      expiresAt: this.#endOf(rest),
    }
  }

  #endOf({ startedAt, seenAt }: Pick<Session, 'startedAt' | 'seenAt'>): number {
    return Math.min(seenAt + this.#limits.idleMs, startedAt + this.#limits.absoluteMs)
  }
}

/**
 * Ends the sessions that came from a session at a source, here and at the provider, with which its tokens end. Returns
 * the accounts that they were of.
 */
export async function endSourceSession(
  tx: TenantTransaction,
  source: Required<SessionSource>,
): Promise<Set<string>> {
  const handle = sourceHandle(source)!
  const accounts = await tx.records.removeByHandle(handle)
  const record = await tx.records.take(PROVIDED.name, secretHash(handle))
  for (const provided of record === undefined ? [] : PROVIDED.heldIn(record))
    await tx.records.removeByHandle(provided)
  return accounts
}

/** Whether a session has not ended. It stays as it is until the transaction ends. */
export async function isHeld(tx: TenantTransaction, { idHash }: Session): Promise<boolean> {
  return (await tx.records.lock(KIND.name, idHash)) !== undefined
}

function sessionOf(record: ShortLived): Session {
  return { idHash: record.idHash, account: record.owner ?? '', ...KIND.heldIn(record) }
}
