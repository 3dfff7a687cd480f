import { networkOf } from '../guards/networks.ts'

const BATCHES_A_MINUTE = 120
const NETWORKS = 20_000

/** Limits how many batches of events a network sends in a minute. Then the network is forgotten. */
export class BatchLimit {
  readonly #now: () => number
  readonly #minute: number
  /** In the order in which they are forgotten. */
  readonly #networks = new Map<string, { batches: number; readonly until: number }>()
  #forgetting: NodeJS.Timeout | undefined

  constructor(now: () => number, minute = 60_000) {
    this.#now = now
    this.#minute = minute
  }

  /** How many networks are known. */
  get networks(): number {
    return this.#networks.size
  }

  /** Counts a batch from an address. Returns for how many seconds no more are accepted; undefined if this one is. */
  count(address: string): number | undefined {
    const now = this.#now()
    const network = networkOf(address)
    let seen = this.#networks.get(network)
    if (seen === undefined || seen.until <= now) {
      seen = { batches: 0, until: now + this.#minute }
      this.#networks.delete(network)
      this.#networks.set(network, seen)
      if (this.#networks.size > NETWORKS) this.#networks.delete(this.#networks.keys().next().value!)
      this.#forgetting ??= setTimeout(() => this.#forget(), this.#minute).unref()
    }
    seen.batches += 1
    return seen.batches <= BATCHES_A_MINUTE ? undefined : Math.ceil((seen.until - now) / 1000)
  }

  #forget(): void {
    const now = this.#now()
    for (const [network, { until }] of this.#networks) {
      if (until > now) break
      this.#networks.delete(network)
    }
    const [next] = this.#networks.values()
    const wait = next === undefined ? undefined : Math.min(next.until - now, this.#minute)
    this.#forgetting = wait === undefined ? undefined : setTimeout(() => this.#forget(), wait).unref()
  }
}
