/** A text of a flow: a label of the theme as `$NAME$`, a text for every language, or texts by language. */
export type Text = string | Texts

/**
 * Texts by locale folder, such as `de` or `fr_CA`. `default` is US English, and `label` names the theme's label for all
 * other locales.
 */
export type Texts = Readonly<Record<string, string>>

/** A condition on the answers so far. Exactly one of its forms is used. */
export interface Condition {
  /** The attribute whose answer is compared. */
  readonly field?: string
  readonly is?: Value
  readonly isNot?: Value
  readonly oneOf?: readonly Value[]
  /** Whether there must be an answer, or none. */
  readonly given?: boolean
  readonly atLeast?: number
  readonly atMost?: number
  readonly all?: readonly Condition[]
  readonly any?: readonly Condition[]
}

/** A value that an attribute can have. */
export type Value = string | number

/** The answers to the fields of a flow, by attribute; null if a field was left empty. */
export type Answers = Readonly<Record<string, Value | null>>

/** A rule for an answer, in addition to the rules of its attribute. */
export interface FieldRule {
  readonly minLength?: number
  readonly maxLength?: number
  /** For numbers and dates. */
  readonly min?: Value
  readonly max?: Value
  readonly pattern?: string
  /** Allowed domains of e-mail addresses, without their subdomains. */
  readonly domains?: readonly string[]
  readonly error?: Text
}

export interface FlowField {
  /** The attribute of a person, or `password`. */
  readonly attribute: string
  readonly label?: Text
  readonly help?: Text
  readonly placeholder?: Text
  readonly required?: boolean
  readonly rule?: FieldRule
  /** Whether it is asked for, depending on the answers to earlier steps. */
  readonly when?: Condition
}

/** Where a step leads if a condition is true. The first rule that applies counts. */
export interface FlowRule {
  readonly when?: Condition
  /** The id of a later step, or `end`. */
  readonly to: string
}

export interface FlowStep {
  readonly id: string
  readonly title: Text
  readonly text?: Text
  readonly button?: Text
  readonly fields: readonly FlowField[]
  /** Without rules, the next step in the list follows. */
  readonly next?: readonly FlowRule[]
}

export const FLOW_KINDS = ['registration', 'user_form'] as const
export type FlowKind = (typeof FLOW_KINDS)[number]

/** What follows a flow: a page, a signed-in session, waiting for approval, or the application where it began. */
export const OUTCOMES = ['page', 'signed_in', 'approval', 'application'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A flow that an administrator has designed. */
export interface FlowDocument {
  readonly $schema?: string
  readonly kind: FlowKind
  readonly steps: readonly FlowStep[]
  /** Registrations: whether the e-mail address is verified by a code and a link. */
  readonly verification?: 'code' | 'none'
  /** Registrations: whether only people with an invitation can register. */
  readonly invitationOnly?: boolean
  /** User forms: whether people must fill it in at sign-in while a required answer is missing. */
  readonly atSignIn?: boolean
  readonly end: { readonly outcome: Outcome; readonly title?: Text; readonly text?: Text }
}

/** The target of the last step. */
export const END = 'end'
/** The field for a new password. It is not an attribute, because it can never be read. */
export const PASSWORD = 'password'

/** The step with an id. */
export function stepOf({ steps }: FlowDocument, id: string): FlowStep | undefined {
  return steps.find(step => step.id === id)
}
