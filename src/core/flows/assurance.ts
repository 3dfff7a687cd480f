import { amrName, countsAs, isStrong, METHODS, type Method, proofOf } from './methods.ts'
import type { Proofs } from './proof.ts'

/** The possible second factors: an authenticator app with its recovery codes, and a code by mail. */
export const FACTORS = ['app', 'mail'] as const

export type Factor = (typeof FACTORS)[number]

/** The values of the claim `acr`, which says how a sign-in was confirmed. */
export const ACR = {
  password: 'urn:tabard:acr:password',
  mail: 'urn:tabard:acr:mail',
  app: 'urn:tabard:acr:app',
  source: 'urn:tabard:acr:source',
  sourceFactor: 'urn:tabard:acr:source-factor',
} as const

/** What an application requires of a sign-in. */
export interface Demand {
  /** Whether it requires a second factor. */
  readonly asked: boolean
  /** The second factors that it accepts. */
  readonly factors: readonly Factor[]
}

/**
 * Parses a list of factors such as `app,mail`; undefined if it is not valid. The app is always included: people who
 * have set one up are asked for it everywhere.
 */
export function factorsIn(text: string): Factor[] | undefined {
  const names = text.split(',').map(name => name.trim())
  const known = names.every(name => FACTORS.some(factor => factor === name))
  return known && names.includes('app') ? FACTORS.filter(factor => names.includes(factor)) : undefined
}

/** The factors that both lists have: an application can accept fewer than its tenant, never more. */
export function sharedFactors(one: readonly Factor[], other: readonly Factor[]): Factor[] {
  return FACTORS.filter(factor => one.includes(factor) && other.includes(factor))
}

/**
 * What a request asks for. The values of `acr_values` are preferences, in order: the first one that the person can
 * satisfy counts. Nobody is refused, or has to set anything up, because of a preference.
 */
export function demanded(application: Demand, acrValues: string, methods: readonly Method[]): Demand {
  const { asked, factors } = application
  const gives = (value: string): boolean => {
    if (value === ACR.app) return methods.some(isStrong)
    if (value === ACR.mail) return methods.some(method => isCounted(method, factors))
    return value === ACR.password
  }
  const wished = acrValues.split(' ').find(gives)
  if (wished === ACR.app) return { asked: true, factors: ['app'] }
  return { asked: asked || wished === ACR.mail, factors }
}

/** Whether proofs satisfy a demand. */
export function suffices(proofs: Proofs, { asked, factors }: Demand): boolean {
  return !asked || proofs.fedmfa !== undefined || given(proofs).some(method => isCounted(method, factors))
}

/** The methods that may have given the proofs, strongest first. */
function given(proofs: Proofs): Method[] {
  return METHODS.filter(method => proofs[proofOf(method)] !== undefined)
}

function isCounted(method: Method, factors: readonly Factor[]): boolean {
  return isStrong(method) || factors.includes(countsAs(method))
}

/** The value of the claim `acr`. */
export function acrOf(proofs: Proofs): string {
  const [strongest] = given(proofs)
  if (strongest === undefined && proofs.fedmfa !== undefined) return ACR.sourceFactor
  if (strongest === undefined && proofs.fed !== undefined) return ACR.source
  return ACR[strongest === undefined ? 'password' : countsAs(strongest)]
}

/** The RFC 8176 names of the proofs. `mfa` means that they are independent of each other. */
export function amrOf(proofs: Proofs): string[] {
  const methods = given(proofs)
  const first = [...(proofs.pwd === undefined ? [] : ['pwd']), ...(proofs.fed === undefined ? [] : ['fed'])]
  const independent = proofs.fedmfa !== undefined || (first.length > 0 && methods.some(isStrong))
  return [...first, ...new Set(methods.map(amrName)), ...(independent ? ['mfa'] : [])]
}

const HOLD_MS = 24 * 60 * 60_000

/**
 * Until when a mailed code does not count as a second factor, because the password was replaced through a mailed link;
 * undefined if it counts. Otherwise access to the mailbox would be enough. The owner, who is signed out everywhere, has
 * a day to notice.
 */
export function mailHeldUntil(recoveredAt: number | null, now: number): number | undefined {
  return recoveredAt !== null && now < recoveredAt + HOLD_MS ? recoveredAt + HOLD_MS : undefined
}
