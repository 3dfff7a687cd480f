import type { Store } from '../../store/store.ts'
import { AuditSums } from '../tenancy/audit-sums.ts'

const WINDOW_MS = 60 * 60_000
const STRAY = { account: null, application: null, address: null, details: { why: 'forged' } }

/** Records returns from sources that belong to no exchange of their browser. Anybody can make them up. */
export class StrayReturns extends AuditSums {
  readonly #sources: Store

  constructor(store: Store, now: () => number, failed: (error: Error) => void) {
    super({ event: 'source-refused', others: STRAY, windowMs: WINDOW_MS }, store, now, failed)
    this.#sources = store
  }

  /** Adds a return. A source that does not exist is not recorded, because its id comes from a stranger. */
  add(tenant: string, of: { source: string; problem: string; address: string }): void {
    this.note(tenant, async () => {
      const source = await this.#sources.tenant(tenant).identitySources.get(of.source)
      const known = source && { source: source.id }
      const details = { ...known, ...STRAY.details, problem: of.problem }
      return [JSON.stringify(details), { ...STRAY, address: of.address, details }]
    })
  }
}
