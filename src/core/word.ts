/** Returns the text of a label in the theme and the language of a page, with these values for its macros. */
export interface Word {
  (label: string, values?: Readonly<Record<string, string>>): string
  /** The tag of the language. */
  readonly language: string
}
