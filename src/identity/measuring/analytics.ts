import { batchOf, eventOn, type Flaw } from '../../core/analytics/batch.ts'
import { dayOf } from '../../core/analytics/days.ts'
import { type DesignedEvents, eventNames, isDesignedEvent } from '../../core/analytics/designed.ts'
import { EVENTS, FIELD_EVENTS, type RegistrationEvent } from '../../core/analytics/events.ts'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { DEFAULT_LOCALE } from '../../core/locale.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Audience, Sender } from '../../pages/pages.ts'
import type { Store, Tenant } from '../../store/store.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'
import type { Journey, Seals } from '../tenancy/seals.ts'
import { BatchLimit } from './batch-limit.ts'
import { EventTally } from './event-tally.ts'
import { type Ticket, Tickets } from './tickets.ts'

/** The outcome of an event, or of a batch that is refused as a whole. */
export type Outcome = (typeof OUTCOMES)[number]

const OUTCOMES = [
  'accepted',
  'declined',
  'off',
  ...(['invalid', 'unknown', 'misplaced'] satisfies Flaw[]),
  'malformed',
  'forged',
  'expired',
  'repeated',
  'limited',
  'lost',
] as const

/** The path of the script that sends the events of a page. */
export const SCRIPT_PATH = '/v1.0/tabard/analytics/script.js'

const JOURNEYS = 50_000
const PAGES = 50_000
/** The most events that the script of a page sends. */
const EVENTS_A_PAGE = 200
const FIELDS: ReadonlySet<string> = new Set(Object.values(FIELD_EVENTS))

function isField(event: string): boolean {
  return FIELDS.has(event) || event.startsWith('field_')
}

interface Parts {
  readonly store: Store
  readonly surfaces: Surfaces
  readonly seals: Seals
  readonly now: () => number
  readonly failed: (error: Error) => void
  /** Changes with the script that pages run. */
  readonly scriptVersion: string
}

/** Counts events on registration pages, if the theme turns it on. It neither identifies nor tracks people. */
export class Analytics {
  readonly #parts: Parts
  readonly #tickets: Tickets
  readonly #tally: EventTally
  /** The events that each journey has had, one bit per event. */
  readonly #had = new BoundedCache<string, number>(JOURNEYS)
  /** Events of designed pages that each journey has had. */
  readonly #hadDesigned = new BoundedCache<string, true>(JOURNEYS)
  /** How many events each page has sent. */
  readonly #sent = new BoundedCache<string, number>(PAGES)
  readonly #batches: BatchLimit
  readonly #outcomes = new Map<Outcome, number>(OUTCOMES.map(outcome => [outcome, 0]))

  constructor(parts: Parts) {
    this.#parts = parts
    this.#tickets = new Tickets(parts.seals, parts.now)
    this.#batches = new BatchLimit(parts.now)
    const lost = (events: number) => this.note('lost', events)
    this.#tally = new EventTally(parts.store, { failed: parts.failed, lost })
  }

  /** The outcomes of events since the start. */
  get outcomes(): ReadonlyMap<Outcome, number> {
    return this.#outcomes
  }

  /** What a step's page needs to send its events; undefined if analytics is off in the theme. */
  async sender(
    { id: tenant }: Tenant,
    audience: Audience,
    journey: Journey,
    { step, again, designed }: Pick<Ticket, 'step' | 'again'> & { designed?: DesignedEvents | undefined },
  ): Promise<Sender | undefined> {
    const { surfaces, scriptVersion } = this.#parts
    const { view } = audience.theme
    if (!(await surfaces.analytics(tenant, view.id)).firstParty) return undefined
    const locale = surfaces.locale(audience) ?? DEFAULT_LOCALE
    const of = {
      theme: view.id,
      application: journey.applicationId ?? '',
      locale,
      step,
      again,
      designed: designed ? eventNames(designed) : [],
    }
    const query = new URLSearchParams({ themeId: view.id, locale, v: `${view.generation}.${scriptVersion}` })
    return {
      src: `${SCRIPT_PATH}?${query}`,
      ticket: await this.#tickets.issued(tenant, of, journey.id),
      ...(designed && { shown: designed.shown.join(' '), fields: designed.fields.join(' ') }),
    }
  }

  /** Whether a URL of the script is the current one. */
  isCurrent(generation: string, version: string | undefined): boolean {
    return version === `${generation}.${this.#parts.scriptVersion}`
  }

  /** Admits a batch from a network address, unless there were too many. */
  admit(address: string): void {
    const retryAfter = this.#batches.count(address)
    if (retryAfter === undefined) return
    this.note('limited')
    throw new Refusal('too_many_events', { retryAfter })
  }

  /** Counts the valid events of a batch; refuses a batch that none of our pages can have sent. */
  async collect({ id: tenant }: Tenant, body: string): Promise<void> {
    const batch = batchOf(body)
    if (batch === undefined) throw this.refused('malformed')
    const ticket = await this.#tickets.opened(tenant, batch.ticket)
    if (ticket === 'expired') throw this.refused('expired')
    if (ticket === undefined) throw this.refused('forged')
    const { theme, application, locale, step } = ticket
    if (!(await this.#parts.surfaces.analytics(tenant, theme)).firstParty)
      return this.note('off', batch.events.length)
    const day = dayOf(this.#parts.now())
    for (const given of batch.events) {
      const event = eventOn(step, given, ticket.designed)
      if ('flaw' in event) this.note(event.flaw)
      else if (this.#isRepeated(ticket, event.name)) this.note('repeated')
      else {
        const of = { day, theme, application, locale, event: event.name }
        const first = this.#isFirst(ticket, event.name) ? 1 : 0
        this.note(this.#tally.add(tenant, of, first) ? 'accepted' : 'lost')
      }
    }
  }

  note(outcome: Outcome, events = 1): void {
    this.#outcomes.set(outcome, this.#outcomes.get(outcome)! + events)
  }

  /** Notes that a batch is refused, and returns the reason. */
  refused(outcome: 'malformed' | 'forged' | 'expired'): Refusal {
    this.note(outcome)
    if (outcome !== 'malformed') return new Refusal('ticket_invalid', {})
    const why = 'The body must be JSON such as {"ticket": "…", "events": [{"name": "email"}]}.'
    return new Refusal('upload_malformed', { why })
  }

  /** Writes the pending counts. */
  async flush(): Promise<void> {
    await this.#tally.flush()
  }

  async stop(): Promise<void> {
    await this.#tally.stop()
  }

  /** Whether an event exceeds what a page can send: one event for its step, and a limited number of others. */
  #isRepeated({ id }: Ticket, event: string): boolean {
    // The lowest two bits mark the events for the step and for the designed step.
    const sent = this.#sent.get(id) ?? 0
    const step = isField(event) ? 0 : isDesignedEvent(event) ? 2 : 1
    if (step === 0 ? sent >> 2 >= EVENTS_A_PAGE : (sent & step) !== 0) return true
    this.#sent.set(id, step === 0 ? sent + 4 : sent | step)
    return false
  }

  /** Whether an event is the first of its kind in its journey. A step that is shown again was counted before. */
  #isFirst({ journey, again }: Ticket, event: string): boolean {
    if (isDesignedEvent(event)) {
      const key = `${journey} ${event}`
      const isNew = !this.#hadDesigned.has(key)
      this.#hadDesigned.set(key, true)
      return isNew
    }
    const bit = 1 << EVENTS.indexOf(event as RegistrationEvent)
    const had = this.#had.get(journey) ?? 0
    if ((had & bit) === 0) this.#had.set(journey, had | bit)
    return (had & bit) === 0 && (isField(event) || !again)
  }
}
