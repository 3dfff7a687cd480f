import { urlComponent } from '../../core/text.ts'
import type { Audience } from '../../pages/pages.ts'
import type { Purpose } from './surfaces.ts'

/** The path of the sign-in page. It is that of IBM Security Verify, because theme previews open it. */
export const SIGN_IN = '/idaas/mtfim/sps/idaas/login'
export const SIGN_OUT = '/idaas/mtfim/sps/idaas/logout'
export const FLOWS = '/flows/'
/** The path of a person's applications, and of requests for access to one. */
export const APPS = '/apps'
export const ACCESS_REQUESTS = '/access/requests'
/** The path of access reviews, each followed by its id. */
export const ACCESS_REVIEWS = '/access/reviews'

/** The path of identity sources, each followed by its id. */
export const SOURCES = '/sources'

/**
 * The addresses of a source: where people begin, return, land after signing out there, and where it reports sign-outs.
 */
export function sourceAddress(id: string, at?: 'callback' | 'signed-out' | 'logout' | 'icon'): string {
  return `${SOURCES}/${urlComponent(id)}${at === undefined ? '' : `/${at}`}`
}

/** The paths for signing in to the console and out of it, on its own origin. */
export const CONSOLE_PATHS = {
  signIn: '/signin',
  step: '/signin/step',
  forgotten: '/signin/forgotten',
  recover: '/signin/recover',
  signOut: '/signout',
  signedOut: '/signed-out',
} as const

/**
 * The paths of a tenant's issuers. An issuer is the tenant's address followed by one of them. The second and the third
 * are for applications that moved here from IBM Security Verify.
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

/** The message of the page after an action. The URL contains only its name, so that nobody can inject text. */
export type Notice = 'changed' | 'enrolled' | 'removed' | 'saved'

/** The address of the sign-in page, in the theme and language of what it is for. */
export function signInAddress({ themeId, locale }: Partial<Purpose> = {}, notice?: Notice): string {
  return `${SIGN_IN}?runtime=true${parameters({ themeId, ui_locales: locale, notice })}`
}

/** The address of the sign-in page if no application is waiting, in the theme that the person has seen so far. */
export function homeAddress(audience: Audience, purpose: Purpose): string {
  return signInAddress({ ...purpose, themeId: seenTheme(audience) })
}

/** The theme that a URL has to force so that the person sees the same theme again. */
export function seenTheme({ theme: { why, view } }: Audience): string | null {
  return why === 'default' ? null : view.id
}

/** The address of a step of a flow. It always has a query, so that pages can append to it. */
export function flowAddress(flow: string, at?: string): string {
  // A signed flow needs no percent-encoding.
  return `${SIGN_IN}?runtime=true&flow=${flow}${at === undefined ? '' : `&at=${at}`}`
}

/** The address of a page with its own path, with the flow that its form is posted with. */
export function flowAt(page: string, flow: string): string {
  return `${page}${page.includes('?') ? '&' : '?'}flow=${flow}`
}

/** The address of a page with its own path, in the language that the person asked for, and with a message. */
export function pageAddress(
  page: string,
  { locale, notice }: { readonly locale?: string | null; readonly notice?: string | undefined },
): string {
  const more = parameters({ ui_locales: locale, notice })
  return page.includes('?') ? `${page}${more}` : `${page}${more.replace('&', '?')}`
}

/** The page that asks for access to an application. */
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

/** The address to which the forms of a waiting request are posted. */
export function interactionAddress(uid: string, flow: string): string {
  return `${ISSUER_PATH}/interaction/${uid}?flow=${flow}`
}

/** The address to which the sign-out form is posted. */
export function signOutAddress(flow: string): string {
  return `${SIGN_OUT}?runtime=true${parameters({ flow })}`
}

/** The page that asks whether to sign out, with the look and language of a flow that signs out. */
export function askedAgainAddress(flow: string, { themeId, locale }: Purpose): string {
  return `${SIGN_OUT}?runtime=true${parameters({ from: flow, themeId, ui_locales: locale })}`
}

/** The address of the registration for a person who came to sign in. */
export function registrationFrom(flow: string, reference: string): string {
  return `${FLOWS}?reference=${urlComponent(reference)}&from=${flow}`
}

/** The registration for applications that name no other. */
export const REGISTRATION = 'registration'

/** The address of a designed flow, or of a step of it. */
export function designedAddress(
  reference: string,
  values: Readonly<Record<string, string | null | undefined>>,
): string {
  return `${FLOWS}?reference=${urlComponent(reference)}${parameters(values)}`
}

/** The address at which an invited person registers. */
export function invitationAddress(reference: string, invitation: string): string {
  return designedAddress(reference, { invitation })
}

function parameters(values: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(values)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => `&${name}=${urlComponent(value)}`)
    .join('')
}

/** The origin of an address for a Content-Security-Policy. For the scheme of an app, it is that scheme. */
export function originOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
