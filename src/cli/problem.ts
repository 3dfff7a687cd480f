import { shown } from './lint-shown.ts'

/** An error that the user of a command can understand, in one sentence, with an exit code. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly exitCode: number

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** Whether a file of this machine could not be read or written. Errors of connections are worded otherwise. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && /^E[A-Z]+: /.test(error.message)
}

export function fileMessage({ message }: NodeJS.ErrnoException): string {
  return `A file cannot be read or written: ${shown(message)}.`
}
