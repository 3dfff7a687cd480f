import { FIELD_EVENTS, type RegistrationEvent, STEP_EVENTS } from '../../../src/core/analytics/events.ts'

/** The events for the steps of a registration, in their order. */
export const STEPS: readonly string[] = Object.values(STEP_EVENTS)

/** The events for clicked fields. */
export const FIELDS: readonly string[] = Object.values(FIELD_EVENTS)

const NAMES = new Map<string, string>(
  Object.entries({
    registration_started: 'Started',
    registration_submitted: 'Submitted',
    email_verified: 'Verified',
    reg_complete: 'Complete',
    first_name: 'First name',
    last_name: 'Last name',
    age: 'Age',
    mobile_number: 'Mobile number',
    email: 'E-mail',
    password: 'Password',
  } satisfies Record<RegistrationEvent, string>),
)

/** The name of an event, for people. */
export function eventName(event: string): string {
  const [, kind, own] = /^(step|field)_(.+)$/.exec(event) ?? []
  if (own !== undefined) return kind === 'step' ? `Step ${own}` : own
  return NAMES.get(event) ?? event
}
