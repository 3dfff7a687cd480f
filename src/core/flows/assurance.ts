import type { Method, Proofs } from './proof.ts'

/** The second factors that can count: an authenticator app with its recovery codes, and a code by mail. */
export const FACTORS = ['app', 'mail'] as const

export type Factor = (typeof FACTORS)[number]

/** The values of the claim `acr`: what a sign-in was confirmed with. */
export const ACR = {
  password: 'urn:tabard:acr:password',
  mail: 'urn:tabard:acr:mail',
  app: 'urn:tabard:acr:app',
} as const

/** What an application asks of a sign-in. */
export interface Demand {
  /** Whether it takes a second factor. */
  readonly asked: boolean
  /** The second factors that count. */
  readonly factors: readonly Factor[]
}

/**
 * The factors in a list such as `app,mail`; undefined when it is none. The app is always one of them: whoever has set one
 * up is asked for it everywhere.
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
 * What a request asks for. The values of `acr_values` are a wish, in order of preference: the first one counts that the
 * person can give. Nobody is refused, or has to set anything up, because of a wish.
 */
export function demanded(application: Demand, acrValues: string, methods: readonly Method[]): Demand {
  const { asked, factors } = application
  const gives = (value: string): boolean => {
    if (value === ACR.app) return methods.includes('totp')
    if (value === ACR.mail)
      return methods.includes('totp') || (methods.includes('email') && factors.includes('mail'))
    return value === ACR.password
  }
  const wished = acrValues.split(' ').find(gives)
  if (wished === ACR.app) return { asked: true, factors: ['app'] }
  return { asked: asked || wished === ACR.mail, factors }
}

/** Whether proofs are enough for a demand. */
export function suffices({ totp, email }: Proofs, { asked, factors }: Demand): boolean {
  return !asked || totp !== undefined || (email !== undefined && factors.includes('mail'))
}

/** The value of the claim `acr`. */
export function acrOf({ totp, email }: Proofs): string {
  if (totp !== undefined) return ACR.app
  return email === undefined ? ACR.password : ACR.mail
}

/**
 * RFC 8176 names for the proofs. A mailed code is `mca`, a second channel, and neither `otp` nor `mfa`: the mailbox that
 * receives it can replace the password as well, so the two are not independent factors.
 */
export function amrOf({ pwd, totp, email }: Proofs): string[] {
  return [
    ...(pwd === undefined ? [] : ['pwd']),
    ...(totp === undefined ? [] : ['otp']),
    ...(email === undefined ? [] : ['mca']),
    ...(pwd === undefined || totp === undefined ? [] : ['mfa']),
  ]
}

const HOLD_MS = 24 * 60 * 60_000

/**
 * Until when a mailed code is no second factor, because the password was replaced through a mailed link; undefined when it
 * is one. The mailbox alone would else be enough. The owner, who is signed out everywhere, has a day to notice.
 */
export function mailHeldUntil(recoveredAt: number | null, now: number): number | undefined {
  return recoveredAt !== null && now < recoveredAt + HOLD_MS ? recoveredAt + HOLD_MS : undefined
}
