interface Entry<V> {
  readonly value: V
  readonly weight: number
  used: boolean
}

/** Figures of a cache, for monitoring. */
export interface CacheFigures {
  readonly entries: number
  /** The used share of its capacity, from 0 to 1. */
  readonly fill: number
  readonly hits: number
  readonly misses: number
  /** Entries that were evicted to make room. */
  readonly evictions: number
}

/**
 * A cache with a limited total weight. Entries that were used since the last sweep are kept once more (second chance).
 */
export class BoundedCache<K, V> implements CacheFigures {
  readonly #capacity: number
  readonly #weigh: (value: V) => number
  readonly #entries = new Map<K, Entry<V>>()
  #weight = 0
  #hits = 0
  #misses = 0
  #evictions = 0

  constructor(capacity: number, weigh: (value: V) => number = () => 1) {
    this.#capacity = capacity
    this.#weigh = weigh
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) {
      this.#misses += 1
      return undefined
    }
    this.#hits += 1
    entry.used = true
    return entry.value
  }

  /** Whether there is an entry. This counts neither as a hit nor as a use. */
  has(key: K): boolean {
    return this.#entries.has(key)
  }

  /** All cached values. Reading them counts neither as a hit nor as a use. */
  *values(): Generator<V> {
    for (const { value } of this.#entries.values()) yield value
  }

  set(key: K, value: V): void {
    this.delete(key)
    const weight = this.#weigh(value)
    if (weight > this.#capacity) return
    this.#entries.set(key, { value, weight, used: false })
    this.#weight += weight
    if (this.#weight > this.#capacity) this.#makeRoom()
  }

  delete(key: K): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }

  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= this.#capacity) return
      if (entry.used) {
        entry.used = false
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      } else {
        this.delete(key)
        this.#evictions += 1
      }
    }
  }

  get entries(): number {
    return this.#entries.size
  }

  get fill(): number {
    return this.#weight / this.#capacity
  }

  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  get evictions(): number {
    return this.#evictions
  }
}
