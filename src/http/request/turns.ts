import { FairQueue } from '../../core/fair-queue.ts'
import { Refusal } from '../../core/refusal.ts'

/** How many may do something at once, and how many may wait for it. */
export interface TurnBounds {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingOfGroup: number
  readonly waitingOfMember: number
}

/** Limits concurrency: a few run, some wait, and groups and their members take turns. */
export class Turns {
  readonly #most: TurnBounds
  readonly #waiting = new FairQueue<() => void>()
  #working = 0

  constructor(most: TurnBounds) {
    this.#most = most
  }

  async take<T>(group: string, member: string, work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#most.atOnce) {
      if (this.#isFull(group, member)) throw new Refusal('busy', {})
      await new Promise<void>(resolve => this.#waiting.push(group, member, resolve))
    } else this.#working += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.take()
      if (next === undefined) this.#working -= 1
      else next()
    }
  }

  #isFull(group: string, member: string): boolean {
    const { waiting, waitingOfGroup, waitingOfMember } = this.#most
    return (
      this.#waiting.waiting() >= waiting ||
      this.#waiting.waiting(group) >= waitingOfGroup ||
      this.#waiting.waiting(group, member) >= waitingOfMember
    )
  }
}
