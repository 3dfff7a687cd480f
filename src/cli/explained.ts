import { BadSettings } from '../config.ts'
import { Refusal, type RefusalCode } from '../core/refusal.ts'
import { errorAnswer } from '../http/http.ts'
import { CannotStart } from '../installation.ts'
import { CannotCopy, StoreFault } from '../store/store.ts'
import { Problem } from './problem.ts'

/**
 * Which command helps after a refusal. Only the command line prints it: people at the console and users of the API read
 * the same refusals, and have no commands.
 */
const NEXT_STEPS: { readonly [C in RefusalCode]?: string } = {
  account_unknown: 'Run "tabard account list --search <text>" to find it.',
  attribute_unknown: 'Run "tabard attribute list" to see all.',
  campaign_unknown: 'Run "tabard campaign list" to see all.',
  flow_unknown: 'Run "tabard flow list" to see all.',
  flow_version_unknown: 'Run "tabard flow show <reference>" to see all.',
  group_unknown: 'Run "tabard group list" to see all.',
  link_unknown: 'Run "tabard source links <account>" to see them.',
  mail_unknown: 'Run "tabard outbox list" to see all.',
  request_unknown: 'Run "tabard request list --all" to see all.',
  review_unknown: 'Run "tabard campaign show <id>" to see all.',
  source_unknown: 'Run "tabard source list" to see all.',
  tenant_unknown: 'Run "tabard tenant list" to see all.',
}

const COPY_CODES = { damaged: 1, usage: 2, conflict: 4 } as const

/** Turns an error into a message for people, with the exit code that scripts can rely on. */
export function explained(error: unknown): { text: string; exitCode: number } {
  if (error instanceof Refusal) {
    const { status, body } = errorAnswer(error, '')
    // A query parameter of the API corresponds to an option of the command.
    const text = body.messageDescription.replace(/^The query parameter /, 'The option --')
    const step = NEXT_STEPS[error.code as RefusalCode]
    return { text: step === undefined ? text : `${text} ${step}`, exitCode: exitCodeOf(status) }
  }
  if (error instanceof Problem) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof BadSettings) return { text: error.message, exitCode: 2 }
  if (error instanceof CannotStart) return { text: error.message, exitCode: 1 }
  if (error instanceof CannotCopy) return { text: error.message, exitCode: COPY_CODES[error.kind] }
  if (error instanceof StoreFault)
    return {
      text: error.advice === undefined ? error.message : `${error.message} ${error.advice}`,
      exitCode: 5,
    }
  return { text: error instanceof Error ? (error.stack ?? error.message) : String(error), exitCode: 5 }
}

/** Exit codes: 1 a part failed, 2 wrong usage, 4 conflict. */
function exitCodeOf(status: number): number {
  if (status === 400 || status === 413) return 2
  if (status === 405 || status === 409 || status === 412) return 4
  return 1
}
