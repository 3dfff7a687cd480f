import { BoundedCache } from '../../core/bounded-cache.ts'
import { InTurn } from '../../core/in-turn.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Store, TryCount } from '../../store/store.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { networksOf } from './networks.ts'
import type { RefusedTries } from './refused-tries.ts'

const WINDOW = 5 * 60_000
const FOR_ADDRESS = 10
const KNOWN = 1_000
/** An id can be as long as a form. */
const LONGEST_NAME = 200

/** Who makes an attempt: a client of a tenant, from an address. */
export interface ClaimedClient {
  readonly tenant: string
  readonly client: string
  readonly address: string
}

/**
 * Counts failed attempts across all nodes: per client and network, and per network over all clients. Nobody can lock a
 * client out from elsewhere, because the same client from another network has its own counts.
 */
export class ClientThrottle {
  readonly #store: Store
  readonly #allowed: number
  readonly #refused: RefusedTries
  readonly #now: () => number
  readonly #failed: (error: Error) => void
  readonly #turns = new InTurn()
  /** What is counted for each client and address: hashing that anew would take a tenth of a token request. */
  readonly #known = new BoundedCache<string, readonly TryCount[]>(KNOWN)

  constructor(
    store: Store,
    allowed: number,
    refused: RefusedTries,
    now: () => number,
    failed: (error: Error) => void,
  ) {
    this.#store = store
    this.#allowed = allowed
    this.#refused = refused
    this.#now = now
    this.#failed = failed
  }

  /**
   * Runs one attempt after the other, so that guesses sent at once are all counted. Throws a refusal when too many have
   * failed. `answer` must call `failed` before it answers a failure, so that the next attempt, on any node, finds it
   * counted.
   */
  async attempt(trier: ClaimedClient, answer: (failed: () => Promise<void>) => Promise<void>): Promise<void> {
    const store = this.#store.tenant(trier.tenant)
    const counts = this.#counts(trier)
    // The key of the client's widest network, which is the last one. Concurrent attempts from several of its networks
    // wait for each other too.
    const { key } = counts[counts.length / 2 - 1]!
    await this.#turns.do(`${trier.tenant} ${key}`, async () => {
      const wait = await store.tries.wait(counts, this.#now())
      if (wait !== undefined) {
        const { client: name, address } = trier
        this.#refused.add(trier.tenant, { what: 'client', name, address })
        throw new Refusal('too_many_tries', { retryAfter: Math.ceil(wait / 1000) })
      }
      // If counting fails, the caller must not be affected.
      await answer(async () => void (await store.tries.count(counts, this.#now()).catch(this.#failed)))
    })
  }

  #counts({ client, address }: ClaimedClient): readonly TryCount[] {
    const name = `${address} ${client}`
    if (name.length > LONGEST_NAME) return this.#counted(client, address)
    let known = this.#known.get(name)
    if (known === undefined) {
      known = this.#counted(client, address)
      this.#known.set(name, known)
    }
    return known
  }

  #counted(client: string, address: string): TryCount[] {
    const networks = networksOf(address)
    const times = { first: WINDOW, longest: WINDOW, window: WINDOW }
    return [
      ...networks.map(({ id, size }) => ({
        key: `client ${secretHash(`${id} ${client}`)}`,
        free: this.#allowed * size,
        ...times,
      })),
      ...networks.map(({ id, size }) => ({
        key: `clients from ${secretHash(id)}`,
        free: this.#allowed * size * FOR_ADDRESS,
        ...times,
      })),
    ]
  }
}
