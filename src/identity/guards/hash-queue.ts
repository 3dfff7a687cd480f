import { BoundedCache } from '../../core/bounded-cache.ts'
import { FairQueue } from '../../core/fair-queue.ts'
import { networksOf } from './networks.ts'

/** The person for whom a password is hashed. */
export interface HashedFor {
  /** The network address; null if the service itself needs the hash. */
  readonly address: string | null
  /** A device, a network or an account that has proved itself before. It waits in a queue of its own. */
  readonly familiar?: string | undefined
}

/** The place in the queue for a person who has proved to own an account. */
export function ownTurn({ id }: { readonly id: string }): HashedFor {
  return { address: null, familiar: id }
}

const SERVICE = 'service'
/** A network with this many wrong passwords within this time is suspected. */
const SUSPECTED = 3
const SUSPECTED_MS = 5 * 60_000
const NETWORKS = 10_000

interface Wrong {
  readonly times: number
  readonly until: number
}

/**
 * The order in which passwords are hashed. Familiar devices, other networks and suspected networks take turns, and so
 * do the networks within each group. A thousand guesses from one address therefore delay the next person by only one
 * hash. When too many wait, the newest entry of the network with the most entries is dropped, from suspected networks
 * first.
 */
export class HashQueue<T> {
  readonly #familiar = new FairQueue<T>()
  readonly #strangers = new FairQueue<T>()
  readonly #suspects = new FairQueue<T>()
  readonly #wrong = new BoundedCache<string, Wrong>(NETWORKS)
  readonly #most: number
  readonly #now: () => number
  #turn = [this.#familiar, this.#strangers, this.#suspects]

  constructor(most: number, now: () => number) {
    this.#most = most
    this.#now = now
  }

  get waiting(): number {
    return this.#turn.reduce((sum, queue) => sum + queue.waiting(), 0)
  }

  /** Adds an item. Returns the item that is dropped, which may be this one. */
  push({ address, familiar }: HashedFor, item: T): T | undefined {
    if (familiar !== undefined || address === null) this.#familiar.push(familiar ?? SERVICE, '', item)
    else {
      const networks = networksOf(address)
      const queue = this.#isSuspected(networks[0].id) ? this.#suspects : this.#strangers
      queue.push(networks.at(-1)!.id, networks[0].id, item)
    }
    if (this.waiting <= this.#most) return undefined
    return this.#suspects.shed() ?? this.#strangers.shed() ?? this.#familiar.shed()
  }

  take(): T | undefined {
    for (const queue of this.#turn) {
      const item = queue.take()
      if (item === undefined) continue
      this.#turn = [...this.#turn.filter(other => other !== queue), queue]
      return item
    }
    return undefined
  }

  /** Notes a wrong password. */
  wrong({ address }: HashedFor): void {
    if (address === null) return
    const [{ id }] = networksOf(address)
    const known = this.#wrong.get(id)
    const times = known !== undefined && known.until > this.#now() ? known.times : 0
    this.#wrong.set(id, { times: times + 1, until: this.#now() + SUSPECTED_MS })
  }

  #isSuspected(network: string): boolean {
    const known = this.#wrong.get(network)
    return known !== undefined && known.times >= SUSPECTED && known.until > this.#now()
  }
}
