import type { AuditEntry, Store } from '../store/store.ts'
import { networkOf } from './networks.ts'
import type { Seals } from './seals.ts'
import type { Tried } from './throttle.ts'

/** How often the sums are written. */
const WINDOW = 5 * 60_000
/** So many sums a tenant has in that time; further ones are summed up together. */
const SUMS = 50

interface Sum {
  readonly entry: AuditEntry
  times: number
}

/**
 * Records refused tries in the audit trail, summed up by what was tried, the name and the network: strangers can cause
 * any number of them, and must not be able to fill the trail. A name is recorded as a keyed hash.
 */
export class RefusedTries {
  readonly #store: Store
  readonly #seals: Seals
  readonly #now: () => number
  readonly #failed: (error: Error) => void
  #sums = new Map<string, Map<string, Sum>>()
  #timer: NodeJS.Timeout | undefined

  constructor(store: Store, seals: Seals, now: () => number, failed: (error: Error) => void) {
    this.#store = store
    this.#seals = seals
    this.#now = now
    this.#failed = failed
  }

  async add(tenant: string, tried: Tried): Promise<void> {
    const name = tried.name === undefined ? '' : await triedName(this.#seals, tenant, tried.name)
    const network = tried.address === null ? '' : networkOf(tried.address)
    const sums = this.#sums.get(tenant) ?? new Map<string, Sum>()
    this.#sums.set(tenant, sums)
    const own = JSON.stringify([tried.what, name, tried.account, network])
    const room = sums.has(own) || sums.size < SUMS
    const key = room ? own : ''
    const sum = sums.get(key) ?? { entry: this.#entry(room ? { tried, name, network } : undefined), times: 0 }
    sum.times += 1
    sums.set(key, sum)
    this.#timer ??= setTimeout(() => void this.flush(), WINDOW).unref()
  }

  /** Writes the sums. What cannot be written is lost, and logged. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = this.#sums
    this.#sums = new Map()
    for (const [tenant, sums] of all) {
      try {
        await this.#store.tenant(tenant).write(async tx => {
          for (const { entry, times } of sums.values())
            await tx.recordAudit({ ...entry, details: { ...entry.details, times: String(times) } })
        }, 'quiet')
      } catch (error) {
        this.#failed(error as Error)
      }
    }
  }

  #entry(of: { tried: Tried; name: string; network: string } | undefined): AuditEntry {
    const { tried, name = '', network = '' } = of ?? {}
    const details = {
      what: tried?.what ?? 'others',
      ...(name !== '' && { nameHash: name }),
      ...(network !== '' && { network }),
    }
    return {
      at: this.#now(),
      event: 'tries-throttled',
      account: tried?.account ?? null,
      application: null,
      address: tried?.address ?? null,
      details,
    }
  }
}

/** A name that was tried, as the audit trail has it: equal names are equal, and nobody can read them. */
export async function triedName(seals: Seals, tenant: string, folded: string): Promise<string> {
  return await seals.mac(tenant, 'tried name', folded)
}
