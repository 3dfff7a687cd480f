/**
 * The severity of a finding. The service refuses to store what is `fatal`. An `error` breaks something, a `warning` is
 * probably a mistake, and a `recommendation` is a possible improvement.
 */
export const SEVERITIES = ['fatal', 'error', 'warning', 'recommendation'] as const

export type Severity = (typeof SEVERITIES)[number]

/** Replaces a stretch of a file. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What puts a finding right: edits of its file, or dropping the file from the theme. */
export interface Fix {
  /** What it does, as a command: "Add alt=\\"\\"". */
  readonly title: string
  readonly edits: readonly Edit[] | 'remove'
}

/** A place in a text file. Lines and columns are counted from 1, columns in UTF-16 code units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** A mistake in a theme. */
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  /** A path below `templates`. */
  readonly file: string
  readonly start: Place
  readonly end: Place
  /** What is wrong here, and what would be right. */
  readonly message: string
  /** The pages and mails that it was found on, where it depends on the page. */
  readonly pages?: readonly string[]
  /** The languages in which it was found; without them, in every language. */
  readonly locales?: readonly string[]
  /** The states of the page in which it matters; without them, in every state. */
  readonly states?: readonly string[]
  readonly fix?: Fix
}

/** Orders findings by severity, then by file and place. */
export function worstFirst(one: Finding, other: Finding): number {
  return (
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    (one.file < other.file ? -1 : one.file > other.file ? 1 : 0) ||
    one.start.line - other.start.line ||
    one.start.column - other.start.column ||
    (one.rule < other.rule ? -1 : one.rule > other.rule ? 1 : 0)
  )
}
