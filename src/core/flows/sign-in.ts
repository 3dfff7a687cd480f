import { type Demand, suffices } from './assurance.ts'
import type { Challenge } from './challenge.ts'
import type { Message } from './message.ts'
import { isFresh, type Method, type Proof, type Proofs, proofNames } from './proof.ts'

/** Where somebody stands between the first page and being signed in. */
export type SignIn =
  | { readonly at: 'credentials'; readonly userName?: string; readonly problem?: Message }
  /** The password once more, of somebody who is signed in. */
  | (Known & { readonly at: 'password'; readonly problem?: Message })
  | (Known & { readonly at: 'new-password'; readonly recovery?: string; readonly problem?: Message })
  | (Known & { readonly at: 'choice'; readonly problem?: Message })
  | (Known & {
      readonly at: 'code'
      readonly challenge: Challenge
      /** A number that page and mail both show. */
      readonly hint: string
      readonly problem?: Message
      readonly notice?: Message
    })
  | (Known & { readonly at: 'totp'; readonly problem?: Message })
  | (Known & { readonly at: 'recovery-code'; readonly problem?: Message })
  /** A second factor is due, and a mailed code is none for now: the password was replaced through a mailed link. */
  | (Known & { readonly at: 'held' })
  | (Known & { readonly at: 'enrolment'; readonly due: boolean; readonly problem?: Message })
  | (Known & { readonly at: 'recovery-codes' })
  | (Known & { readonly at: 'change-password'; readonly problem?: Message })
  /** One's own details, which have an address of their own. */
  | (Known & { readonly at: 'details' })

interface Known {
  readonly account: string
  readonly proofs: Proofs
}

/** What decides about the next step. */
export interface Facts {
  readonly account: string
  readonly proofs: Proofs
  readonly passwordTemporary: boolean
  /** What the application asks for. */
  readonly demand: Demand
  /** The second factors that the account has. */
  readonly methods: readonly Method[]
  /** Whether a mailed code is missing among them because of a recovered password. */
  readonly mailHeld: boolean
}

/** What comes next: a step, a second factor that has to be begun first, or nothing more. */
export type Next = SignIn | { readonly begin: 'email' } | 'done'

/**
 * What follows a proof. Whoever has set up an app is always asked for it: setting it up was a wish to be asked. Where an
 * app is missing, it is set up with the strongest proof that the account can give so far.
 */
export function next({ account, proofs, passwordTemporary, demand, methods, mailHeld }: Facts): Next {
  const known = { account, proofs }
  if (passwordTemporary) return { at: 'new-password', ...known }
  if (methods.includes('totp')) return proofs.totp === undefined ? { at: 'totp', ...known } : 'done'
  if (suffices(proofs, demand)) return 'done'
  if (mailHeld) return { at: 'held', ...known }
  if (methods.includes('email') && proofs.email === undefined) return { begin: 'email' }
  return { at: 'enrolment', due: true, ...known }
}

/** The steps in which somebody who is signed in proves again who they are. */
export type Proving = Extract<
  SignIn,
  { readonly at: 'password' | 'choice' | 'code' | 'totp' | 'recovery-code' }
>

const PROVING: readonly (string | undefined)[] = [
  'password',
  'choice',
  'code',
  'totp',
  'recovery-code',
] satisfies Proving['at'][]

/** Whether it is the name of such a step. */
export function isProving(at: string | undefined): at is Proving['at'] {
  return PROVING.includes(at)
}

/** The step that asks for a proof. A link alone sends no mail: the choice, of one method even, is a form. */
export function provingStep(proof: Proof, known: Known): Proving {
  const at = ({ pwd: 'password', totp: 'totp', email: 'choice' } as const)[proof]
  return { at, ...knownOf(known) }
}

/** The steps that lead to the same proof as one. */
const LEADING: Partial<Record<Proving['at'], readonly string[]>> = {
  choice: ['choice', 'code'],
  totp: ['totp', 'recovery-code', 'choice'],
}

/** A step that was kept, if it is still about the proof that is due; else the step that asks for that. */
export function resumedStep(kept: SignIn | undefined, due: Proving): Proving {
  if (kept === undefined || !('account' in kept) || kept.account !== due.account) return due
  const same = (LEADING[due.at] ?? [due.at]).includes(kept.at)
  return same ? ({ ...kept, proofs: due.proofs } as Proving) : due
}

/** How long the steps after the password may take: installing an app takes more than a few minutes. */
const STEPS_MS = 15 * 60_000

/**
 * Whether a step of a sign-in changes the account by a password that was given too long ago. A link for a forgotten
 * password is a proof of its own, which ends by itself.
 */
export function isStale(state: SignIn, now: number): boolean {
  const changes = state.at === 'enrolment' || (state.at === 'new-password' && state.recovery === undefined)
  return changes && !isFresh(state.proofs.pwd, now, STEPS_MS)
}

/** Whether a step builds on something that was proved before it. */
export function isProved(state: SignIn): boolean {
  return state.at !== 'credentials' && proofNames(state.proofs).length > 0
}

/** The step of a chosen second factor; a choice that there is not leads back to the choice. */
export function chosen(known: Known, method: string, methods: readonly Method[]): Next {
  const found = methods.find(candidate => candidate === method)
  return found === undefined ? { at: 'choice', ...knownOf(known) } : begun(found, known)
}

function begun(method: Method, known: Known): Next {
  if (method === 'email') return { begin: 'email' }
  return { at: method === 'recovery' ? 'recovery-code' : 'totp', ...knownOf(known) }
}

/** What is carried from one step to the next. */
export function knownOf({ account, proofs }: Known): Known {
  return { account, proofs }
}

/** What an account has for a second factor. */
export interface Holdings {
  /** Whether an authenticator app is set up. */
  readonly enrolled: boolean
  /** The recovery codes that are left. */
  readonly recoveryCodes: number
  readonly email: string | null
  /** Whether a mailed code is no second factor for now. */
  readonly mailHeld: boolean
}

/**
 * The methods of an account, the usual one first. Mail is none for whoever has an app: the mailbox recovers the password,
 * and would then be enough by itself.
 */
export function methodsOf({ enrolled, recoveryCodes, email, mailHeld }: Holdings): Method[] {
  if (enrolled) return recoveryCodes > 0 ? ['totp', 'recovery'] : ['totp']
  return email === null || mailHeld ? [] : ['email']
}

/** A mail address for a page: enough to recognize one's own. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, 2)][0] ?? ''}•••${email.slice(at)}`
}
