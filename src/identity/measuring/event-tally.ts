import { setImmediate as pause } from 'node:timers/promises'
import { type EventCount, type Store, StoreFault } from '../../store/store.ts'

/** The key under which events are summed. */
export type Countable = Omit<EventCount, 'times' | 'journeys'>

interface Waiting {
  readonly tenant: string
  readonly of: Countable
  times: number
  journeys: number
}

const ROWS = 20_000
const ROWS_A_WRITE = 200
const FLUSH_MS = 2_000

/**
 * Sums up events and writes the sums from time to time. No page waits for a write, and an unavailable database loses
 * none.
 */
export class EventTally {
  readonly #store: Store
  readonly #failed: (error: Error) => void
  readonly #lost: (events: number) => void
  #waiting = new Map<string, Waiting>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(store: Store, on: { failed: (error: Error) => void; lost: (events: number) => void }) {
    this.#store = store
    this.#failed = on.failed
    this.#lost = on.lost
  }

  /** Counts an event; false when there are too many different kinds. */
  add(tenant: string, of: Countable, journeys: 0 | 1): boolean {
    const added = this.#merge({ tenant, of, times: 1, journeys })
    this.#wake()
    return added
  }

  /** Writes pending counts. While a write is running, others wait, so that they do not pile up on a slow database. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing === undefined) {
      const rows = [...this.#waiting.values()]
      this.#waiting = new Map()
      this.#writing = this.#write(rows).finally(() => {
        this.#writing = undefined
      })
    } else this.#wake()
    await this.#writing
  }

  /** Writes pending counts before the process ends. Counts that cannot be written then are lost. */
  async stop(): Promise<void> {
    await this.#writing
    await this.flush()
    clearTimeout(this.#timer)
    for (const { times } of this.#waiting.values()) this.#lost(times)
    this.#waiting.clear()
  }

  #wake(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  #merge(row: Waiting): boolean {
    const { theme, application, locale, day, event } = row.of
    const key = [row.tenant, day, theme, application, locale, event].join('\n')
    const known = this.#waiting.get(key)
    if (known === undefined && this.#waiting.size >= ROWS) return false
    if (known === undefined) this.#waiting.set(key, row)
    else {
      known.times += row.times
      known.journeys += row.journeys
    }
    return true
  }

  async #write(rows: readonly Waiting[]): Promise<void> {
    for (const [tenant, its] of Map.groupBy(rows, row => row.tenant)) {
      for (let from = 0; from < its.length; from += ROWS_A_WRITE) {
        await this.#writeSome(tenant, its.slice(from, from + ROWS_A_WRITE))
        // Other requests get a turn between two writes.
        await pause()
      }
    }
  }

  async #writeSome(tenant: string, rows: readonly Waiting[]): Promise<void> {
    const counts = rows.map(({ of, times, journeys }) => ({ ...of, times, journeys }))
    try {
      await this.#store.tenant(tenant).write(tx => tx.analytics.count(counts), 'quiet')
    } catch (error) {
      this.#failed(error as Error)
      // The next flush tries again. The write may have succeeded just before the connection broke, but counting twice
      // is better than losing events. Writes that the database refuses, such as for a removed tenant, are not retried,
      // because they would always fail.
      const kept = error instanceof StoreFault ? rows.filter(row => this.#merge(row)) : []
      for (const row of rows) if (!kept.includes(row)) this.#lost(row.times)
      if (kept.length > 0) this.#wake()
    }
  }
}
