import type { Step } from '../../core/analytics/batch.ts'
import { EVENTS_OF_STEP } from '../../core/analytics/events.ts'
import type { Seals } from '../tenancy/seals.ts'

/** The permission of a registration page to send events. It identifies nobody. */
export interface Ticket {
  /** Identifies the page. */
  readonly id: string
  readonly theme: string
  /** An empty text means no application. */
  readonly application: string
  readonly locale: string
  readonly step: Step
  /** Whether the same step was shown before. */
  readonly again: boolean
  /** The event names of a designed page. */
  readonly designed: readonly string[]
  /** A hash that is shared by the pages of one journey, and by nothing else. */
  readonly journey: string
}

const TICKET_MS = 60 * 60_000
const PURPOSE = 'analytics'

/** Signs and verifies tickets. */
export class Tickets {
  readonly #seals: Seals
  readonly #now: () => number

  constructor(seals: Seals, now: () => number) {
    this.#seals = seals
    this.#now = now
  }

  /** A ticket that is valid for an hour. */
  async issued(tenant: string, of: Omit<Ticket, 'id' | 'journey'>, journeyId: string): Promise<string> {
    const { theme, application, locale, step, again, designed } = of
    const journey = await this.#seals.mac(tenant, PURPOSE, 'journey', journeyId)
    const fields = [theme, application, locale, step, Number(again), journey, this.#now(), designed]
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url')
    return `${body}.${await this.#seals.mac(tenant, PURPOSE, 'ticket', body)}`
  }

  /** The content of a ticket; undefined when it is not one of the tenant's. */
  async opened(tenant: string, text: string): Promise<Ticket | 'expired' | undefined> {
    const [body = '', mac = ''] = text.split('.', 2)
    if (!(await this.#seals.isMac(tenant, mac, PURPOSE, 'ticket', body))) return undefined
    const [theme, application, locale, step, again, journey, issuedAt, designed = []] = JSON.parse(
      Buffer.from(body, 'base64url').toString(),
    ) as [string, string, string, Step, number, string, number, string[]?]
    // The clock of another node may differ.
    if (Math.abs(this.#now() - issuedAt) > TICKET_MS) return 'expired'
    // A newer version may have issued a ticket for a step that this one does not know.
    if (!Object.hasOwn(EVENTS_OF_STEP, step)) return undefined
    return { id: mac, theme, application, locale, step, again: again === 1, journey, designed }
  }
}
