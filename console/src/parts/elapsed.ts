/** The units of time in seconds, and the number from which the next unit is used. */
const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, length: number, most: number])[] = [
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 7],
  ['week', 604_800, 5],
  ['month', 2_592_000, 12],
  ['year', 31_536_000, Number.POSITIVE_INFINITY],
]

// Always a number: “yesterday” and “last year” would name a day and a year that elapsed seconds do not tell.
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** A number of seconds from now in words. Negative numbers are in the past. */
export function elapsed(seconds: number): string {
  if (Math.abs(seconds) < 60) return 'just now'
  const [unit, length] = UNITS.find(([, length, most]) => Math.round(Math.abs(seconds) / length) < most)!
  return relative.format(Math.round(seconds / length), unit)
}
