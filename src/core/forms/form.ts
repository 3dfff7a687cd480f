import type { TypedKind } from '../attributes.ts'

/** A field of a form: an attribute of the person, or a value that only the form needs, such as a password. */
export interface Field {
  /** The name under which it is posted. */
  readonly name: string
  /** The label that names it. */
  readonly label: string
  /** Passwords and codes are never written back into a page. */
  readonly kind: TypedKind | 'password' | 'code' | 'choice' | 'date' | 'consent'
  readonly autocomplete?: string
  readonly longest?: number
  readonly required?: true
  /** The label of a text below the field. */
  readonly hint?: string
  /** The label of an example in the empty field. */
  readonly placeholder?: string
  /** The choices, each with the label that names it, if the page does not provide the list. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** The terms of a consent: their version, which is posted, and the URL where people read them. */
  readonly terms?: { readonly version: string; readonly link: string }
  /** The end of the element's id, if that differs from the name. */
  readonly id?: string
  /** The analytics event of a click into the field. */
  readonly event?: string
}

/** A step of a form: its fields, or only a text. Texts are labels. */
export interface Step {
  readonly title: string
  readonly emblem?: 'mail' | 'done'
  /** The text above the fields. */
  readonly text?: string
  /** The text instead of it if a field has an error. Without it, each field announces its own error. */
  readonly wrong?: string
  /** The beginning of the fields' ids. They end with the number or the name of the field. */
  readonly ids: { readonly prefix: string; readonly numbered?: true }
  /** Whether each field tells scripts its attribute. Analytics counts clicks by it. */
  readonly measured?: true
  readonly fields: readonly Field[]
  readonly button?: Button
  /** A second button, in a separate form. */
  readonly otherButton?: Button
  /** A link that looks like a button, if there is nothing to post. */
  readonly link?: Link
  /** A link below everything else. */
  readonly after?: Link
}

/** A button that posts the form with an operation. */
interface Button {
  readonly label: string
  readonly operation: string
}

interface Link {
  readonly label: string
  readonly to: 'cancel' | 'sign-in' | 'start'
}

/** A form: its steps, by name. */
export type Form = Readonly<Record<string, Step>>
