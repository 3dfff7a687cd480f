import { Refusal } from '../core/refusal.ts'
import type { Store, TryCount } from '../store/store.ts'
import { secretHash } from './secrets.ts'
import { networkOf } from './throttle.ts'

const WINDOW = 5 * 60_000
const FOR_ADDRESS = 10

/** Who tries: a client of a tenant, from an address. */
export interface Trier {
  readonly tenant: string
  readonly client: string
  readonly address: string
}

/**
 * Counts failed tries for a client from an address, and for the address over all clients, on all nodes together.
 * Nobody can lock a client out from elsewhere: the same client from another address has a count of its own.
 */
export class FailedTries {
  readonly #store: Store
  readonly #allowed: number
  readonly #now: () => number
  readonly #failed: (error: Error) => void
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(store: Store, allowed: number, now: () => number, failed: (error: Error) => void) {
    this.#store = store
    this.#allowed = allowed
    this.#now = now
    this.#failed = failed
  }

  /** Lets one try after the other, so that guesses sent at once are counted; refuses when too many have failed. */
  async attempt(trier: Trier, succeeds: () => Promise<boolean>): Promise<void> {
    const store = this.#store.tenant(trier.tenant)
    const counts = this.#counts(trier)
    const [own, shared] = counts.map(({ key }) => `${trier.tenant} ${key}`) as [string, string]
    await this.#inTurn(own, async () => {
      // Whoever was answered before is counted before.
      await this.#turns.get(shared)
      const wait = await store.waitForTry(counts, this.#now())
      if (wait !== undefined) throw new Refusal('too_many_tries', { retryAfter: Math.ceil(wait / 1000) })
      if (await succeeds()) return
      // By now it is answered: that it cannot be counted is no matter of theirs.
      await this.#inTurn(shared, async () => {
        await store.countTry(counts, this.#now()).catch(this.#failed)
      })
    })
  }

  async #inTurn(key: string, work: () => Promise<void>): Promise<void> {
    const mine = (this.#turns.get(key) ?? Promise.resolve()).catch(() => {}).then(work)
    this.#turns.set(key, mine)
    try {
      await mine
    } finally {
      if (this.#turns.get(key) === mine) this.#turns.delete(key)
    }
  }

  #counts({ client, address }: Trier): TryCount[] {
    const network = networkOf(address)
    const times = { first: WINDOW, longest: WINDOW, window: WINDOW }
    return [
      { key: `client ${secretHash(`${network} ${client}`)}`, free: this.#allowed, ...times },
      { key: `clients from ${secretHash(network)}`, free: this.#allowed * FOR_ADDRESS, ...times },
    ]
  }
}
