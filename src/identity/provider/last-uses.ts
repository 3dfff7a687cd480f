import { BoundedCache } from '../../core/bounded-cache.ts'
import type { Store, TenantTransaction } from '../../store/store.ts'

const CLIENTS = 10_000
const PAUSE = 60_000

/**
 * Records when API clients were last used. Writes happen in the background, so that no call waits for them or fails
 * because of them.
 */
export class LastUses {
  readonly #store: Store
  readonly #now: () => number
  readonly #failed: (error: Error) => void
  /** When this node last wrote the use of each client. */
  readonly #written = new BoundedCache<string, number>(CLIENTS)
  readonly #writing = new Set<Promise<void>>()
  #stopped = false

  constructor(store: Store, now: () => number, failed: (error: Error) => void) {
    this.#store = store
    this.#now = now
    this.#failed = failed
  }

  /** Notes that a client is used now; at most once a minute. */
  note(tenant: string, clientId: string): void {
    const now = this.#now()
    const key = `${tenant} ${clientId}`
    if (this.#stopped || now - (this.#written.get(key) ?? Number.NEGATIVE_INFINITY) < PAUSE) return
    this.#written.set(key, now)
    this.#write(tenant, tx => tx.clients.used(clientId, now))
  }

  /** Notes that the client's tool misreads the answer that it just got as a failure. */
  misread(tenant: string, clientId: string): void {
    if (!this.#stopped) this.#write(tenant, tx => tx.clients.misread(clientId, this.#now()))
  }

  #write(tenant: string, note: (tx: TenantTransaction) => Promise<void>): void {
    const writing = this.#store
      .tenant(tenant)
      .write(note, 'quiet')
      .catch(this.#failed)
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Stops writing, and waits for the writes that are in progress. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#writing)
  }
}
