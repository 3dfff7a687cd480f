import { StoreFault } from './fault.ts'

/** A page waits so long for something newer than what is remembered. */
const PATIENCE = 1_000

interface Question {
  readonly epoch: number
  readonly answer: Promise<unknown>
}

/**
 * Asks the store for things that are remembered as well. While it fails, or takes long because something is locked,
 * whoever asks gets what was known at once, and the question is repeated in the background until there is an answer.
 */
export class Recall {
  readonly #asking = new Map<string, Question>()
  readonly #doubted = new Set<string>()

  /** The answer to a question; what was `known` where there is none in time. */
  async latest<T>(key: string, epoch: number, known: T | undefined, ask: () => Promise<T>): Promise<T> {
    if (known === undefined) return await ask()
    const isDoubted = this.#doubted.has(key)
    const running = this.#asking.get(key)
    // What was asked before a write does not know of it.
    const isGood = running !== undefined && (isDoubted || running.epoch === epoch)
    const answer = isGood ? (running.answer as Promise<T>) : this.#ask(key, epoch, ask)
    return isDoubted ? known : await this.#inTime(key, answer, known)
  }

  #ask<T>(key: string, epoch: number, ask: () => Promise<T>): Promise<T> {
    const answer = ask()
    const question = { epoch, answer }
    this.#asking.set(key, question)
    const done = (isFault: boolean) => {
      if (this.#asking.get(key) === question) this.#asking.delete(key)
      if (isFault) this.#doubted.add(key)
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
    const timer = setTimeout(() => {
      this.#doubted.add(key)
      resolve(known)
    }, PATIENCE)
    try {
      return await Promise.race([answer, late])
    } catch (error) {
      if (error instanceof StoreFault) return known
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
