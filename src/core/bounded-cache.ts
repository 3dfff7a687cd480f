interface Entry<V> {
  readonly value: V
  readonly weight: number
  used: boolean
}

/** Remembers up to a total weight; what was used since it was last looked at is spared once more. */
export class BoundedCache<K, V> {
  readonly #capacity: number
  readonly #weigh: (value: V) => number
  readonly #entries = new Map<K, Entry<V>>()
  #weight = 0

  constructor(capacity: number, weigh: (value: V) => number = () => 1) {
    this.#capacity = capacity
    this.#weigh = weigh
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.used = true
    return entry.value
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
      } else this.delete(key)
    }
  }
}
