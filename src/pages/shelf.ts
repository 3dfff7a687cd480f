import { BoundedCache } from '../core/bounded-cache.ts'
import type { Words } from '../core/words.ts'

/** A value with the bytes of memory that it takes, roughly. */
export interface Weighed<T> {
  readonly value: T
  readonly weight: number
}

/** Pages that weigh more than this cannot be remembered, and would be compiled each time. */
export const COMPILED_BYTES = 32 * 1024 * 1024
const WORD_BYTES = 8 * 1024 * 1024
const WORDINGS = 1_000

/** What was made for one kind of customer: what authors try out takes no room from what people see. */
export class Shelf<Page> {
  readonly pages = new BoundedCache<string, Weighed<Page>>(COMPILED_BYTES, ({ weight }) => weight)
  /** By the label files that they are from: many themes share them. */
  readonly words = new BoundedCache<string, Words>(WORD_BYTES, ({ weight }) => weight)
  /** The keys of words by theme and locale. */
  readonly wordings = new BoundedCache<string, string>(WORDINGS)
  readonly #pending = new Map<string, Promise<unknown>>()

  /** Creates a value once; concurrent callers wait for the same one. */
  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#pending.get(key) as Promise<T> | undefined
    const pending = known ?? make().finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return await pending
  }
}
