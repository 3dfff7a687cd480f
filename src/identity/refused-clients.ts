import type { Store } from '../store/store.ts'
import { AuditSums } from './audit-sums.ts'
import type { Trier } from './tries.ts'

const WINDOW_MS = 60 * 60_000
const UNKNOWN = { account: null, application: null, address: null, details: {} }

/** Records clients that could not prove who they are. What names no client is one kind. */
export class RefusedClients extends AuditSums {
  readonly #clients: Store

  constructor(store: Store, now: () => number, failed: (error: Error) => void) {
    super({ event: 'client-refused', others: UNKNOWN, windowMs: WINDOW_MS }, store, now, failed)
    this.#clients = store
  }

  add({ tenant, client, address }: Trier): void {
    this.note(tenant, async () => {
      const store = this.#clients.tenant(tenant)
      const known = (await store.application(client)) ?? (await store.client(client))
      return [known?.id ?? '', { ...UNKNOWN, application: known?.id ?? null, address }]
    })
  }
}
