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

/** The state of a sign-in, from the first page until the person is signed in. */
export type SignIn =
  | { readonly at: 'credentials'; readonly userName?: string; readonly problem?: Message }
  /** A person from an identity source without a linked account. */
  | { readonly at: 'link'; readonly problem?: Message }
  /** A signed-in person types the password again. */
  | (Known & { readonly at: 'password'; readonly problem?: Message })
  | (Known & { readonly at: 'new-password'; readonly recovery?: string; readonly problem?: Message })
  | (Known & { readonly at: 'choice'; readonly problem?: Message })
  | (Known & {
      readonly at: 'code'
      readonly challenge: Challenge
      /** A number that both the page and the mail show. */
      readonly hint: string
      readonly problem?: Message
      readonly notice?: Message
    })
  /** A second factor that needs no state between its page and its form. */
  | { [At in TypedAt]: Known & { readonly at: At; readonly problem?: Message } }[TypedAt]
  /**
   * A second factor is due, but a mailed code does not count for now, because the password was reset through a mailed
   * link.
   */
  | (Known & { readonly at: 'held' })
  | (Known & { readonly at: 'enrolment'; readonly due: boolean; readonly problem?: Message })
  | (Known & { readonly at: 'recovery-codes' })
  | (Known & { readonly at: 'change-password'; readonly problem?: Message })
  /** The person's details, which have a separate URL. */
  | (Known & { readonly at: 'details' })

type TypedAt = AskingAt<Exclude<Method, Sending>>

/** A state at one of these steps. */
export type StateAt<At extends SignIn['at']> = Extract<SignIn, { readonly at: At }>

interface Known {
  readonly account: string
  readonly proofs: Proofs
}

/** The facts that determine the next step. */
export interface Facts {
  readonly account: string
  readonly proofs: Proofs
  readonly passwordTemporary: boolean
  /** What the application requires. */
  readonly demand: Demand
  /** The second factors of the account. */
  readonly methods: readonly Method[]
  /** Whether a mailed code is missing among them because the password was recovered. */
  readonly mailHeld: boolean
}

/** A second factor that starts by sending a message. */
interface Begins {
  readonly begin: Sending
}

/** What comes next: a step, a second factor that must be started first, or nothing more. */
export type Next = SignIn | Begins | 'done'

/**
 * The step after a proof. People who have set up an app are always asked for it, because they chose to be. If an app is
 * missing, it is set up with the strongest proof that the account can give so far.
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

/** The steps in which a signed-in person proves their identity again. */
export type Proving = StateAt<'password' | 'choice' | AskingAt>

const PROVING: readonly (string | undefined)[] = ['password', 'choice', ...ASKING] satisfies Proving['at'][]

/** Whether it is the name of such a step. */
export function isProving(at: string | undefined): at is Proving['at'] {
  return PROVING.includes(at)
}

/** The step that asks for a proof. A link alone sends no mail: even a single method is chosen in a form. */
export function provingStep(proof: Proof, known: Known): Proving {
  const [method] = provingMethods(proof)
  if (method === undefined) return { at: 'password', ...knownOf(known) }
  const begins = begun(method, known)
  return 'begin' in begins ? { at: 'choice', ...knownOf(known) } : begins
}

/** The steps that lead to the same proof as this one. */
function leading(at: Proving['at']): readonly string[] {
  if (at === 'choice') return [at, ...METHODS.filter(sends).map(method => askingStep(method))]
  const method = METHODS.find(candidate => askingStep(candidate) === at)
  return method === undefined
    ? [at]
    : [...provingMethods(proofOf(method)).map(other => askingStep(other)), 'choice']
}

/** The stored step if it still leads to the proof that is due; otherwise the step that asks for that proof. */
export function resumedStep(kept: SignIn | undefined, due: Proving): Proving {
  if (kept === undefined || !('account' in kept) || kept.account !== due.account) return due
  const same = leading(due.at).includes(kept.at)
  return same ? ({ ...kept, proofs: due.proofs } as Proving) : due
}

/** The time limit for the steps after the password. Installing an app takes more than a few minutes. */
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

/** Whether a step depends on an earlier proof. */
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

/** The facts that are passed from one step to the next. */
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

/** A masked e-mail address for a page, which people still recognize as their own. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, 2)][0] ?? ''}•••${email.slice(at)}`
}
