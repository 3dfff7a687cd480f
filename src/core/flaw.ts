/** The possible flaws of a theme's file, independent of the pages that use it. */
export const FLAWS = [
  'not a label',
  'duplicate label',
  'unknown label',
  'broken XML',
  'broken CSS',
  'never shown',
] as const

/** A flaw of a theme's file. */
export interface Flaw {
  readonly what: (typeof FLAWS)[number]
  /** What the flaw is about, as written in the file. */
  readonly name: string
  readonly line: number
}

/** At most this many flaws of a file. Others are reported once these are fixed. */
export const MOST_FLAWS = 50
