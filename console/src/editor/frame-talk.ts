/** An error in the page that is shown. */
export interface PageProblem {
  readonly what: 'script error' | 'policy violation'
  readonly text: string
  /** The address of the script, if it is known. */
  readonly source: string
  readonly line: number
  /** The number of the element that caused it. */
  readonly number: number | null
  /** The number of lines below the start of that element. */
  readonly below: number
}

/** The messages that the script in a preview sends. */
export type Told =
  | { readonly tabard: 'picked'; readonly number: number; readonly x: number; readonly y: number }
  | { readonly tabard: 'scrolled'; readonly x: number; readonly y: number }
  | ({ readonly tabard: 'problem' } & PageProblem)
  | { readonly tabard: 'settled' }
  | { readonly tabard: 'left' }

const LONGEST = 300
const FARTHEST = 1_000_000

/**
 * A known message from a frame; otherwise undefined. The scripts of a theme can send anything, so only short texts and
 * whole numbers within bounds are accepted.
 */
export function told(data: unknown): Told | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const given = data as Readonly<Record<string, unknown>>
  const { tabard } = given
  if (tabard === 'settled' || tabard === 'left') return { tabard }
  if (tabard === 'picked') {
    const number = whole(given.number)
    return number === null ? undefined : { tabard, number, ...point(given) }
  }
  if (tabard === 'scrolled') return { tabard, ...point(given) }
  if (tabard === 'problem') {
    const { what } = given
    if (what !== 'script error' && what !== 'policy violation') return undefined
    const line = whole(given.line) ?? 0
    return {
      tabard,
      what,
      text: short(given.text),
      source: short(given.source),
      line,
      number: whole(given.number),
      below: whole(given.below) ?? 0,
    }
  }
  return undefined
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < FARTHEST ? value : null
}

function point({ x, y }: Readonly<Record<string, unknown>>): { x: number; y: number } {
  const bounded = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value)
      ? Math.min(Math.max(Math.round(value), -FARTHEST), FARTHEST)
      : 0
  return { x: bounded(x), y: bounded(y) }
}

function short(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST) : ''
}
