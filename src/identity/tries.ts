import { BoundedCache } from '../core/bounded-cache.ts'
import { Refusal } from '../core/refusal.ts'

const WINDOW = 5 * 60_000
const FOR_ADDRESS = 10
const REMEMBERED = 50_000

interface Count {
  failures: number
  readonly until: number
}

/** Who tries: a client of a tenant, from an address. */
export interface Trier {
  readonly tenant: string
  readonly client: string
  readonly address: string
}

/**
 * Counts failed tries for a client from an address, and for the address over all clients. Nobody can lock a
 * client out from elsewhere: the same client from another address has a count of its own.
 */
export class FailedTries {
  readonly #allowed: number
  readonly #now: () => number
  readonly #counts = new BoundedCache<string, Count>(REMEMBERED)
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(allowed: number, now: () => number) {
    this.#allowed = allowed
    this.#now = now
  }

  /** Lets one try after the other, so that guesses sent at once are counted; refuses when too many have failed. */
  async attempt(trier: Trier, succeeds: () => Promise<boolean>): Promise<void> {
    const keys = this.#keys(trier)
    const [turn] = keys[0]!
    const before = this.#turns.get(turn)
    const mine = (before ?? Promise.resolve())
      .catch(() => {})
      .then(async () => {
        this.#check(keys)
        if (!(await succeeds())) this.#failed(keys)
      })
    this.#turns.set(turn, mine)
    try {
      await mine
    } finally {
      if (this.#turns.get(turn) === mine) this.#turns.delete(turn)
    }
  }

  #check(keys: readonly [string, number][]): void {
    for (const [key, allowed] of keys) {
      const count = this.#current(key)
      if (count !== undefined && count.failures >= allowed) {
        throw new Refusal('too_many_tries', { retryAfter: Math.ceil((count.until - this.#now()) / 1000) })
      }
    }
  }

  #failed(keys: readonly [string, number][]): void {
    for (const [key] of keys) {
      const count = this.#current(key)
      if (count === undefined) this.#counts.set(key, { failures: 1, until: this.#now() + WINDOW })
      else count.failures += 1
    }
  }

  #keys({ tenant, client, address }: Trier): [string, number][] {
    return [
      [`${address} ${tenant} ${client.slice(0, 200)}`, this.#allowed],
      [address, this.#allowed * FOR_ADDRESS],
    ]
  }

  #current(key: string): Count | undefined {
    const count = this.#counts.get(key)
    return count !== undefined && count.until > this.#now() ? count : undefined
  }
}
