import type { Store } from '../../store/store.ts'
import { AuditSums } from '../tenancy/audit-sums.ts'
import type { Seals } from '../tenancy/seals.ts'
import { networkOf } from './networks.ts'
import type { Tried } from './throttle.ts'

const WINDOW_MS = 5 * 60_000
const OTHERS = { account: null, application: null, address: null, details: { what: 'others' } }

/** Records throttled attempts by kind, name and network. A name is recorded as a keyed hash. */
export class RefusedTries extends AuditSums {
  readonly #seals: Seals
  readonly #counts = new Map<string, number>()

  constructor(store: Store, seals: Seals, now: () => number, failed: (error: Error) => void) {
    super({ event: 'tries-throttled', others: OTHERS, windowMs: WINDOW_MS }, store, now, failed)
    this.#seals = seals
  }

  /** How many attempts were throttled since the start, by what was tried. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  add(tenant: string, { what, name, account, address }: Tried): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
    this.note(tenant, async () => {
      const details = {
        what,
        ...(name !== undefined && { nameHash: await triedName(this.#seals, tenant, name) }),
        ...(address !== null && { network: networkOf(address) }),
      }
      const occurrence = { account: account ?? null, application: null, address, details }
      return [JSON.stringify([details, account]), occurrence]
    })
  }
}

/** A keyed hash of a name for the audit trail: equal names give equal texts, and nobody can read them. */
export async function triedName(seals: Seals, tenant: string, folded: string): Promise<string> {
  return await seals.mac(tenant, 'tried name', folded)
}
