import { BoundedCache } from './bounded-cache.ts'

const KEPT = 10_000

/** Counts events of pages by tenant, theme and page. Events that have not occurred for long are dropped. */
export class Tally {
  readonly #counts = new BoundedCache<string, number>(KEPT)
  #total = 0

  /** The total of all counted events. */
  get total(): number {
    return this.#total
  }

  add(tenant: string, theme: string, page: string): void {
    this.#total += 1
    const key = `${tenant} ${theme} ${page}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  of(tenant: string, theme: string, page: string): number {
    return this.#counts.get(`${tenant} ${theme} ${page}`) ?? 0
  }
}
