import type { Store } from '../../store/store.ts'
import { AuditSums } from '../tenancy/audit-sums.ts'
import type { ClaimedClient } from './client-throttle.ts'

const WINDOW_MS = 60 * 60_000
const UNKNOWN = { account: null, application: null, address: null, details: {} }

/** Records clients whose authentication failed. Requests that name no client count as one kind. */
export class RefusedClients extends AuditSums {
  readonly #clients: Store
  #count = 0

  constructor(store: Store, now: () => number, failed: (error: Error) => void) {
    super({ event: 'client-refused', others: UNKNOWN, windowMs: WINDOW_MS }, store, now, failed)
    this.#clients = store
  }

  /** How many failures there were since the start. */
  get count(): number {
    return this.#count
  }

  add(trier: ClaimedClient): void {
    this.#count += 1
    this.note(trier.tenant, async () => {
      const known = await this.known(trier)
      return [known ?? '', { ...UNKNOWN, application: known ?? null, address: trier.address }]
    })
  }

  /** The id of the application or API client that a request claims to come from; undefined if it does not exist. */
  async known({ tenant, client }: ClaimedClient): Promise<string | undefined> {
    const store = this.#clients.tenant(tenant)
    return ((await store.applications.get(client)) ?? (await store.clients.get(client)))?.id
  }
}
