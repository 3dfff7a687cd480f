/** Runs tasks with the same key one after another, in the order of the calls. */
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
