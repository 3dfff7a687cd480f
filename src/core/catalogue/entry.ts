import type { MacroKind, Value, Where } from '../template/template.ts'
import type { Times } from '../times.ts'
import type { Word } from '../word.ts'
import type { Contract } from './contract.ts'

/** A macro that has a value on a page. */
export interface MacroEntry {
  readonly kind: MacroKind
  readonly meaning: string
  /** The value in previews. */
  readonly sample: Sample
  /** Whether the code that shows the page may leave it out. */
  readonly optional?: true
  /** The macros whose values are used instead of it in certain places. */
  readonly standIns?: Readonly<Partial<Record<Where, string>>>
}

/** A value for a preview. A value with words or times is created in the language of the page, like the real one. */
export type Sample = Value | ((word: Word, times: Times) => Value)

export type MacroEntries = Readonly<Record<string, MacroEntry>>

/** A state of a page that is worth a preview: the values that differ from the samples. */
export interface PageState {
  readonly meaning: string
  readonly values?: Readonly<Record<string, Sample>>
  /** Rows of repeats that differ from the samples. */
  readonly rows?: Readonly<Record<string, readonly SampleRow[]>>
}

type SampleRow = Readonly<Record<string, Sample>>

export interface Entry {
  /** The id of the entry in previews and explanations. */
  readonly id: string
  readonly meaning: string
  /** The folder that holds the locale folders, below `templates`. */
  readonly folder: string
  readonly macros: MacroEntries
  /** The rows of a repeat: its macros, and sample rows for a preview. */
  readonly repeats?: Readonly<Record<string, { macros: MacroEntries; sample: readonly SampleRow[] }>>
  /** The first state is the default. */
  readonly states: Readonly<Record<string, PageState>>
}

/** The topics of pages, in the order in which people encounter them. */
export const GROUPS = [
  'Sign-in',
  'Second factor',
  'Password',
  'Registration',
  'Consent and details',
  'Access',
  'Sign-out',
  'Errors',
] as const

/** A page that people see. */
export interface PageEntry extends Entry {
  readonly group: (typeof GROUPS)[number]
  readonly file: string
  /** The fields that its form posts: name → meaning. If a theme leaves one out, the form stops working. */
  readonly form?: Readonly<Record<string, string>>
  /** The macro with the URL that it is posted to, if that is not ACTION. */
  readonly formAction?: string
  /** What its template must contain. Otherwise, the master's page is shown. */
  readonly contract?: Contract
  /** Whether it is a page of the service about an account or a session, on which no script of a theme ever runs. */
  readonly scriptless?: true
}

/** A mail: one file with everything in it, or one for the subject and one for the body. */
export interface MailEntry extends Entry {
  readonly file: string | { readonly subject: string; readonly body: string }
  /** The folder of the body, if it differs from that of the subject. */
  readonly bodyFolder?: string
  /** The macros of which the mail must show one: without the code or link, the mail is useless. */
  readonly needs?: readonly string[]
  /** Whether Tabard never sends it. Themes have it for IBM Security Verify. */
  readonly unsent?: true
}
