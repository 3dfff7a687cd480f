/** An error that the user of a command can understand, in one sentence, with an exit code. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly exitCode: number

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
