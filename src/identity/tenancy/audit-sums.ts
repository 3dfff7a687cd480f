import { type AuditEvent, auditEntry } from '../../core/audit-events.ts'
import type { AuditEntry, Store } from '../../store/store.ts'

/** The number of kinds that a tenant can have in a window; all further ones count as one kind. */
const KINDS = 50
const ADDRESSES = 1_000
const LOOKS = 60

/** The parts of an audit entry that are known before it is written. */
export type Occurrence = Pick<AuditEntry, 'account' | 'application' | 'address' | 'details'>

interface Sum {
  readonly tenant: string
  readonly first: Occurrence
  readonly since: number
  readonly addresses: Set<string>
  /** How often it happened after the first time. */
  times: number
}

/**
 * Records events that strangers can cause in any number. The first of a kind is recorded at once; later ones in the
 * same window are summed up in one entry. The number of kinds is limited, so that nobody can flood the audit trail.
 */
export class AuditSums {
  readonly #event: AuditEvent
  readonly #others: Occurrence
  readonly #windowMs: number
  readonly #store: Store
  readonly #now: () => number
  readonly #failed: (error: Error) => void
  readonly #sums = new Map<string, Map<string, Sum>>()
  readonly #writing = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined

  /** `others` is recorded for the kinds that exceed the limit. */
  constructor(
    { event, others, windowMs }: { event: AuditEvent; others: Occurrence; windowMs: number },
    store: Store,
    now: () => number,
    failed: (error: Error) => void,
  ) {
    this.#event = event
    this.#others = others
    this.#windowMs = windowMs
    this.#store = store
    this.#now = now
    this.#failed = failed
  }

  /** Notes an event whose details are still being looked up. The answer to the request does not wait for it. */
  note(tenant: string, found: () => Promise<readonly [kind: string, occurrence: Occurrence]>): void {
    const writing = found()
      .then(([kind, occurrence]) => this.#add(tenant, kind, occurrence))
      .catch(this.#failed)
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Waits for the writes that are in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  /**
   * Writes the sums of the windows that are over, or of all windows. A sum that cannot be written is lost, and the
   * failure is logged.
   */
  async flush(all = false): Promise<void> {
    const over = this.#now() - this.#windowMs
    for (const [tenant, sums] of this.#sums) {
      for (const [kind, sum] of sums) {
        if (!all && sum.since > over) continue
        sums.delete(kind)
        if (sum.times > 0) await this.#summed(sum).catch(this.#failed)
      }
      if (sums.size === 0) this.#sums.delete(tenant)
    }
  }

  /** Writes everything that is pending, before the process ends. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.settled()
    await this.flush(true)
  }

  async #add(tenant: string, kind: string, occurrence: Occurrence): Promise<void> {
    this.#timer ??= setInterval(() => void this.flush(), this.#windowMs / LOOKS).unref()
    const sums = this.#sums.get(tenant) ?? new Map<string, Sum>()
    this.#sums.set(tenant, sums)
    const hasRoom = sums.has(kind) || sums.size < KINDS
    const [key, first] = hasRoom ? [kind, occurrence] : ['', this.#others]
    const sum = sums.get(key)
    if (sum === undefined) {
      sums.set(key, { tenant, first, since: this.#now(), addresses: new Set(), times: 0 })
      return await this.#record(tenant, first)
    }
    sum.times += 1
    if (occurrence.address !== null && sum.addresses.size < ADDRESSES) sum.addresses.add(occurrence.address)
  }

  async #summed({ tenant, first, since, addresses, times }: Sum): Promise<void> {
    const details = {
      ...first.details,
      times: String(times),
      addresses: String(addresses.size),
      since: new Date(since).toISOString(),
    }
    const [address = null] = addresses.size === 1 ? addresses : []
    await this.#record(tenant, { ...first, address, details })
  }

  async #record(tenant: string, occurrence: Occurrence): Promise<void> {
    const entry = auditEntry(this.#event, this.#now(), occurrence, occurrence.details)
    await this.#store.tenant(tenant).write(tx => tx.audit.record(entry), 'quiet')
  }
}
