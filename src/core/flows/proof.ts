/** A second factor. */
export type Method = 'totp' | 'email'

/** How somebody has proved who they are. */
export type Proof = 'pwd' | Method

/** The proofs that somebody has given, and when each was given last: milliseconds since 1970. */
export type Proofs = Readonly<Partial<Record<Proof, number>>>

/** The names of the proofs, the password first. */
export function proofNames(proofs: Proofs): Proof[] {
  return (['pwd', 'totp', 'email'] as const).filter(proof => proofs[proof] !== undefined)
}

/** Whether a second factor is among the proofs. */
export function hasSecondFactor({ totp, email }: Proofs): boolean {
  return totp !== undefined || email !== undefined
}

/** Both lists together, each proof with its latest time. */
export function latestProofs(one: Proofs, other: Proofs): Proofs {
  const names = [...new Set([...proofNames(one), ...proofNames(other)])]
  return Object.fromEntries(names.map(proof => [proof, Math.max(one[proof] ?? 0, other[proof] ?? 0)]))
}

const FRESH_MS = 5 * 60_000
const SKEW_MS = 60_000

/** Whether a proof is recent enough to change an account by. The clock of another node may be ahead. */
export function isFresh(provedAt: number | undefined, now: number): boolean {
  return provedAt !== undefined && now - provedAt <= FRESH_MS && provedAt - now <= SKEW_MS
}

/** What somebody who is signed in can change, or be shown, that needs a fresh proof. */
export type Change = 'details' | 'password' | 'factor' | 'recovery-codes'

/**
 * The proof that a change still needs; undefined when all of them are fresh. It is the strongest that the account can
 * give: whoever changes a factor can sign in with it from then on.
 */
export function proofDue(
  change: Change,
  { proofs, methods }: { readonly proofs: Proofs; readonly methods: readonly Method[] },
  now: number,
): Proof | undefined {
  const lacks = (proof: Proof) => !isFresh(proofs[proof], now)
  // The form for a new password asks for the current one itself, and recovery codes follow the code of a new app.
  const typesPassword = change === 'details' || change === 'factor'
  if (typesPassword && lacks('pwd')) return 'pwd'
  if (methods.includes('totp')) return lacks('totp') ? 'totp' : undefined
  return change === 'factor' && methods.includes('email') && lacks('email') ? 'email' : undefined
}
