/** A line of a file. The prefix `master:` means the master's file although the theme has a file with the same path. */
export interface Origin {
  readonly file: string
  readonly line: number
}

export interface Finding extends Origin {
  readonly what: string
  readonly name: string
  /** The label that it is about, if that identifies the line better. */
  readonly label?: string
}
