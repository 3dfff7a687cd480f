import type { Proof } from './proof.ts'

/** Where somebody stands between the password and the console. */
export interface ConsoleStep {
  readonly at: 'totp' | 'new-password' | 'enrolment' | 'recovery-codes' | 'held'
  readonly account: string
  readonly proofs: readonly Proof[]
}

/** What decides about the next step. */
export interface ConsoleFacts {
  readonly account: string
  readonly proofs: readonly Proof[]
  /** Whether the account has an authenticator app. */
  readonly enrolled: boolean
  /** Whether everybody needs one who uses the console. */
  readonly required: boolean
  readonly passwordTemporary: boolean
  /** Whether the password was replaced through a mailed link a short time ago. */
  readonly recovered: boolean
  /** Whether the account has a role in the console. */
  readonly admitted: boolean
}

/**
 * What follows a proof on the way into the console. A code by mail is no second factor here: a mailbox recovers the
 * password too. For the same reason nobody sets up an app soon after recovering a password by mail. The role is checked
 * once everything that the account can prove is proved, and nobody without one changes anything.
 */
export function nextInConsole(facts: ConsoleFacts): ConsoleStep | 'forbidden' | 'done' {
  const { account, proofs, enrolled, required, passwordTemporary, recovered, admitted } = facts
  const known = { account, proofs }
  if (enrolled && !proofs.includes('totp')) return { at: 'totp', ...known }
  if (!admitted) return 'forbidden'
  if (passwordTemporary) return { at: 'new-password', ...known }
  if (!required || enrolled) return 'done'
  return { at: recovered ? 'held' : 'enrolment', ...known }
}
