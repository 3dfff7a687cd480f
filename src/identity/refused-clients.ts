import type { AuditEntry, Store } from '../store/store.ts'
import type { Trier } from './tries.ts'

const WINDOW_MS = 60 * 60_000
const CLIENTS = 10_000
const ADDRESSES = 1_000

interface Sum {
  readonly tenant: string
  readonly application: string | null
  readonly since: number
  readonly addresses: Set<string>
  times: number
}

/**
 * Records clients that could not prove who they are. The first failure of a client is an entry at once; those of the
 * hour after it are summed up in one more, and what names no client is one sum: nobody can fill the audit trail.
 */
export class RefusedClients {
  readonly #store: Store
  readonly #now: () => number
  readonly #failed: (error: Error) => void
  readonly #sums = new Map<string, Sum>()
  readonly #writing = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  constructor(store: Store, now: () => number, failed: (error: Error) => void) {
    this.#store = store
    this.#now = now
    this.#failed = failed
  }

  /** Notes a failure; the answer does not wait for it. */
  note(trier: Trier): void {
    const writing = this.#note(trier)
      .catch(this.#failed)
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Waits for what is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  /** Writes the sums of the hours that are over, or of all. */
  async flush(all = false): Promise<void> {
    for (const [key, sum] of this.#sums) {
      if (!all && sum.since + WINDOW_MS > this.#now()) continue
      this.#sums.delete(key)
      if (sum.times > 0) await this.#summed(sum).catch(this.#failed)
    }
  }

  /** Writes what there is, for the last time. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.settled()
    await this.flush(true)
  }

  async #note({ tenant, client, address }: Trier): Promise<void> {
    this.#timer ??= setInterval(() => void this.flush(), WINDOW_MS / 60).unref()
    const store = this.#store.tenant(tenant)
    const known = (await store.application(client)) ?? (await store.client(client))
    const key = `${tenant} ${known?.id ?? ''}`
    const sum = this.#sums.get(key)
    if (sum !== undefined) {
      sum.times += 1
      if (sum.addresses.size < ADDRESSES) sum.addresses.add(address)
      return
    }
    if (this.#sums.size >= CLIENTS) return
    const application = known?.id ?? null
    this.#sums.set(key, { tenant, application, since: this.#now(), addresses: new Set(), times: 0 })
    await this.#record(tenant, { application, address, details: {} })
  }

  async #summed({ tenant, application, since, addresses, times }: Sum): Promise<void> {
    const from = new Date(since).toISOString()
    const details = { times: String(times), addresses: String(addresses.size), since: from }
    await this.#record(tenant, { application, address: null, details })
  }

  async #record(
    tenant: string,
    entry: Pick<AuditEntry, 'application' | 'address' | 'details'>,
  ): Promise<void> {
    const whole = { ...entry, at: this.#now(), event: 'client-refused', account: null }
    await this.#store.tenant(tenant).write(tx => tx.recordAudit(whole), 'quiet')
  }
}
