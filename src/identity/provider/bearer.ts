import { BoundedCache, type CacheFigures } from '../../core/bounded-cache.ts'
import { Refusal } from '../../core/refusal.ts'
import type { ApiClient, Store, Tenant } from '../../store/store.ts'
import type { LastUses } from './last-uses.ts'
import type { Providers } from './provider.ts'

interface Known {
  readonly epoch: number
  readonly client: ApiClient
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

const TOKENS = 10_000

/** Finds the API client of an access token. Its cache is valid only until the store changes. */
export class Bearers {
  readonly #store: Store
  readonly #providers: Providers
  readonly #lastUses: LastUses
  readonly #now: () => number
  readonly #known = new BoundedCache<string, Known>(TOKENS)

  constructor(store: Store, providers: Providers, lastUses: LastUses, now: () => number) {
    this.#store = store
    this.#providers = providers
    this.#lastUses = lastUses
    this.#now = now
  }

  get cache(): CacheFigures {
    return this.#known
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

  async #find(tenant: Tenant, token: string, epoch: number): Promise<Known | undefined> {
    const found = await (await this.#providers.of(tenant)).ClientCredentials.find(token)
    if (found?.exp === undefined || found.clientId === undefined) return undefined
    const client = await this.#store.tenant(tenant.id).clients.get(found.clientId)
    return client && { epoch, client, expiresAt: found.exp * 1000 }
  }
}

function keyOf({ id }: Tenant, token: string): string {
  return `${id} ${token}`
}
