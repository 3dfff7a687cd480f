/**
 * Lets requests for whose answer nobody waits do their work one at a time, each in a turn of the event loop of its own.
 * A page that arrives meanwhile waits for one of them at most, not for all that arrived before it.
 */
export class Aside {
  readonly #waiting: (() => void)[] = []

  /** Waits for a turn, in the order of arrival. */
  async turn(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    if (this.#waiting.length === 1) setImmediate(this.#next)
    await promise
  }

  readonly #next = () => {
    const begin = this.#waiting.shift()!
    // Not in this turn: an immediate that is set by an immediate runs after what has arrived on sockets.
    if (this.#waiting.length > 0) setImmediate(this.#next)
    begin()
  }
}
