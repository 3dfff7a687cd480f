import { plainDigits } from '../digits.ts'
import type { Message } from './message.ts'

/** A code that was sent, and its state. Only a keyed hash of the code is stored. */
export interface Challenge {
  readonly codeHash: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The number of wrong codes so far. */
  readonly wrong: number
  /** When another code may be requested. */
  readonly againAt: number
}

const WRONG_CODES = 5
const AGAIN_MS = 30_000

/** The initial state of a mailed code. */
export function newChallenge(codeHash: string, now: number, lifetimeMs: number): Challenge {
  return { codeHash, expiresAt: now + lifetimeMs, wrong: 0, againAt: now + AGAIN_MS }
}

export type ChallengeOutcome =
  | { readonly right: true }
  | { readonly right: false; readonly challenge: Challenge; readonly problem: Message }

/** Checks a code. Once it has expired or was wrong too often, even the right code is refused. */
export function checkedCode(
  challenge: Challenge,
  codeHash: string | undefined,
  now: number,
): ChallengeOutcome {
  const refused = (label: string, wrong = challenge.wrong): ChallengeOutcome => ({
    right: false,
    challenge: { ...challenge, wrong },
    problem: { label },
  })
  if (codeHash === undefined) return refused('CODE_EMPTY')
  if (challenge.wrong >= WRONG_CODES) return refused('CODE_TRIES')
  if (now >= challenge.expiresAt) return refused('CODE_EXPIRED')
  if (codeHash === challenge.codeHash) return { right: true }
  return refused(challenge.wrong + 1 >= WRONG_CODES ? 'CODE_TRIES' : 'CODE_WRONG', challenge.wrong + 1)
}

/** Why no new code is sent yet; undefined if one may be sent. */
export function tooSoon({ againAt }: Challenge, now: number): Message | undefined {
  if (now >= againAt) return undefined
  return { label: 'CODE_WAIT', values: { SECONDS: String(Math.ceil((againAt - now) / 1000)) } }
}

/** The digits of a typed code; undefined if it cannot be one. */
export function typedCode(text: string): string | undefined {
  const digits = plainDigits(text).replace(/[\s\p{Pd}]/gu, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}
