import { BoundedCache } from '../core/bounded-cache.ts'
import { StoreFault } from './fault.ts'

/** How long a page waits for something newer than the cached value. */
const PATIENCE = 1_000
const DOUBTS = 10_000

interface Question {
  readonly epoch: number
  readonly answer: Promise<unknown>
}

/**
 * Reads from the store what is cached as well. While the store fails, or is slow because of a lock, callers get the
 * cached value at once. The read is then retried in the background.
 */
export class Recall {
  static #lapses = 0
  readonly #asking = new Map<string, Question>()
  readonly #doubted = new BoundedCache<string, true>(DOUBTS)

  /** How often a cached value was returned in this process without knowing that it is still right. */
  static get lapses(): number {
    return Recall.#lapses
  }

  /** The result of a read; the `known` value if there is none in time. */
  async latest<T>(key: string, epoch: number, known: T | undefined, ask: () => Promise<T>): Promise<T> {
    if (known === undefined) return await ask()
    const isDoubted = this.#doubted.get(key) === true
    const running = this.#asking.get(key)
    // A read that started before a write may return the old value.
    const isGood = running !== undefined && (isDoubted || running.epoch === epoch)
    const answer = isGood ? (running.answer as Promise<T>) : this.#ask(key, epoch, ask)
    return isDoubted ? this.#stale(known) : await this.#inTime(key, answer, known)
  }

  #ask<T>(key: string, epoch: number, ask: () => Promise<T>): Promise<T> {
    const answer = ask()
    const question = { epoch, answer }
    this.#asking.set(key, question)
    const done = (isFault: boolean) => {
      if (this.#asking.get(key) === question) this.#asking.delete(key)
      if (isFault) this.#doubted.set(key, true)
      else this.#doubted.delete(key)
    }
    answer.then(
      () => done(false),
      error => done(error instanceof StoreFault),
    )
    return answer
  }

  async #inTime<T>(key: string, answer: Promise<T>, known: T): Promise<T> {
    const { promise: late, resolve } = Promise.withResolvers<T>()
    let isOver = false
    const timer = setTimeout(() => {
      // An answer that arrived while this process was busy is read before this callback.
      setImmediate(() => {
        if (isOver) return
        this.#doubted.set(key, true)
        resolve(this.#stale(known))
      })
    }, PATIENCE)
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      if (error instanceof StoreFault) return this.#stale(known)
      throw error
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }

  #stale<T>(known: T): T {
    Recall.#lapses += 1
    return known
  }
}
