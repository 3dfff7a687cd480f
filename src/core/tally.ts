import { BoundedCache } from './bounded-cache.ts'

const KEPT = 10_000

/** Counts what happened to pages, each by tenant, theme and page; what has not happened for long is forgotten. */
export class Tally {
  readonly #counts = new BoundedCache<string, number>(KEPT)
  #total = 0

  /** Everything that was ever counted. */
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
