/** What a command cannot do, in one sentence for the person who typed it. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly exitCode: number

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
