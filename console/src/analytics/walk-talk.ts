/** Why a trigger did not fire its tag. */
export type Objection =
  | { readonly reason: 'event'; readonly event: string }
  | {
      readonly reason: 'filter'
      readonly variable: string
      readonly value: string | null
      readonly wanted: string
    }
  | { readonly reason: 'unknown'; readonly what: string }

/** What a tag did at an event. */
export interface Judged {
  readonly tag: string
  readonly fired: boolean
  /** The trigger of the tag that fired. */
  readonly trigger: string
  readonly why: readonly Objection[]
}

/** The messages that the script in a watched page sends. */
export type WalkTold =
  /** `again`: the same page is shown once more. */
  | { readonly tabard: 'submitted'; readonly again: boolean }
  | {
      readonly tabard: 'happened'
      readonly event: string
      /** The element that was clicked. */
      readonly on: string
      readonly tags: readonly Judged[]
    }

const LONGEST = 300
const MOST_TAGS = 50
const MOST_REASONS = 50

/**
 * A known message from a watched page; otherwise undefined. The scripts of a theme can send anything, so only short
 * texts are accepted, and only a few of them.
 */
export function walkTold(data: unknown): WalkTold | undefined {
  const { tabard, again, event, on, tags } = fieldsOf(data)
  if (tabard === 'submitted') return { tabard, again: again === true }
  if (tabard !== 'happened' || !Array.isArray(tags)) return undefined
  return { tabard, event: short(event), on: short(on), tags: tags.slice(0, MOST_TAGS).map(judged) }
}

function judged(given: unknown): Judged {
  const { tag, fired, trigger, why } = fieldsOf(given)
  const reasons = Array.isArray(why) ? why.slice(0, MOST_REASONS).map(objection) : []
  return { tag: short(tag), fired: fired === true, trigger: short(trigger), why: reasons }
}

function objection(given: unknown): Objection {
  const { reason, event, variable, value, wanted, what } = fieldsOf(given)
  if (reason === 'event') return { reason, event: short(event) }
  if (reason !== 'filter') return { reason: 'unknown', what: short(what) }
  return {
    reason,
    variable: short(variable),
    value: typeof value === 'string' ? short(value) : null,
    wanted: short(wanted),
  }
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : {}
}

function short(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST) : ''
}
