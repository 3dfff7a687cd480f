import { csvRecord } from '../csv.ts'
import { isDesignedEvent } from './designed.ts'
import { FIELD_EVENTS, type RegistrationEvent, STEP_EVENTS } from './events.ts'

/** How often an event happened, and in how many journeys. */
export interface Counted {
  readonly event: string
  readonly times: number
  readonly journeys: number
}

export interface EventFigures extends Counted {
  /** The share of journeys that were lost before it, from 0 to 1; null if there is nothing to compare with. */
  readonly dropOff: number | null
}

/** A funnel. Each step is compared with the one before it, and everything else with the start. */
export interface Figures {
  readonly steps: readonly EventFigures[]
  readonly fields: readonly EventFigures[]
  /** Custom steps, and fields for custom attributes, compared with the start. */
  readonly designed: readonly EventFigures[]
}

export interface Funnel {
  readonly total: Figures
  readonly groups: readonly ({ readonly group: string } & Figures)[]
}

/** The funnel of all counts together, and of each group of them. */
export function funnelOf(counts: readonly (Counted & { readonly group: string })[]): Funnel {
  const groups = Map.groupBy(counts, ({ group }) => group)
  return {
    total: figuresOf(counts),
    groups: [...groups].map(([group, its]) => ({ group, ...figuresOf(its) })),
  }
}

/** The groups of a funnel as CSV: a line for each event. */
export function funnelCsv({ groups }: Pick<Funnel, 'groups'>, by: string): string {
  const lines = groups.flatMap(({ group, steps, fields, designed }) =>
    [...steps, ...fields, ...designed].map(({ event, times, journeys, dropOff }) =>
      csvRecord([group, event, String(times), String(journeys), dropOff === null ? '' : String(dropOff)]),
    ),
  )
  return [csvRecord([by, 'event', 'times', 'journeys', 'dropOff']), ...lines].join('')
}

function figuresOf(counts: readonly Counted[]): Figures {
  const sums = new Map<string, { times: number; journeys: number }>()
  for (const { event, times, journeys } of counts) {
    const sum = sums.get(event) ?? { times: 0, journeys: 0 }
    sums.set(event, { times: sum.times + times, journeys: sum.journeys + journeys })
  }
  const figures = (event: string, before: RegistrationEvent | undefined): EventFigures => {
    const { times, journeys } = sums.get(event) ?? { times: 0, journeys: 0 }
    const reached = before === undefined ? 0 : (sums.get(before)?.journeys ?? 0)
    return { event, times, journeys, dropOff: reached === 0 ? null : lost(journeys, reached) }
  }
  const steps = Object.values(STEP_EVENTS)
  return {
    steps: steps.map((event, index) => figures(event, steps[index - 1])),
    fields: Object.values(FIELD_EVENTS).map(event => figures(event, steps[0])),
    designed: [...sums.keys()]
      .filter(isDesignedEvent)
      .sort()
      .map(event => figures(event, steps[0])),
  }
}

/**
 * The share that was lost. A step can have more journeys than the one before it, which may have been on the previous
 * day. Then the share is zero.
 */
function lost(journeys: number, reached: number): number {
  return Math.max(0, Math.round((1 - journeys / reached) * 10_000) / 10_000)
}
