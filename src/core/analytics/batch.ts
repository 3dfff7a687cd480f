import { isDesignedEvent } from './designed.ts'
import { EVENTS, EVENTS_OF_STEP, type RegistrationEvent } from './events.ts'

/** What a page sends: its ticket and its events. Neither is verified yet. */
export interface Batch {
  readonly ticket: string
  readonly events: readonly unknown[]
}

export type Step = keyof typeof EVENTS_OF_STEP

/** Why an event is not counted. */
export type Flaw = 'invalid' | 'unknown' | 'misplaced'

/** The maximum number of events that a page sends at once. */
const BATCH_EVENTS = 20

const NAMES: ReadonlySet<string> = new Set(EVENTS)

/** The batch in a text; undefined if the text is not one. */
export function batchOf(text: string): Batch | undefined {
  const { ticket, events } = objectIn(text)
  const holds = typeof ticket === 'string' && Array.isArray(events) && events.length <= BATCH_EVENTS
  return holds ? { ticket, events } : undefined
}

/**
 * The name of an event that is possible on the page of a step, or what is wrong with it. Pages of custom registrations
 * have additional events.
 */
export function eventOn(
  step: Step,
  event: unknown,
  designed: readonly string[] = [],
): { name: string } | { flaw: Flaw } {
  const { name } = (event ?? {}) as { name?: unknown }
  if (typeof name !== 'string') return { flaw: 'invalid' }
  if (designed.includes(name)) return { name }
  if (isDesignedEvent(name)) return { flaw: 'misplaced' }
  if (!isEvent(name)) return { flaw: 'unknown' }
  return EVENTS_OF_STEP[step].includes(name) ? { name } : { flaw: 'misplaced' }
}

function isEvent(name: string): name is RegistrationEvent {
  return NAMES.has(name)
}

function objectIn(text: string): { ticket?: unknown; events?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}
