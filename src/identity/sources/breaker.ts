import { SourceProblem } from './problem.ts'

const FAILURES = 5
const OPEN_MS = 30_000
const MOST = 10_000
const OUTCOMES: readonly string[] = ['done', 'skipped', 'away', 'settings', 'refused', 'cancelled', 'forged']

interface Count {
  failures: number
  /** When the next attempt may be made; 0 while attempts are not limited. */
  until: number
}

/** The outcomes of exchanges with sources. */
export interface SourceFigures {
  readonly outcomes: ReadonlyMap<string, number>
  /** How many sources are currently not asked. */
  readonly open: number
}

/**
 * A circuit breaker for sources. After several failures in a row, attempts fail at once for a while. Then one attempt
 * is made, and decides. Exchanges that people cancel or forge do not count as failures of the source.
 */
export class Breakers {
  readonly #now: () => number
  readonly #counts = new Map<string, Count>()
  readonly #outcomes = new Map(OUTCOMES.map(outcome => [outcome, 0]))

  constructor(now: () => number) {
    this.#now = now
  }

  get figures(): SourceFigures {
    const now = this.#now()
    const open = [...this.#counts.values()].filter(({ until }) => until > now).length
    return { outcomes: this.#outcomes, open }
  }

  /** Runs an exchange with a source, unless its circuit is open. */
  async run<T>(source: string, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(source) ?? { failures: 0, until: 0 }
    if (count.until > this.#now()) {
      this.#tell('skipped')
      throw new SourceProblem(
        'away',
        `The identity source failed ${FAILURES} times in a row, so it is skipped for ${OPEN_MS / 1000} seconds. Try again later.`,
      )
    }
    try {
      // Other attempts fail at once while this one decides.
      if (count.failures >= FAILURES) count.until = this.#now() + OPEN_MS
      const result = await work()
      this.#counts.delete(source)
      this.#tell('done')
      return result
    } catch (error) {
      const kind = error instanceof SourceProblem ? error.kind : 'away'
      this.#tell(kind)
      if (kind === 'away') this.#failed(source)
      // The attempt has decided nothing, so the next one does. Otherwise forged answers would keep a source skipped.
      else count.until = 0
      throw error
    }
  }

  /** Counts a response that belongs to no exchange, and returns the problem. No source was asked about it. */
  forged(message: string): SourceProblem {
    this.#tell('forged')
    return new SourceProblem('forged', message)
  }

  #failed(source: string): void {
    const next = (this.#counts.get(source)?.failures ?? 0) + 1
    if (this.#counts.size >= MOST) this.#counts.clear()
    this.#counts.set(source, { failures: next, until: next >= FAILURES ? this.#now() + OPEN_MS : 0 })
  }

  #tell(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
  }
}
