import { Refusal } from '../core/refusal.ts'

/** Lets a few do something at once and some wait for their turn; further ones are refused. */
export class Turns {
  readonly #most: { readonly atOnce: number; readonly waiting: number }
  readonly #waiting: (() => void)[] = []
  #working = 0

  constructor(most: { atOnce: number; waiting: number }) {
    this.#most = most
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#most.atOnce) {
      if (this.#waiting.length >= this.#most.waiting) throw new Refusal('busy', {})
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#working += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#working -= 1
      else next()
    }
  }
}
