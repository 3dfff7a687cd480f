import { type Demand, suffices } from './assurance.ts'
import type { Challenge } from './challenge.ts'
import type { Message } from './message.ts'
import {
  ASKING,
  type AskingAt,
  askingStep,
  isStrong,
  METHODS,
  type Method,
  type Proof,
  proofOf,
  provingMethods,
  type Sending,
  sends,
} from './methods.ts'
import { isFresh, type Proofs, proofNames } from './proof.ts'

/** Where somebody stands between the first page and being signed in. */
export type SignIn =
  | { readonly at: 'credentials'; readonly userName?: string; readonly problem?: Message }
  /** Somebody from an identity source who has no account that is linked with it. */
  | { readonly at: 'link'; readonly problem?: Message }
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
  /** A second factor of which nothing has to be remembered between its page and its form. */
  | { [At in TypedAt]: Known & { readonly at: At; readonly problem?: Message } }[TypedAt]
  /** A second factor is due, and a mailed code is none for now: the password was replaced through a mailed link. */
  | (Known & { readonly at: 'held' })
  | (Known & { readonly at: 'enrolment'; readonly due: boolean; readonly problem?: Message })
  | (Known & { readonly at: 'recovery-codes' })
  | (Known & { readonly at: 'change-password'; readonly problem?: Message })
  /** One's own details, which have an address of their own. */
  | (Known & { readonly at: 'details' })

type TypedAt = AskingAt<Exclude<Method, Sending>>

/** A state at one of these steps. */
export type StateAt<At extends SignIn['at']> = Extract<SignIn, { readonly at: At }>

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

/** A second factor that has to be sent first. */
interface Begins {
  readonly begin: Sending
}

/** What comes next: a step, a second factor that has to be begun first, or nothing more. */
export type Next = SignIn | Begins | 'done'

/**
 * What follows a proof. Whoever has set up an app is always asked for it: setting it up was a wish to be asked. Where
 * an app is missing, it is set up with the strongest proof that the account can give so far.
 */
export function next({ account, proofs, passwordTemporary, demand, methods, mailHeld }: Facts): Next {
  const known = { account, proofs }
  const typed = proofs.fed === undefined || proofs.pwd !== undefined
  if (passwordTemporary && typed) return { at: 'new-password', ...known }
  const strong = methods.filter(isStrong)
  const isProvedAtSource = proofs.fedmfa !== undefined
  if (isProvedAtSource || strong.some(method => proofs[proofOf(method)] !== undefined)) return 'done'
  if (strong.length > 0) return begun(strong[0]!, known)
  if (suffices(proofs, demand)) return 'done'
  if (mailHeld) return { at: 'held', ...known }
  const open = methods.find(method => proofs[proofOf(method)] === undefined)
  if (open !== undefined) return begun(open, known)
  return { at: 'enrolment', due: true, ...known }
}

/** The steps in which somebody who is signed in proves again who they are. */
export type Proving = StateAt<'password' | 'choice' | AskingAt>

const PROVING: readonly (string | undefined)[] = ['password', 'choice', ...ASKING] satisfies Proving['at'][]

/** Whether it is the name of such a step. */
export function isProving(at: string | undefined): at is Proving['at'] {
  return PROVING.includes(at)
}

/** The step that asks for a proof. A link alone sends no mail: the choice, of one method even, is a form. */
export function provingStep(proof: Proof, known: Known): Proving {
  const [method] = provingMethods(proof)
  if (method === undefined) return { at: 'password', ...knownOf(known) }
  const begins = begun(method, known)
  return 'begin' in begins ? { at: 'choice', ...knownOf(known) } : begins
}

/** The steps that lead to the same proof as one. */
function leading(at: Proving['at']): readonly string[] {
  if (at === 'choice') return [at, ...METHODS.filter(sends).map(method => askingStep(method))]
  const method = METHODS.find(candidate => askingStep(candidate) === at)
  return method === undefined
    ? [at]
    : [...provingMethods(proofOf(method)).map(other => askingStep(other)), 'choice']
}

/** A step that was kept, if it is still about the proof that is due; else the step that asks for that. */
export function resumedStep(kept: SignIn | undefined, due: Proving): Proving {
  if (kept === undefined || !('account' in kept) || kept.account !== due.account) return due
  const same = leading(due.at).includes(kept.at)
  return same ? ({ ...kept, proofs: due.proofs } as Proving) : due
}

/** How long the steps after the password may take: installing an app takes more than a few minutes. */
const STEPS_MS = 15 * 60_000

/**
 * Whether a step of a sign-in would change the account although the password was typed, or the source was visited, too
 * long ago. A link for a forgotten password is a proof with its own expiry.
 */
export function isStale(state: SignIn, now: number, startedAt: number): boolean {
  const changes = state.at === 'enrolment' || (state.at === 'new-password' && state.recovery === undefined)
  if (!changes) return false
  const { pwd, fed } = state.proofs
  return !isFresh(pwd ?? (fed === undefined ? undefined : startedAt), now, STEPS_MS)
}

/** Whether a step builds on something that was proved before it. */
export function isProved(state: SignIn): boolean {
  return 'proofs' in state && proofNames(state.proofs).length > 0
}

/** The step of a chosen second factor; an unknown choice leads back to the list of choices. */
export function chosen(known: Known, method: string, methods: readonly Method[]): Next {
  const found = methods.find(candidate => candidate === method)
  return found === undefined ? { at: 'choice', ...knownOf(known) } : begun(found, known)
}

function begun(method: Method, known: Known): Begins | StateAt<TypedAt> {
  return sends(method) ? { begin: method } : { at: askingStep(method), ...knownOf(known) }
}

/** What is carried from one step to the next. */
export function knownOf({ account, proofs }: Known): Known {
  return { account, proofs }
}

/**
 * The methods of the account that count for this sign-in. Mail does not count for somebody with an app: the mailbox can
 * also recover the password, so it would be enough on its own.
 */
export function methodsOf(held: readonly Method[], mailHeld: boolean): Method[] {
  const strong = held.filter(isStrong)
  return strong.length > 0 || mailHeld ? strong : [...held]
}

/** A mail address for a page: enough to recognize one's own. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, 2)][0] ?? ''}•••${email.slice(at)}`
}
