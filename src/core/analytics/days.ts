import { Refusal } from '../refusal.ts'

/** Days from one to another, both included, as `2026-01-31`. */
export interface Days {
  readonly from: string
  readonly to: string
}

const DAY = 24 * 3_600_000
const USUAL_DAYS = 30
/** The number of days for which counts are kept. */
export const MOST_DAYS = 400

/** The requested days; by default, the last thirty. */
export function wantedDays(given: { readonly [name in keyof Days]?: string | undefined }, now: number): Days {
  for (const [name, text] of Object.entries(given)) {
    if (text !== undefined && !isDay(text)) throw wrong(name, 'must be a day such as 2026-01-31')
  }
  const { to = dayOf(now) } = given
  const { from = dayOf(Date.parse(to) - (USUAL_DAYS - 1) * DAY) } = given
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days < 1) throw wrong('to', 'is before the first day that is asked for')
  if (days > MOST_DAYS) throw wrong('to', `is more than ${MOST_DAYS} days after the first day`)
  return { from, to }
}

/** The day (UTC) of a time. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Rejects a day that the month does not have, which Date.parse would move to the next month.
  return !Number.isNaN(at) && dayOf(at) === text
}

function wrong(parameter: string, problem: string): Refusal {
  return new Refusal('query_invalid', { parameter, problem })
}
