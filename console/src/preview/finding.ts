/** A line of a file; that of the master's where the theme has a file of that path too begins with `master:`. */
export interface Origin {
  readonly file: string
  readonly line: number
}

export interface Finding extends Origin {
  readonly what: string
  readonly name: string
  /** The label that it is about, where that tells the line better. */
  readonly label?: string
}
