/**
 * Why an exchange with a source failed: `away` means that the source cannot be reached or sends invalid answers.
 * `settings` means that its settings do not fit, `refused` that the source refused, and `cancelled` that the person
 * cancelled it there. `forged` means that the answer does not belong to the request.
 */
export type ProblemKind = 'away' | 'settings' | 'refused' | 'cancelled' | 'forged'

/** An exchange that failed. The message is for the log and for administrators. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem'
  readonly kind: ProblemKind

  constructor(kind: ProblemKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
