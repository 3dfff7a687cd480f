import type { MacroKind, Value, Where } from '../template/template.ts'
import type { Times } from '../times.ts'
import type { Word } from '../word.ts'
import type { Contract } from './contract.ts'

/** A macro that a page gives a value to. */
export interface MacroEntry {
  readonly kind: MacroKind
  readonly meaning: string
  /** What a preview shows. */
  readonly sample: Sample
  /** Whether code that shows the page may leave it out. */
  readonly optional?: true
  /** The macros whose values are written for it at certain places. */
  readonly standIns?: Readonly<Partial<Record<Where, string>>>
}

/** A value for a preview; one that holds words or times is made in the language of the page, as the real one is. */
export type Sample = Value | ((word: Word, times: Times) => Value)

export type MacroEntries = Readonly<Record<string, MacroEntry>>

/** A situation worth looking at: what differs from the samples. */
export interface PageState {
  readonly meaning: string
  readonly values?: Readonly<Record<string, Sample>>
  /** Rows of repeats that differ from the samples. */
  readonly rows?: Readonly<Record<string, readonly SampleRow[]>>
}

type SampleRow = Readonly<Record<string, Sample>>

export interface Entry {
  /** The address of the entry in previews and explanations. */
  readonly id: string
  readonly meaning: string
  /** The folder that holds the locale folders, below `templates`. */
  readonly folder: string
  readonly macros: MacroEntries
  /** Rows of a repeat: the macros in it, and rows for a preview. */
  readonly repeats?: Readonly<Record<string, { macros: MacroEntries; sample: readonly SampleRow[] }>>
  /** The first one is the usual one. */
  readonly states: Readonly<Record<string, PageState>>
}

/** What pages have to do with, in the order in which people get to them. */
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
  /** What its form posts: field name → meaning. If a theme leaves one out, the form stops working. */
  readonly form?: Readonly<Record<string, string>>
  /** The macro with the address that it is posted to, where it is not ACTION. */
  readonly formAction?: string
  /** What a template of it must have: without that, the master's is shown. */
  readonly contract?: Contract
  /** Whether it is a page of ours about an account or a session, on which no script of a theme ever runs. */
  readonly scriptless?: true
}

/** A mail; one file with everything in it, or one for the subject and one for the body. */
export interface MailEntry extends Entry {
  readonly file: string | { readonly subject: string; readonly body: string }
  /** Where the body stands, if not beside the subject. */
  readonly bodyFolder?: string
  /** The macros one of which it has to show: without the code or link that it is sent for, a mail is of no use. */
  readonly needs?: readonly string[]
}
