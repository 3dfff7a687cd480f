import { ATTRIBUTES, type AttributeName } from '../attributes.ts'
import type { RegistrationStep } from '../forms/registration.ts'
import { REGISTRATION_FLOW } from '../user-flows/defaults.ts'
import { PASSWORD } from '../user-flows/document.ts'

type Attributes = typeof ATTRIBUTES
/** The events of attributes, by name. */
type FieldEvents = {
  readonly [N in AttributeName as Attributes[N] extends { event: string }
    ? N
    : never]: Attributes[N] extends {
    event: infer Event
  }
    ? Event
    : never
} & { readonly password: 'password' }

/** The page whose events are counted. */
export const MEASURED_PAGE = 'registration'

/** The events of fields, by the name of the clicked field. */
export const FIELD_EVENTS = Object.fromEntries(
  REGISTRATION_FLOW.steps.flatMap(({ fields }) =>
    fields.map(({ attribute: name }) => [name, name === PASSWORD ? PASSWORD : eventOf(name)]),
  ),
) as FieldEvents

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

/** The events that are possible on the page of a step. Only the service leads from one page to the next. */
export const EVENTS_OF_STEP: Readonly<Record<RegistrationStep, readonly RegistrationEvent[]>> = {
  start: ['registration_started', ...Object.values(FIELD_EVENTS)],
  verify: ['registration_submitted'],
  confirm: ['registration_submitted'],
  verified: ['email_verified'],
  created: ['reg_complete'],
  waiting: ['reg_complete'],
}

function eventOf(name: string): string | undefined {
  const attribute = ATTRIBUTES[name as AttributeName]
  return 'event' in attribute ? attribute.event : undefined
}
