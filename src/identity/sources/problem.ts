/**
 * Why an exchange with a source came to nothing: the source cannot be reached or answers nonsense (`away`), its settings do
 * not fit (`settings`), it refused (`refused`), somebody called it off there (`cancelled`), or what came back does not
 * belong to what was begun (`forged`).
 */
export type ProblemKind = 'away' | 'settings' | 'refused' | 'cancelled' | 'forged'

/** An exchange that came to nothing. Its message is for the log and for administrators. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem'
  readonly kind: ProblemKind

  constructor(kind: ProblemKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
