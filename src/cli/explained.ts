import { BadSettings } from '../config.ts'
import { Refusal } from '../core/refusal.ts'
import { errorAnswer } from '../http/http.ts'
import { CannotStart } from '../installation.ts'
import { CannotCopy, StoreFault, WrongDatabase } from '../store/store.ts'
import { withNextStep } from './next-steps.ts'
import { fileMessage, isFileError, Problem } from './problem.ts'

const COPY_CODES = { damaged: 1, usage: 2, conflict: 4 } as const

/** Turns an error into a message for people, with the exit code that scripts can rely on. */
export function explained(error: unknown): { text: string; exitCode: number } {
  if (error instanceof Refusal) {
    const { status, body } = errorAnswer(error, '')
    // A query parameter of the API corresponds to an option of the command.
    const text = body.messageDescription.replace(/^The query parameter /, 'The option --')
    return { text: withNextStep(text, body.messageId), exitCode: exitCodeOf(status) }
  }
  if (error instanceof Problem) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof BadSettings) return { text: error.message, exitCode: 2 }
  if (error instanceof CannotStart) return { text: error.message, exitCode: 1 }
  if (error instanceof CannotCopy) return { text: error.message, exitCode: COPY_CODES[error.kind] }
  if (error instanceof WrongDatabase) return { text: error.message, exitCode: 2 }
  if (error instanceof StoreFault)
    return {
      text: error.advice === undefined ? error.message : `${error.message} ${error.advice}`,
      exitCode: 5,
    }
  if (isFileError(error)) return { text: fileMessage(error), exitCode: 1 }
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 5 }
}

/** Exit codes: 1 a part failed, 2 wrong usage, 4 conflict. */
function exitCodeOf(status: number): number {
  if (status === 400 || status === 413) return 2
  if (status === 405 || status === 409 || status === 412) return 4
  return 1
}
