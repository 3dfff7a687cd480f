import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { untouched } from '../../core/theme.ts'
import { type Page, pageHeaders } from '../../pages/pages.ts'
import { type AuditEntry, StoreFault, type Tenant } from '../../store/store.ts'
import { homeAddress, originOf } from '../surfaces/addresses.ts'
import { cookieValue, removalOf, sessionCookie, stepsCookie } from '../surfaces/cookies.ts'
import { type Leaving, leavingPage } from '../surfaces/leaving.ts'
import { NO_PURPOSE, type Surfaces } from '../surfaces/surfaces.ts'
import { formPostPage } from './form-post.ts'
import { type OwnSessionParts, sessionOf } from './own-session.ts'

/** Who asked to end a session. */
export type EndedBy = Pick<AuditEntry, 'application' | 'address'>

/** A form that signs out: its secret token, and where people continue at the end. */
export interface SignOutForm {
  readonly token: string | undefined
  readonly to: string
}

export interface PageParts {
  readonly surfaces: Surfaces
  readonly session: OwnSessionParts['session']
  /**
   * Signs out in the browser with these cookies. Returns the source where people continue to sign out there too, if there
   * is one. From there, they continue to the final address.
   */
  readonly signOut: (
    tenant: Tenant,
    cookies: string | undefined,
    by: EndedBy,
    form: SignOutForm,
  ) => Promise<Leaving | undefined>
  /** The source to which the form with this token has just led, if nobody is signed in in the browser any more. */
  readonly signOutAgain: (
    tenant: Tenant,
    cookies: string | undefined,
    token: string | undefined,
  ) => Promise<Leaving | undefined>
  /** The network address of a request. */
  readonly addressOf: (ctx: KoaContextWithOIDC) => string | null
  /** Is called when a request is refused, with the reference that the person sees. */
  readonly refused: (reference: string, error: Error) => void
}

/** The pages that a provider shows itself: errors in applications' requests, and signing out. */
export class ProviderPages {
  readonly #parts: PageParts

  constructor(parts: PageParts) {
    this.#parts = parts
  }

  /** Shows that an application's request cannot be served, in the application's theme if it is known. */
  async refused(tenant: Tenant, ctx: KoaContextWithOIDC, code: string, error: Error): Promise<void> {
    const { surfaces } = this.#parts
    const audience = await this.#audience(tenant, ctx)
    const word = await surfaces.words(audience)
    const reference = String(ctx.res.getHeader('x-request-id') ?? '')
    this.#parts.refused(reference, error)
    const said = [word(labelOf(code, error)), word('ERROR_REFERENCE', { REFERENCE: reference })]
    show(ctx, await surfaces.page(audience, 'oidc-error', { ERROR_DESCRIPTION: said.join(' ') }), ctx.status)
  }

  /** Replaces the provider's own page when another person signed in in this browser at the same time. */
  async someoneElse(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    ctx.status = 400
    await this.refused(tenant, ctx, 'invalid_request', new errors.SessionNotFound('another person signed in'))
  }

  /** Asks whether to sign out. A person who is not signed in continues at once. */
  async askToSignOut(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const { session, params } = ctx.oidc
    const target = params?.post_logout_redirect_uri as string | undefined
    const signedIn = await sessionOf({ tenant, session: this.#parts.session }, ctx)
    if (session?.accountId === undefined && signedIn === undefined) {
      removeSession(ctx)
      const to = new URL(target ?? lastPage(ctx))
      if (target !== undefined && typeof params?.state === 'string')
        to.searchParams.set('state', params.state)
      ctx.body = ''
      ctx.status = 303
      ctx.redirect(to.href)
      return
    }
    await this.#question(tenant, ctx, target)
  }

  /**
   * Replaces the provider's error for a form that was sent twice, or in another tab than the last question. Whoever is
   * still signed in is asked again, and the question in the other tab stays valid. Everybody else continues where the
   * first form led.
   */
  async askAgain(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const again = ctx.oidc.urlFor('end_session')
    const [site, origin] = [ctx.get('sec-fetch-site'), ctx.get('origin')]
    // Nobody else's page leads people on from here. Browsers may send the origin "null" for ours.
    const isOurs = site !== 'cross-site' && (origin === '' || origin === originOf(again))
    if (site !== 'same-origin' && !isOurs) return
    const asked = askedOf(ctx)
    if (ctx.oidc.session?.accountId !== undefined && asked?.secret !== undefined)
      return await this.#question(tenant, ctx, asked.postLogoutRedirectUri)
    const leaving = await this.#parts.signOutAgain(tenant, ctx.req.headers.cookie, tokenOf(ctx))
    if (leaving !== undefined) return leave(ctx, leaving)
    ctx.body = ''
    ctx.status = 303
    ctx.redirect(`${again}?${questionOf(ctx)}`)
  }

  /** The page that asks whether to sign out, and then continues at `target`. */
  async #question(tenant: Tenant, ctx: KoaContextWithOIDC, target: string | undefined): Promise<void> {
    const page = await this.#parts.surfaces.page(
      await this.#audience(tenant, ctx),
      'logout-confirm',
      {
        ACTION: `${ctx.oidc.urlFor('end_session_confirm')}?${questionOf(ctx)}`,
        XSRF: askedOf(ctx)?.secret ?? '',
      },
      { formOrigins: target === undefined ? [] : [originOf(target)] },
    )
    show(ctx, page, 200)
  }

  /** Signs out, and continues at the address that the provider has chosen, possibly by way of an identity source. */
  async endSession(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const by = { application: ctx.oidc.client?.clientId ?? null, address: this.#parts.addressOf(ctx) }
    const chosen = ctx.response.get('location')
    const to = chosen === ctx.oidc.urlFor('end_session_success') ? lastPage(ctx) : chosen
    const form = { token: tokenOf(ctx), to }
    const leaving = await this.#parts.signOut(tenant, ctx.req.headers.cookie, by, form)
    // Not "cookies", because that would also remove cookies of other hosts of the domain.
    ctx.set('clear-site-data', '"storage"')
    ctx.append('set-cookie', removalOf(stepsCookie(isSecure(ctx)), isSecure(ctx)))
    removeSession(ctx)
    if (leaving !== undefined) return leave(ctx, leaving)
    if (to !== chosen) ctx.redirect(to)
  }

  async signedOut(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const { surfaces } = this.#parts
    const audience = await this.#audience(tenant, ctx)
    const IDAAS_LOGIN_URL = homeAddress(audience, { ...NO_PURPOSE, locale: localeOf(ctx) })
    show(ctx, await surfaces.page(audience, 'logout', { IDAAS_LOGIN_URL }), 200)
  }

  /**
   * Posts an answer to an application, with a page in the application's theme. A theme forced by the URL does not apply
   * here.
   */
  async post(
    tenant: Tenant,
    ctx: KoaContextWithOIDC,
    action: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { surfaces } = this.#parts
    const { params, client } = ctx.oidc
    const purpose = { themeId: null, applicationId: client!.clientId, locale: text(params?.ui_locales) }
    const audience = await surfaces.audience(tenant, purpose, { acceptLanguage: ctx.get('accept-language') })
    const [look, word] = [await surfaces.look(audience), await surfaces.words(audience)]
    show(ctx, formPostPage({ look, word, action, fields }), 200)
    // Browsers refuse to show a page that has both an opener policy and a sandbox.
    ctx.remove('cross-origin-opener-policy')
    ctx.set('referrer-policy', 'no-referrer')
  }

  async #audience(tenant: Tenant, ctx: KoaContextWithOIDC) {
    const { params, client } = ctx.oidc ?? {}
    const purpose = {
      themeId: untouched(text(params?.themeId) ?? text(ctx.query.themeId)),
      applicationId: client?.clientId ?? text(ctx.query.client_id),
      locale: localeOf(ctx),
    }
    return await this.#parts.surfaces.audience(tenant, purpose, {
      acceptLanguage: ctx.get('accept-language'),
    })
  }
}

/** What the provider remembers of its last question whether to sign out. */
interface Asked {
  readonly secret?: string
  readonly postLogoutRedirectUri?: string
}

function askedOf({ oidc }: KoaContextWithOIDC): Asked | undefined {
  return (oidc.session as unknown as { readonly state?: Asked } | undefined)?.state
}

/** The secret token of a form that signs out. */
function tokenOf({ oidc }: KoaContextWithOIDC): string | undefined {
  return text(oidc.params?.xsrf) ?? undefined
}

/** The languages that a request asks for. */
function localeOf({ oidc, query }: KoaContextWithOIDC): string | null {
  return text(oidc?.params?.ui_locales) ?? text(query.ui_locales)
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function show(ctx: KoaContextWithOIDC, page: Page, status: number): void {
  ctx.status = status
  ctx.set(pageHeaders(page, ctx.get('user-agent')))
  ctx.body = Buffer.from(page.bytes, 'latin1')
}

function isSecure({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.issuer.startsWith('https:')
}

/**
 * Removes the session cookie of a browser that has signed out. Otherwise, a form that is sent again would still get the
 * session that it renewed.
 */
function removeSession(ctx: KoaContextWithOIDC): void {
  const name = sessionCookie(isSecure(ctx))
  if (cookieValue(ctx.req.headers.cookie, name) !== undefined)
    ctx.append('set-cookie', removalOf(name, isSecure(ctx)))
}

function leave(ctx: KoaContextWithOIDC, leaving: Leaving): void {
  const { headers, html } = leavingPage(leaving)
  ctx.status = 200
  ctx.remove('location')
  ctx.set(headers)
  ctx.body = html
}

/**
 * The last page of signing out, when the person is not sent back to an application. It keeps the look of the first
 * page.
 */
function lastPage(ctx: KoaContextWithOIDC): string {
  const { client } = ctx.oidc
  const query = lookOf(ctx)
  if (client !== undefined) query.set('client_id', client.clientId)
  const address = ctx.oidc.urlFor('end_session_success')
  return query.size === 0 ? address : `${address}?${query}`
}

/** The parameters that make the next page look like this one. */
function lookOf(ctx: KoaContextWithOIDC): URLSearchParams {
  return parametersOf(ctx, ['themeId', 'ui_locales'])
}

/** The parameters with which the question whether to sign out can be asked again. */
function questionOf(ctx: KoaContextWithOIDC): URLSearchParams {
  const found = parametersOf(ctx, ['themeId', 'ui_locales', 'client_id', 'post_logout_redirect_uri', 'state'])
  if (ctx.oidc.client !== undefined) found.set('client_id', ctx.oidc.client.clientId)
  return found
}

function parametersOf({ oidc, query }: KoaContextWithOIDC, names: readonly string[]): URLSearchParams {
  const given = names.map(name => [name, oidc.params?.[name] ?? query[name]])
  return new URLSearchParams(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The label of the text that explains an application's error to a person. */
function labelOf(code: string, error: Error): string {
  if (error instanceof errors.SessionNotFound) return 'OIDC_EXPIRED'
  if (error instanceof errors.InvalidRedirectUri) return 'OIDC_REDIRECT_UNKNOWN'
  if (error instanceof StoreFault) return 'ERROR_UNAVAILABLE'
  if (code === 'server_error') return 'ERROR_FAULT'
  return code === 'invalid_client' ? 'OIDC_CLIENT_UNKNOWN' : 'OIDC_REQUEST_INVALID'
}
