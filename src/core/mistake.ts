/** Something that is wrong with a document: where, as a JSON pointer, and why. A warning does not keep it from use. */
export interface Mistake {
  readonly path: string
  readonly reason: string
  readonly warning?: true
}
