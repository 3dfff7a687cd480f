import type { Challenge } from './challenge.ts'
import type { Message } from './message.ts'
import { hasSecondFactor, isFresh, type Method, type Proof, type Proofs, proofNames } from './proof.ts'

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
  /** Whether the application asks for a second factor. */
  readonly secondFactorAsked: boolean
  /** The second factors that the account has. */
  readonly methods: readonly Method[]
}

/** What comes next: a step, a second factor that has to be begun first, or nothing more. */
export type Next = SignIn | { readonly begin: 'email' } | 'done'

/** What follows a proof. Who has set up an app is always asked for it: setting it up was a wish to be asked. */
export function next({ account, proofs, passwordTemporary, secondFactorAsked, methods }: Facts): Next {
  const known = { account, proofs }
  if (passwordTemporary) return { at: 'new-password', ...known }
  if (hasSecondFactor(proofs) || !(secondFactorAsked || methods.includes('totp'))) return 'done'
  const [only, another] = methods
  if (only === undefined) return { at: 'enrolment', due: true, ...known }
  if (another !== undefined) return { at: 'choice', ...known }
  return begun(only, known)
}

/** The steps in which somebody who is signed in proves again who they are. */
export type Proving = Extract<SignIn, { readonly at: 'password' | 'choice' | 'code' | 'totp' }>

const PROVING: readonly (string | undefined)[] = [
  'password',
  'choice',
  'code',
  'totp',
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

/** A step that was kept, if it is still about the proof that is due; else the step that asks for that. */
export function resumedStep(kept: SignIn | undefined, due: Proving): Proving {
  if (kept === undefined || !('account' in kept) || kept.account !== due.account) return due
  const same = kept.at === due.at || (kept.at === 'code' && due.at === 'choice')
  return same ? ({ ...kept, proofs: due.proofs } as Proving) : due
}

/**
 * Whether a step changes the account by a password that was given too long ago. A link for a forgotten password is a
 * proof of its own, which ends by itself.
 */
export function isStale(state: SignIn, now: number): boolean {
  const changes = state.at === 'enrolment' || (state.at === 'new-password' && state.recovery === undefined)
  return changes && !isFresh(state.proofs.pwd, now)
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
  return method === 'email' ? { begin: 'email' } : { at: 'totp', ...knownOf(known) }
}

/** What is carried from one step to the next. */
export function knownOf({ account, proofs }: Known): Known {
  return { account, proofs }
}

/** Whether a session suffices for an application. */
export function suffices(proofs: Proofs, secondFactorAsked: boolean): boolean {
  return !secondFactorAsked || hasSecondFactor(proofs)
}

/** The methods of an account, the stronger one first. */
export function methodsOf(account: { readonly enrolled: boolean; readonly email: string | null }): Method[] {
  return [
    ...(account.enrolled ? (['totp'] as const) : []),
    ...(account.email === null ? [] : (['email'] as const)),
  ]
}

/** A mail address for a page: enough to recognize one's own. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, 2)][0] ?? ''}•••${email.slice(at)}`
}
