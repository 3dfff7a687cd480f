/** What can be wrong in a file of a theme, whatever page it takes part in. */
export const FLAWS = [
  'not a label',
  'duplicate label',
  'unknown label',
  'broken XML',
  'broken CSS',
  'never shown',
] as const

/** Something wrong in a file of a theme. */
export interface Flaw {
  readonly what: (typeof FLAWS)[number]
  /** What it is about, in the words of the file. */
  readonly name: string
  readonly line: number
}

/** Further flaws of a file are found when these are gone. */
export const MOST_FLAWS = 50
