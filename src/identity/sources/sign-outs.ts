import { auditEntry } from '../../core/audit-events.ts'
import type { Store, Tenant } from '../../store/store.ts'
import { sourceHandle } from '../sessions/sessions.ts'
import type { Exchanges } from './exchange.ts'
import { SourceProblem } from './problem.ts'

/** Ends sessions when a source reports that they have ended there. */
export class SourceSignOuts {
  readonly #store: Store
  readonly #exchanges: Exchanges
  readonly #now: () => number

  constructor(store: Store, exchanges: Exchanges, now: () => number) {
    this.#store = store
    this.#exchanges = exchanges
    this.#now = now
  }

  /**
   * Ends the sessions that a token names; false if the token is not valid. If it names one session, only that one ends.
   */
  async told(tenant: Tenant, source: string, token: string, address: string): Promise<boolean> {
    const store = this.#store.tenant(tenant.id)
    try {
      const { subject, sid } = await this.#exchanges.toldSignOut(tenant, source, token)
      const link = subject === undefined ? undefined : await store.identitySources.linked(source, subject)
      if (sid !== undefined)
        await store.records.removeByHandle(sourceHandle({ id: source, subject: subject ?? '', sid })!)
      await store.write(async tx => {
        if (sid === undefined && link !== undefined) await tx.records.removeOwned(link.account)
        const by = { account: link?.account ?? null, address }
        await tx.audit.record(auditEntry('source-session-ended', this.#now(), by, { source }))
      })
      return true
    } catch (error) {
      if (error instanceof SourceProblem) return false
      throw error
    }
  }
}
