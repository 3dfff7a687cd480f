import { Refusal } from '../refusal.ts'

/** Days from one to another, both included, as `2026-01-31`. */
export interface Days {
  readonly from: string
  readonly to: string
}

const DAY = 24 * 3_600_000
const USUAL_DAYS = 30
const MOST_DAYS = 400

/** The days that are asked for: the last thirty, unless given. */
export function wantedDays(given: { get(name: 'from' | 'to'): string | undefined }, now: number): Days {
  const to = day('to', given.get('to')) ?? now
  const from = day('from', given.get('from')) ?? to - (USUAL_DAYS - 1) * DAY
  if (from > to) throw wrong('from', 'it is after the day in to')
  if (to - from >= MOST_DAYS * DAY) throw wrong('from', `at most ${MOST_DAYS} days can be asked for`)
  return { from: dayOf(from), to: dayOf(to) }
}

/** The day of a moment (UTC). */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function day(name: 'from' | 'to', text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // A month has no 31st that the next one would have to lend.
  if (Number.isNaN(at) || dayOf(at) !== text) throw wrong(name, 'it has to be a day such as 2026-01-31')
  return at
}

function wrong(parameter: string, why: string): Refusal {
  return new Refusal('query_invalid', { parameter, why })
}
