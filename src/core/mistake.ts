/**
 * A mistake in a document: its place as a JSON pointer, and the reason. A warning does not prevent the use of the
 * document.
 */
export interface Mistake {
  readonly path: string
  readonly reason: string
  readonly warning?: true
}
