import { BoundedCache } from '../../core/bounded-cache.ts'
import { FairQueue } from '../../core/fair-queue.ts'
import { networksOf } from './networks.ts'

/** For whom a password is hashed. */
export interface HashedFor {
  /** The network address; null where the service itself needs the hash. */
  readonly address: string | null
  /** A device, a network or an account that has proved itself before: it waits in a turn of its own. */
  readonly familiar?: string | undefined
}

/** The turn of somebody who has proved to be the owner of an account. */
export function ownTurn({ id }: { readonly id: string }): HashedFor {
  return { address: null, familiar: id }
}

const SERVICE = 'service'
/** A network with so many wrong passwords within this time is suspected. */
const SUSPECTED = 3
const SUSPECTED_MS = 5 * 60_000
const NETWORKS = 10_000

interface Wrong {
  readonly times: number
  readonly until: number
}

/**
 * The order in which passwords are hashed. Familiar devices, other networks and suspected networks take turns, and so do
 * the networks among themselves: a thousand guesses from one address delay the next person by one of them. When too
 * many wait, the newest of the network with the most has to go, of suspected networks first.
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

  /** Answers with the item that has to go, which may be this one. */
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
