import { isStrong, type Method, PROOFS, type Proof, proofOf } from './methods.ts'

/** The proofs that somebody has given, each with the time when it was last given: milliseconds since 1970. */
export type Proofs = Readonly<Partial<Record<Proof, number>>>

/** The names of the proofs, the password first. */
export function proofNames(proofs: Proofs): Proof[] {
  return PROOFS.filter(proof => proofs[proof] !== undefined)
}

/** Combines both lists. Each proof has its latest time. */
export function latestProofs(one: Proofs, other: Proofs): Proofs {
  const names = [...new Set([...proofNames(one), ...proofNames(other)])]
  return Object.fromEntries(names.map(proof => [proof, Math.max(one[proof] ?? 0, other[proof] ?? 0)]))
}

const FRESH_MS = 5 * 60_000
const SKEW_MS = 60_000

/** Whether a proof is recent enough for a change of the account. The clock of another node may be ahead. */
export function isFresh(provedAt: number | undefined, now: number, lifeMs = FRESH_MS): boolean {
  return provedAt !== undefined && now - provedAt <= lifeMs && provedAt - now <= SKEW_MS
}

/** Whether there is any proof beyond the password or the sign-in at a source. */
export function hasFactor(proofs: Proofs): boolean {
  return proofNames(proofs).some(proof => proof !== 'pwd' && proof !== 'fed')
}

/** What a signed-in person can change, see or give to others only with a fresh proof. */
export type Change = 'details' | 'password' | 'factor' | 'recovery-codes' | 'access'

/**
 * The proof that a change still needs; undefined if all proofs are fresh. It is the strongest one that the account can
 * give, because people can sign in with a factor that they change. It is `held` if a mailed code would be needed and
 * does not count at the moment. A password alone must not be enough to set up an app.
 */
export function proofDue(
  change: Change,
  {
    proofs,
    methods,
    mailHeld,
  }: { readonly proofs: Proofs; readonly methods: readonly Method[]; readonly mailHeld: boolean },
  now: number,
): Proof | 'held' | undefined {
  if (change === 'factor' && mailHeld) return 'held'
  const lacks = (proof: Proof) => !isFresh(proofs[proof], now)
  // The form for a new password asks for the current one itself, and recovery codes follow the code of a new app.
  const typesPassword = change === 'details' || change === 'factor' || change === 'access'
  if (typesPassword && lacks('pwd') && lacks('fed')) return 'pwd'
  const strong = methods.filter(isStrong).map(proofOf)
  if (strong.length > 0) return strong.every(lacks) ? strong[0] : undefined
  return change === 'factor' ? methods.map(proofOf).find(lacks) : undefined
}
