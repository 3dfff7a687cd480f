import { hash } from 'node:crypto'
import { BoundedCache, type CacheFigures } from '../../core/bounded-cache.ts'
import { Refusal } from '../../core/refusal.ts'
import { randomText } from '../../random.ts'
import type { ApiClient, Store, Tenant } from '../../store/store.ts'
import type { Seals } from '../tenancy/seals.ts'
import { secretHash, secretMatches } from '../tenancy/secrets.ts'
import type { LastUses } from './last-uses.ts'

interface KnownClient {
  readonly epoch: number
  readonly client: ApiClient
}

interface KnownToken extends KnownClient {
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** What an API client gets. */
interface TokenAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer'
  readonly grant_id: string
}

/** Lifetime of a token, in seconds. Clients of the branding REST API rely on it. */
export const TOKEN_SECONDS = 2 * 3600
const LIFE_MS = TOKEN_SECONDS * 1000

const TOKENS = 10_000
const CLIENTS = 1_000
const PURPOSE = 'client-token'
/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22
/** A random text, the expiry time, and the id of the client, which may contain anything. */
const CONTENT = /^\S+ ([\da-z]+) (.+)$/s
const NOBODY = { secretHash: secretHash('nobody'), createdAt: 0 }
/** The maximum difference between the clocks of nodes. */
const SKEW_MS = 60_000

type Signer = Pick<ApiClient, 'secretHash' | 'createdAt'>

/**
 * The access tokens of API clients. A token contains the id of its client and its expiry time, and is signed with the
 * tenant's key. It is not stored. The signature also covers the hash of the client's secret and the time when the client
 * was created, so rotating or removing the client invalidates it. Tokens and clients that were found are cached until
 * the store changes.
 */
export class Bearers {
  readonly #store: Store
  readonly #seals: Seals
  readonly #lastUses: LastUses
  readonly #now: () => number
  readonly #known = new BoundedCache<string, KnownToken>(TOKENS)
  readonly #clients = new BoundedCache<string, KnownClient>(CLIENTS)

  constructor(store: Store, seals: Seals, lastUses: LastUses, now: () => number) {
    this.#store = store
    this.#seals = seals
    this.#lastUses = lastUses
    this.#now = now
  }

  get cache(): CacheFigures {
    return this.#known
  }

  /** Answers an API client with a token; undefined if there is no such client, or the secret is wrong. */
  async answer(tenant: Tenant, id: string, secret: string): Promise<TokenAnswer | undefined> {
    const client = await this.#client(tenant, id, async one => secretMatches(secret, one.secretHash))
    if (client === undefined) return undefined
    const token = await this.issue(tenant, client)
    return { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer', grant_id: grantId(token) }
  }

  /** A new token for a client. */
  async issue(tenant: Tenant, client: ApiClient): Promise<string> {
    const expiresAt = this.#now() + LIFE_MS
    const content = Buffer.from(`${randomText()} ${expiresAt.toString(36)} ${client.id}`).toString(
      'base64url',
    )
    this.#lastUses.note(tenant.id, client.id)
    return `${await this.#seals.mac(tenant.id, ...signed(content, client))}${content}`
  }

  /** The API client behind a token, with the entitlements it holds now; rejects a token that is no longer valid. */
  async client(tenant: Tenant, token: string): Promise<ApiClient> {
    const key = keyOf(tenant, token)
    const epoch = this.#store.epoch()
    let known = this.#known.get(key)
    if (known?.epoch !== epoch) {
      known = await this.#find(tenant, token, epoch)
      if (known === undefined) this.#known.delete(key)
      else this.#known.set(key, known)
    }
    if (known === undefined || known.expiresAt <= this.#now()) throw new Refusal('token_invalid', {})
    this.#lastUses.note(tenant.id, known.client.id)
    return known.client
  }

  /** The client of a valid token that is in the cache at this epoch; undefined if the token has to be looked up. */
  known(tenant: Tenant, token: string): ApiClient | undefined {
    const known = this.#known.get(keyOf(tenant, token))
    if (known?.epoch !== this.#store.epoch() || known.expiresAt <= this.#now()) return undefined
    this.#lastUses.note(tenant.id, known.client.id)
    return known.client
  }

  async #find(tenant: Tenant, token: string, epoch: number): Promise<KnownToken | undefined> {
    const [signature, content] = [token.slice(0, SIGNATURE_LENGTH), token.slice(SIGNATURE_LENGTH)]
    const [, expiry, id] = CONTENT.exec(Buffer.from(content, 'base64url').toString()) ?? []
    if (expiry === undefined || id === undefined) return undefined
    const isSigned = async (by: Signer) =>
      await this.#seals.isRecentMac(tenant.id, LIFE_MS + SKEW_MS, signature, ...signed(content, by))
    const client = await this.#client(tenant, id, isSigned)
    const expiresAt = Number.parseInt(expiry, 36)
    // Nobody can have got a token with a longer lifetime.
    if (client === undefined || expiresAt > this.#now() + LIFE_MS + SKEW_MS) return undefined
    return { epoch, client, expiresAt }
  }

  /**
   * The client with this id, if it passes a check. A cached client that fails is read again, because another node may
   * have changed it a moment ago. Every failure takes one check, whether or not there is such a client.
   */
  async #client(
    tenant: Tenant,
    id: string,
    passes: (client: Signer) => Promise<boolean>,
  ): Promise<ApiClient | undefined> {
    const key = keyOf(tenant, id)
    const epoch = this.#store.epoch()
    const known = this.#clients.get(key)
    const cached = known?.epoch === epoch ? known.client : undefined
    if (cached !== undefined && (await passes(cached))) return cached
    const client = await this.#store.tenant(tenant.id).clients.get(id)
    if (cached !== undefined && client !== undefined && isSameSigner(cached, client)) return undefined
    if (!(await passes(client ?? NOBODY)) || client === undefined) return undefined
    this.#clients.set(key, { epoch, client })
    return client
  }
}

/** An id for a grant that does not reveal its token, so that it can be logged. */
export function grantId(token: string): string {
  const digest = hash('sha256', `grant ${token}`, 'hex')
  const parts = [0, 8, 12, 16, 20].map((from, index, all) => digest.slice(from, all[index + 1] ?? 32))
  return parts.join('-')
}

/**
 * What the signature of a token covers. A client with a new secret, or one that was added anew under the id of a removed
 * one, has other values, so that the tokens from before are invalid.
 */
function signed(content: string, { secretHash, createdAt }: Signer) {
  return [PURPOSE, secretHash, String(createdAt), content]
}

function isSameSigner(one: Signer, other: Signer): boolean {
  return one.secretHash === other.secretHash && one.createdAt === other.createdAt
}

function keyOf(tenant: Tenant, what: string): string {
  return `${tenant.id} ${what}`
}
