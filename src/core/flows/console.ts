import { type AskingAt, askingStep, hasStrong, isStrong, type Method, type Proof } from './methods.ts'

/** A step between the password and the console. */
export interface ConsoleStep {
  readonly at: AskingAt | 'new-password' | 'enrolment' | 'recovery-codes' | 'held'
  readonly account: string
  readonly proofs: readonly Proof[]
}

/** The facts that determine the next step. */
export interface ConsoleFacts {
  readonly account: string
  readonly proofs: readonly Proof[]
  /** The second factors of the account. */
  readonly methods: readonly Method[]
  /** Whether everybody who uses the console needs a second factor. */
  readonly required: boolean
  readonly passwordTemporary: boolean
  /** Whether the password was recently reset through a mailed link. */
  readonly recovered: boolean
  /** Whether the account has a role in the console. */
  readonly admitted: boolean
}

/**
 * What follows a proof on the way into the console. A mailed code is not a second factor here, because a mailbox also
 * recovers the password. For the same reason, nobody can set up an app soon after recovering a password by mail. The
 * role is checked after everything that the account can prove has been proved; somebody without a role changes nothing.
 */
export function nextInConsole(facts: ConsoleFacts): ConsoleStep | 'forbidden' | 'done' {
  const { account, proofs, methods, required, passwordTemporary, recovered, admitted } = facts
  const known = { account, proofs }
  const strongest = methods.find(isStrong)
  if (strongest !== undefined && !hasStrong(proofs)) return { at: askingStep(strongest), ...known }
  if (!admitted) return 'forbidden'
  if (passwordTemporary) return { at: 'new-password', ...known }
  if (!required || strongest !== undefined) return 'done'
  return { at: recovered ? 'held' : 'enrolment', ...known }
}
