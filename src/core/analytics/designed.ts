import { REGISTRATION_FLOW } from '../user-flows/defaults.ts'
import { END, type FlowDocument, type FlowField, type FlowStep } from '../user-flows/document.ts'
import { REGISTRATION_WITHOUT_PASSWORD } from '../user-flows/without-password.ts'
import { FIELD_EVENTS } from './events.ts'

const NAME = /^(?:step|field)_[\w-]{1,80}$/

/** The events of a custom registration's page, beyond those of its titles and standard attributes. */
export interface DesignedEvents {
  /** Events of the page itself, which happen when it is shown. */
  readonly shown: readonly string[]
  /** Custom attributes, whose fields may be clicked. */
  readonly fields: readonly string[]
}

/** The event of a click into the field of a custom attribute. */
export function fieldEvent(attribute: string): string {
  return `field_${attribute}`
}

/** The event of a custom step. */
export function stepEvent(id: string): string {
  return `step_${id}`
}

/** Whether an event belongs to a custom step or to the field of a custom attribute. */
export function isDesignedEvent(name: string): boolean {
  return NAME.test(name)
}

/** The events of a step that an administrator has designed; undefined for the built-in registration. */
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

/** The names of those events. */
export function eventNames({ shown, fields }: DesignedEvents): string[] {
  return [...shown, ...fields.map(fieldEvent)]
}
