import { REGISTRATION_FLOW } from '../user-flows/defaults.ts'
import { END, type FlowDocument, type FlowField, type FlowStep } from '../user-flows/document.ts'
import { REGISTRATION_WITHOUT_PASSWORD } from '../user-flows/without-password.ts'
import { FIELD_EVENTS } from './events.ts'

const NAME = /^(?:step|field)_[\w-]{1,80}$/

/** What the page of a designed registration tells beside what its titles and given attributes say. */
export interface DesignedEvents {
  /** Events of the page itself, once it is shown. */
  readonly shown: readonly string[]
  /** Attributes of the tenant's own, whose fields may be clicked. */
  readonly fields: readonly string[]
}

/** The event of a click into the field of an attribute that the tenant has added. */
export function fieldEvent(attribute: string): string {
  return `field_${attribute}`
}

/** The event of a step that was designed. */
export function stepEvent(id: string): string {
  return `step_${id}`
}

/** Whether an event is one of a designed step or of a field of its own. */
export function isDesignedEvent(name: string): boolean {
  return NAME.test(name)
}

/** The events of a step that an administrator has designed; undefined for the registration that every tenant has. */
export function designedEvents(
  document: FlowDocument,
  step: FlowStep | typeof END,
  asked: readonly FlowField[] = [],
): DesignedEvents | undefined {
  if (document === REGISTRATION_FLOW || document === REGISTRATION_WITHOUT_PASSWORD) return undefined
  if (step === END) return { shown: ['reg_complete'], fields: [] }
  const isFirst = step.id === document.steps[0]!.id
  const own = asked.map(({ attribute }) => attribute).filter(name => !Object.hasOwn(FIELD_EVENTS, name))
  return { shown: [...(isFirst ? ['registration_started'] : []), stepEvent(step.id)], fields: own }
}

/** The names under which those events are told. */
export function eventNames({ shown, fields }: DesignedEvents): string[] {
  return [...shown, ...fields.map(fieldEvent)]
}
