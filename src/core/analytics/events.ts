import { REGISTRATION, type RegistrationField, type RegistrationStep } from '../forms/registration.ts'

/** The one page whose events are told. */
export const MEASURED_PAGE = 'registration'

/** The events of fields, by the name of the field that is clicked. */
export const FIELD_EVENTS = Object.fromEntries(
  REGISTRATION.start.fields.map(({ name, event }) => [name, event]),
) as { readonly [F in RegistrationField as F['name']]: F['event'] }

/** The events of steps, in their order, by the label whose text is the title of the step's page. */
export const STEP_EVENTS = {
  REG_TITLE_START: 'registration_started',
  REG_TITLE_VERIFY: 'registration_submitted',
  REG_TITLE_VERIFIED: 'email_verified',
  REG_TITLE_CREATED: 'reg_complete',
} as const

/** An event of the registration. */
export type RegistrationEvent =
  | (typeof FIELD_EVENTS)[keyof typeof FIELD_EVENTS]
  | (typeof STEP_EVENTS)[keyof typeof STEP_EVENTS]

/** Every event: the fields, then the steps. */
export const EVENTS: readonly RegistrationEvent[] = [
  ...Object.values(FIELD_EVENTS),
  ...Object.values(STEP_EVENTS),
]

/** What can happen on the page of a step: a page cannot have been left for the next one without the service. */
export const EVENTS_OF_STEP: Readonly<Record<RegistrationStep, readonly RegistrationEvent[]>> = {
  start: ['registration_started', ...Object.values(FIELD_EVENTS)],
  verify: ['registration_submitted'],
  confirm: ['registration_submitted'],
  verified: ['email_verified'],
  created: ['reg_complete'],
}
