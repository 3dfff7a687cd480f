import type { Challenge } from './challenge.ts'
import type { Message } from './message.ts'

/** A second factor. */
export type Method = 'totp' | 'email'

/** Where somebody stands between the first page and being signed in. */
export type SignIn =
  | { readonly at: 'credentials'; readonly userName?: string; readonly problem?: Message }
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

interface Known {
  readonly account: string
  readonly proofs: readonly Proof[]
}

/** How somebody has proved who they are. */
export type Proof = 'pwd' | Method

/** What decides about the next step. */
export interface Facts {
  readonly account: string
  readonly proofs: readonly Proof[]
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
  const proved = proofs.some(proof => proof !== 'pwd')
  if (proved || !(secondFactorAsked || methods.includes('totp'))) return 'done'
  const [only, another] = methods
  if (only === undefined) return { at: 'enrolment', due: true, ...known }
  if (another !== undefined) return { at: 'choice', ...known }
  return begun(only, known)
}

/**
 * What comes before setting up an app, or taking one away: the strongest proof that the account can give, because
 * whoever does this can sign in with it from then on.
 */
export function beforeEnrolment({ account, proofs, methods }: Facts): SignIn {
  const known = { account, proofs }
  if (methods.includes('totp') && !proofs.includes('totp')) return { at: 'totp', ...known }
  if (methods.includes('email') && proofs.every(proof => proof === 'pwd')) return { at: 'choice', ...known }
  return { at: 'enrolment', due: false, ...known }
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
export function suffices(proofs: readonly Proof[], secondFactorAsked: boolean): boolean {
  return !secondFactorAsked || proofs.some(proof => proof !== 'pwd')
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
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
