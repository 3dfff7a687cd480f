import { BoundedCache } from './bounded-cache.ts'

const KEPT = 10_000

/** Counts what happened to pages, each by tenant, theme and page; what has not happened for long is forgotten. */
export class Tally {
  readonly #counts = new BoundedCache<string, number>(KEPT)

  add(tenant: string, theme: string, page: string): void {
    const key = `${tenant} ${theme} ${page}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  of(tenant: string, theme: string, page: string): number {
    return this.#counts.get(`${tenant} ${theme} ${page}`) ?? 0
  }
}
