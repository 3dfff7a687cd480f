import { auditEntry } from '../../core/audit-events.ts'
import { RecordKind, type ShortLived, type Store, type Tenant } from '../../store/store.ts'
import { endConsoleSessions } from '../sessions/console-sessions.ts'
import { endSourceSession } from '../sessions/sessions.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { Exchanges } from './exchange.ts'
import { SourceProblem } from './problem.ts'

const USED = new RecordKind<true>('SourceSignOut')
const USED_MS = 10 * 60_000

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
   * Ends the sessions that a token names; false if the token is not valid. If it names one session, only that one ends,
   * with the sessions of the console.
   */
  async told(tenant: Tenant, source: string, token: string, address: string): Promise<boolean> {
    const store = this.#store.tenant(tenant.id)
    try {
      const { id, subject, sid } = await this.#exchanges.toldSignOut(tenant, source, token)
      await store.write(async tx => {
        // In the same write as its effect: if it fails, the source can send the token again.
        if (!(await tx.records.add(this.#used(source, id))))
          throw new SourceProblem('forged', 'The token was used before.')
        const link = subject === undefined ? undefined : await tx.identitySources.linked(source, subject)
        const end = { at: this.#now(), address, why: 'source-session-ended' } as const
        const accounts =
          sid === undefined
            ? new Set(link === undefined ? [] : [link.account])
            : await endSourceSession(tx, { id: source, subject: subject ?? '', sid })
        // As when people sign out at the pages themselves.
        for (const account of accounts) await endConsoleSessions(tx, account, end)
        if (sid === undefined && link !== undefined) await tx.records.removeOwned(link.account)
        const [account = null] = link === undefined ? accounts : [link.account]
        const by = { account, address }
        await tx.audit.record(auditEntry('source-session-ended', this.#now(), by, { source }))
      })
      return true
    } catch (error) {
      if (error instanceof SourceProblem) return false
      throw error
    }
  }

  /** The record of a token that has taken effect. It outlasts the token. */
  #used(source: string, token: string): ShortLived {
    return {
      ...USED.holding(true),
      idHash: secretHash(`${source} ${token}`),
      owner: null,
      expiresAt: this.#now() + USED_MS,
    }
  }
}
