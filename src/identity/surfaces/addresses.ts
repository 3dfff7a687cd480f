import { urlComponent } from '../../core/text.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Purpose } from './surfaces.ts'

/** The address of the sign-in page, which is the one of IBM Security Verify, because previews of themes open it. */
export const SIGN_IN = '/idaas/mtfim/sps/idaas/login'
export const SIGN_OUT = '/idaas/mtfim/sps/idaas/logout'
export const FLOWS = '/flows/'
/** Somebody's applications, and requests for access to one. */
export const APPS = '/apps'
export const ACCESS_REQUESTS = '/access/requests'
/** Reviews of access, each followed by its id. */
export const ACCESS_REVIEWS = '/access/reviews'

/** Identity sources, each followed by its id. */
export const SOURCES = '/sources'

/** Where people begin with a source, come back from it, are led after signing out there, and where it tells sign-outs. */
export function sourceAddress(id: string, at?: 'callback' | 'signed-out' | 'logout' | 'icon'): string {
  return `${SOURCES}/${urlComponent(id)}${at === undefined ? '' : `/${at}`}`
}

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

/** The message of the page after an action. The address has only its name, so that nobody can inject text. */
export type Notice = 'changed' | 'enrolled' | 'removed' | 'saved'

/** The address of the sign-in page, in the theme and language of what it is for. */
export function signInAddress({ themeId, locale }: Partial<Purpose> = {}, notice?: Notice): string {
  return `${SIGN_IN}?runtime=true${parameters({ themeId, ui_locales: locale, notice })}`
}

/** The address of the sign-in page if no application is waiting, in the theme that the person has seen so far. */
export function homeAddress(audience: Audience, purpose: Purpose): string {
  return signInAddress({ ...purpose, themeId: seenTheme(audience) })
}

/** The theme that an address has to force for somebody to see it again. */
export function seenTheme({ theme: { why, view } }: Audience): string | null {
  return why === 'default' ? null : view.id
}

/** The address of a step of a flow. It always has a query, so that pages can append to it. */
export function flowAddress(flow: string, at?: string): string {
  // A signed flow needs no percent-encoding.
  return `${SIGN_IN}?runtime=true&flow=${flow}${at === undefined ? '' : `&at=${at}`}`
}

/** The address of a page of its own, with the flow that its form is posted with. */
export function flowAt(page: string, flow: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}flow=${flow}`
}

/** The address of a page of its own, in the language that somebody asked for, and with what it says. */
export function pageAddress(
  page: string,
  { locale, notice }: { readonly locale?: string | null; readonly notice?: string | undefined },
): string {
  const more = parameters({ ui_locales: locale, notice })
  return page.includes('?') ? `${page}${more}` : `${page}${more.replace('&', '?')}`
}

/** Where access to an application is asked for. */
export function askingAddress(applicationId: string): string {
  return `${ACCESS_REQUESTS}?application=${urlComponent(applicationId)}`
}

/** The page of a request for access. */
export function accessRequestAddress(id: string): string {
  return `${ACCESS_REQUESTS}/${urlComponent(id)}`
}

/** The page of a review of access, or of the reviews of an application in a campaign. */
export function reviewAddress(id: string): string {
  return `${ACCESS_REVIEWS}/${urlComponent(id)}`
}

/** The address at which the request of an application waits, for the browser that it belongs to. */
export function waitingAddress(
  uid: string,
  { key, issuer }: { readonly key: string; readonly issuer: IssuerPath },
): string {
  return `${issuer}/interaction/${uid}?key=${key}`
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
export function registrationFrom(flow: string, reference: string): string {
  return `${FLOWS}?reference=${urlComponent(reference)}&from=${flow}`
}

/** The registration that is used if an application names none. */
export const REGISTRATION = 'registration'

/** The address of a designed flow, or of a step of it. */
export function designedAddress(
  reference: string,
  values: Readonly<Record<string, string | null | undefined>>,
): string {
  return `${FLOWS}?reference=${urlComponent(reference)}${parameters(values)}`
}

/** The address with which somebody who was invited registers. */
export function invitationAddress(reference: string, invitation: string): string {
  return designedAddress(reference, { invitation })
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
