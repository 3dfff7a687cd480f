import { BoundedCache } from '../core/bounded-cache.ts'
import { Refusal } from '../core/refusal.ts'

const WINDOW = 5 * 60_000
const FOR_ADDRESS = 10
const REMEMBERED = 50_000

interface Count {
  failures: number
  readonly until: number
}

/**
 * Counts failed tries for a client from an address, and for the address over all clients. Nobody can lock a
 * client out from elsewhere: the same client from another address has a count of its own.
 */
export class FailedTries {
  readonly #allowed: number
  readonly #now: () => number
  readonly #counts = new BoundedCache<string, Count>(REMEMBERED)

  constructor(allowed: number, now: () => number) {
    this.#allowed = allowed
    this.#now = now
  }

  /** Refuses when there were too many, and says when to come back. */
  check(client: string, address: string): void {
    for (const [key, allowed] of this.#keys(client, address)) {
      const count = this.#current(key)
      if (count !== undefined && count.failures >= allowed) {
        throw new Refusal('too_many_tries', { retryAfter: Math.ceil((count.until - this.#now()) / 1000) })
      }
    }
  }

  failed(client: string, address: string): void {
    for (const [key] of this.#keys(client, address)) {
      const count = this.#current(key)
      if (count === undefined) this.#counts.set(key, { failures: 1, until: this.#now() + WINDOW })
      else count.failures += 1
    }
  }

  #keys(client: string, address: string): [string, number][] {
    return [
      [`client ${address} ${client.slice(0, 200)}`, this.#allowed],
      [`address ${address}`, this.#allowed * FOR_ADDRESS],
    ]
  }

  #current(key: string): Count | undefined {
    const count = this.#counts.get(key)
    return count !== undefined && count.until > this.#now() ? count : undefined
  }
}
