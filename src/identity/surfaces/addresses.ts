import { urlComponent } from '../../core/text.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Purpose } from './surfaces.ts'

/** Where people sign in: the interface fixes it. */
export const SIGN_IN = '/idaas/mtfim/sps/idaas/login'
export const SIGN_OUT = '/idaas/mtfim/sps/idaas/logout'
export const FLOWS = '/flows/'

/** Where people sign in to the console and out of it, on its own origin. */
export const CONSOLE_PATHS = {
  signIn: '/signin',
  step: '/signin/step',
  forgotten: '/signin/forgotten',
  recover: '/signin/recover',
  signOut: '/signout',
  signedOut: '/signed-out',
} as const

/**
 * The paths of a tenant's issuers: an issuer is the tenant's address followed by one of these. Applications that moved
 * here from IBM Security Verify know the second and the third.
 */
export const ISSUER_PATHS = ['/v1.0/endpoint/default', '/oidc/endpoint/default', '/oauth2'] as const

export type IssuerPath = (typeof ISSUER_PATHS)[number]

/** The path of the issuer that new applications use. */
export const ISSUER_PATH: IssuerPath = ISSUER_PATHS[0]

/** The issuer that an address belongs to. */
export function issuerOf(address: string): IssuerPath | undefined {
  const path = URL.parse(address)?.pathname ?? ''
  return ISSUER_PATHS.find(issuer => path === issuer || path.startsWith(`${issuer}/`))
}

/** What the page after an action says: a name in the address, so that nobody can put words there. */
export type Notice = 'changed' | 'enrolled' | 'removed' | 'saved'

/** The address of the sign-in page, in the theme and language of what it is for. */
export function signInAddress({ themeId, locale }: Partial<Purpose> = {}, notice?: Notice): string {
  return `${SIGN_IN}?runtime=true${parameters({ themeId, ui_locales: locale, notice })}`
}

/** The same where no application waits any more: in the theme that somebody has seen so far. */
export function homeAddress(audience: Audience, purpose: Purpose): string {
  return signInAddress({ ...purpose, themeId: seenTheme(audience) })
}

/** The theme that an address has to force for somebody to see it again. */
export function seenTheme({ theme: { why, view } }: Audience): string | null {
  return why === 'default' ? null : view.id
}

/** The address of a step of a flow. It always has a query, so that pages can append to it. */
export function flowAddress(flow: string, at?: string): string {
  // A sealed flow has only characters that an address may have as they are.
  return `${SIGN_IN}?runtime=true&flow=${flow}${at === undefined ? '' : `&at=${at}`}`
}

/** The address that the forms of a request that waits are posted to. */
export function interactionAddress(uid: string, flow: string): string {
  return `${ISSUER_PATH}/interaction/${uid}?flow=${flow}`
}

/** The address that a form for signing out is posted to. */
export function signOutAddress(flow: string): string {
  return `${SIGN_OUT}?runtime=true${parameters({ flow })}`
}

/** Where an account is made by somebody who came to sign in. */
export function registrationFrom(flow: string): string {
  return `${FLOWS}?reference=registration&from=${flow}`
}

/** The address of a step of a registration. */
export function registrationAddress(values: Readonly<Record<string, string | null | undefined>>): string {
  return `${FLOWS}?reference=registration${parameters(values)}`
}

/** The two pages on which people edit their details. */
export type UserFormName = 'profile' | 'user_form'

export function userFormAddress(
  form: UserFormName,
  values: Readonly<Record<string, string | null | undefined>>,
): string {
  return `${FLOWS}?reference=${form}${parameters(values)}`
}

function parameters(values: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => `&${name}=${urlComponent(value)}`)
    .join('')
}

/** The origin of an address, as a policy names it: of an app's own scheme, that scheme. */
export function originOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
