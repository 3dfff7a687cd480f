/** The rules of a second factor. Its implementation is in `identity/factors`. */
interface MethodRules {
  /** The proof that it gives. The name is stored in sessions and flows, so it never changes. */
  readonly proof: string
  /**
   * What it counts as in settings and in the claim `acr`. `app` is independent of the password and of the mailbox that
   * recovers it. It counts everywhere, people who have it are always asked for it, and `mail` is then not available.
   */
  readonly counts: 'app' | 'mail'
  /** Its name in the claim `amr` (RFC 8176). */
  readonly amr: string
  /** The step of a flow that asks for it. The name is stored in flows, so it never changes. */
  readonly at: string
  /** The method that it can replace. Without that method, it is not available. */
  readonly standsInFor?: string
  /** Whether asking for it sends a message. Opening a link alone must not do that. */
  readonly sends?: true
}

/**
 * The second factors, strongest first. A mailed code is `mca`, a second channel, and neither `otp` nor `mfa`. The
 * mailbox that receives it can also reset the password, so the two are not independent factors.
 */
const RULES = {
  totp: { proof: 'totp', counts: 'app', amr: 'otp', at: 'totp' },
  recovery: { proof: 'totp', counts: 'app', amr: 'otp', at: 'recovery-code', standsInFor: 'totp' },
  email: { proof: 'email', counts: 'mail', amr: 'mca', at: 'code', sends: true },
} as const satisfies Readonly<Record<string, MethodRules>>

/** A second factor that a person can choose. */
export type Method = keyof typeof RULES

/** A second factor that sends a message when it is asked for. */
export type Sending = {
  [M in Method]: (typeof RULES)[M] extends { readonly sends: true } ? M : never
}[Method]

/** A way in which somebody has proved who they are. */
export type Proof = 'pwd' | Federated | (typeof RULES)[Method]['proof']

/**
 * What an identity source proves. `fed`: who somebody is, with the time of the proof, or 0 if the source does not say.
 * `fedmfa`: a second factor, if an administrator accepts the source's.
 */
type Federated = 'fed' | 'fedmfa'

/** The step at which a method is asked for. */
export type AskingAt<M extends Method = Method> = (typeof RULES)[M]['at']

/** The methods, strongest first. */
export const METHODS = Object.keys(RULES) as readonly Method[]

/** The names of the proofs, the password first. */
export const PROOFS: readonly Proof[] = ['pwd', 'fed', 'fedmfa', ...new Set(METHODS.map(proofOf))]

/** The steps at which the methods are asked for. */
export const ASKING: readonly AskingAt[] = METHODS.map(method => askingStep(method))

/** Whether it is a step at which a method is asked for. */
export function isAsking(at: string): at is AskingAt {
  return ASKING.some(step => step === at)
}

export function proofOf(method: Method): Exclude<Proof, 'pwd' | Federated> {
  return RULES[method].proof
}

/** What a method counts as in settings, and in the claim `acr`. */
export function countsAs(method: Method): MethodRules['counts'] {
  return RULES[method].counts
}

/** The name of a method in the claim `amr`. */
export function amrName(method: Method): string {
  return RULES[method].amr
}

/** The step at which a method is asked for. */
export function askingStep<M extends Method>(method: M): AskingAt<M> {
  return RULES[method].at
}

/** Whether a method is independent of the password, and of the mailbox that recovers it. */
export function isStrong(method: Method): boolean {
  return countsAs(method) === 'app'
}

/** Whether asking for a method sends a message. */
export function sends(method: Method): method is Sending {
  const rules: MethodRules = RULES[method]
  return rules.sends === true
}

/** The method that another one can replace. */
export function standsInFor(method: Method): Method | undefined {
  const rules: MethodRules = RULES[method]
  return METHODS.find(other => other === rules.standsInFor)
}

/** The methods that give a proof. */
export function provingMethods(proof: Proof): Method[] {
  return METHODS.filter(method => proofOf(method) === proof)
}

/** Whether one of these proofs was given by a method that is independent of the password. */
export function hasStrong(proofs: readonly Proof[]): boolean {
  return METHODS.some(method => isStrong(method) && proofs.includes(proofOf(method)))
}
