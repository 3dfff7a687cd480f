/** Does work under a key one after the other, in the order in which it was asked for. */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>()

  async do<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).catch(() => {}).then(work)
    this.#last.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key)
    }
  }
}
