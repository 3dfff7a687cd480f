import type { SourcePerson } from '../../core/federation/person.ts'
import { RecordKind, type Store, type Tenant, type TenantTransaction } from '../../store/store.ts'
import type { SessionSource } from '../sessions/sessions.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'

/** A person who came from a source, stored until they are signed in here. */
export interface Arrival extends Omit<SessionSource, 'id'> {
  readonly source: string
  readonly sourceName: string
  /**
   * When the settings of the source were last changed. With other settings, the person might not have been admitted.
   */
  readonly changed: number
  readonly person: SourcePerson
  /** When the person proved there who they are, if the source says so. */
  readonly provedAt?: number
  readonly idToken?: string
  /** Whether the account of the following sign-in gets linked to the person. */
  readonly links: boolean
}

const ARRIVAL = new RecordKind<Arrival>('SourceArrival')
const TOKEN = new RecordKind<string>('SourceToken')
const ARRIVAL_MS = 60 * 60_000
/** How long the sign-in may take after the account was created. */
const LINKED_MS = 30 * 60_000
const TOKEN_MS = 24 * 60 * 60_000
/** A longer token is not stored, because it would not fit into the URL at sign-out. */
const LONGEST_TOKEN = 4_000

/**
 * Stores data about people on their way from a source. The journey names the record, so that it stays with the person.
 */
export class Arrivals {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Stores an arrival. Returns its name. */
  async keep({ id: tenant }: Tenant, arrival: Arrival): Promise<string> {
    const name = newSecret()
    await this.#store.tenant(tenant).records.keep({
      ...ARRIVAL.holding(arrival),
      idHash: secretHash(name),
      owner: null,
      expiresAt: this.#now() + ARRIVAL_MS,
    })
    return name
  }

  async get({ id: tenant }: Tenant, name: string): Promise<Arrival | undefined> {
    const record = await this.#store.tenant(tenant).records.get(ARRIVAL.name, secretHash(name))
    return record === undefined || (record.expiresAt ?? 0) <= this.#now() ? undefined : ARRIVAL.heldIn(record)
  }

  async take(tx: TenantTransaction, name: string): Promise<Arrival | undefined> {
    const record = await tx.records.take(ARRIVAL.name, secretHash(name))
    return record && ARRIVAL.heldIn(record)
  }

  /** Stores an arrival for the sign-in that follows, after the person was linked. */
  async goesOn(tx: TenantTransaction, name: string, arrival: Arrival): Promise<void> {
    await tx.records.keep({
      ...ARRIVAL.holding({ ...arrival, links: false }),
      idHash: secretHash(name),
      owner: null,
      expiresAt: this.#now() + LINKED_MS,
    })
  }

  /** Stores the ID token that identifies the session when signing out at the source. */
  async keepToken(tx: TenantTransaction, account: string, session: SessionSource, token = ''): Promise<void> {
    if (token === '' || token.length > LONGEST_TOKEN) return
    await tx.records.keep({
      ...TOKEN.holding(token),
      idHash: tokenHash(session, account),
      owner: account,
      expiresAt: this.#now() + TOKEN_MS,
    })
  }

  async token({ id: tenant }: Tenant, account: string, session: SessionSource): Promise<string | undefined> {
    const record = await this.#store.tenant(tenant).records.get(TOKEN.name, tokenHash(session, account))
    return record && TOKEN.heldIn(record)
  }
}

function tokenHash({ id, subject, sid = '' }: SessionSource, account: string): string {
  return secretHash(JSON.stringify([id, subject, sid, account]))
}
