import type { Step } from '../../core/analytics/batch.ts'
import { EVENTS_OF_STEP } from '../../core/analytics/events.ts'
import type { Seals } from '../tenancy/seals.ts'

/** What a page of a registration may send events for. It names nobody. */
export interface Ticket {
  /** Tells the page from every other. */
  readonly id: string
  readonly theme: string
  /** Empty: none. */
  readonly application: string
  readonly locale: string
  readonly step: Step
  /** Whether the same step was shown before. */
  readonly again: boolean
  /** A hash that the pages of a journey share, and nothing else has. */
  readonly journey: string
}

const TICKET_MS = 60 * 60_000
const PURPOSE = 'analytics'

/** Makes tickets, and knows them again. */
export class Tickets {
  readonly #seals: Seals
  readonly #now: () => number

  constructor(seals: Seals, now: () => number) {
    this.#seals = seals
    this.#now = now
  }

  /** A ticket that holds for an hour. */
  async issued(tenant: string, of: Omit<Ticket, 'id' | 'journey'>, journeyId: string): Promise<string> {
    const { theme, application, locale, step, again } = of
    const journey = await this.#seals.mac(tenant, PURPOSE, 'journey', journeyId)
    const fields = [theme, application, locale, step, Number(again), journey, this.#now()]
    const body = Buffer.from(JSON.stringify(fields)).toString('base64url')
    return `${body}.${await this.#seals.mac(tenant, PURPOSE, 'ticket', body)}`
  }

  /** What a ticket says; undefined when it is not the tenant's. */
  async opened(tenant: string, text: string): Promise<Ticket | 'expired' | undefined> {
    const [body = '', mac = ''] = text.split('.', 2)
    if (!(await this.#seals.isMac(tenant, mac, PURPOSE, 'ticket', body))) return undefined
    const [theme, application, locale, step, again, journey, issuedAt] = JSON.parse(
      Buffer.from(body, 'base64url').toString(),
    ) as [string, string, string, Step, number, string, number]
    // The clock of another node may be behind.
    if (Math.abs(this.#now() - issuedAt) > TICKET_MS) return 'expired'
    // A step of a newer version is not known here.
    if (!Object.hasOwn(EVENTS_OF_STEP, step)) return undefined
    return { id: mac, theme, application, locale, step, again: again === 1, journey }
  }
}
