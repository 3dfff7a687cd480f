import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Configuration,
  interactionPolicy,
  type JWKS,
  type KoaContextWithOIDC,
  type Provider,
} from 'oidc-provider'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { ACR, acrOf, amrOf } from '../core/flows/assurance.ts'
import type { Proofs } from '../core/flows/proof.ts'
import { shortened } from '../core/text.ts'
import { untouched } from '../core/theme.ts'
import { type Store, StoreFault, type Tenant, type TenantKey } from '../store/store.ts'
import { oidcAdapter } from './adapter.ts'
import { ISSUER_PATH } from './addresses.ts'
import { Assurances } from './assurances.ts'
import { admits } from './built-in.ts'
import { claimsOf } from './claims.ts'
import { providerCookies } from './cookies.ts'
import {
  type AskedConsent,
  askedConsent,
  type Decision,
  decide,
  existingGrant,
  type Interaction,
  resumed,
} from './grants.ts'
import { HandOuts, SIGNED_IN_NOW } from './hand-outs.ts'
import { jwksOf, type TenantKeys } from './keys.ts'
import { ownProvider, RESPONSE_MODES } from './own-provider.ts'
import { type EndedBy, ProviderPages } from './provider-pages.ts'
import { cookieKeys, inUseFirst } from './seal-keys.ts'
import type { Seals } from './seals.ts'
import { secretMatches } from './secrets.ts'
import type { Session } from './sessions.ts'
import type { Purpose, Surfaces } from './surfaces.ts'
import type { Tenancy } from './tenants.ts'
import type { Visit } from './visit.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** How long an access token of an API client lives, in seconds: clients of the interface count on it. */
const TOKEN_SECONDS = 2 * HOUR
const PROVIDERS = 500

type AnswerBody = Record<string, unknown>

/** What the providers ask of whoever stands above them. */
export interface ProviderEvents {
  /** May add to what the token endpoint answers. */
  readonly completeTokenAnswer: (body: AnswerBody) => void
  /** Hears of a fault inside a provider. */
  readonly failed: (error: Error) => void
  /** Hears of a request of an application that was refused, with the reference that the person sees. */
  readonly refused: (reference: string, error: Error) => void
}

/** A browser of a tenant, by what its cookie holds. */
type Browser = Pick<Visit, 'tenant' | 'browser'>

/** Who has signed in for an application that waits. */
export interface Login {
  readonly account: string
  readonly proofs: Proofs
  /** When; milliseconds since 1970. */
  readonly at: number
  /** The cookie of the provider's session that the browser had. */
  readonly before: string | undefined
  /** Whether that was in this very flow, and not some time before. */
  readonly now?: boolean
}

/** What an application asks for. */
export interface Asked extends Purpose {
  readonly interaction: string
  /** The user name that it suggests. */
  readonly hint: string
  /** Whether somebody who is signed in has to sign in again. */
  readonly fresh: boolean
  /** What the person is asked to agree to. */
  readonly consent: AskedConsent | undefined
}

const FRESH = new Set(['login_prompt', 'max_age', 'id_token_hint', 'claims_id_token_sub_value'])

interface ProviderParts {
  readonly store: Store
  readonly tenancy: Tenancy
  readonly surfaces: Surfaces
  readonly keys: TenantKeys
  readonly seals: Seals
  /** The session of a browser, by the header with its cookies. */
  readonly session: (tenant: Tenant, cookies: string | undefined) => Promise<Session | undefined>
  /** Signs out in that browser. */
  readonly signOut: (tenant: Tenant, cookies: string | undefined, by: EndedBy) => Promise<void>
  readonly sessionSeconds: number
  readonly now: () => number
  readonly events: ProviderEvents
}

/** The OpenID providers, one for each tenant, made when they are first needed. */
export class Providers {
  readonly #parts: ProviderParts
  readonly #made = new BoundedCache<string, { key: string; provider: Provider }>(PROVIDERS)
  readonly #pages: ProviderPages
  readonly #handOuts: HandOuts
  /** What applications ask of a sign-in. */
  readonly assurances: Assurances

  constructor(parts: ProviderParts) {
    this.#parts = parts
    this.#handOuts = new HandOuts(parts.store, parts.now)
    this.assurances = new Assurances(parts)
    const addressOf = (ctx: KoaContextWithOIDC) => this.#handOuts.addressOf(ctx)
    this.#pages = new ProviderPages({ ...parts, addressOf, refused: parts.events.refused })
  }

  get cache(): CacheFigures {
    return this.#made
  }

  /** The provider of a tenant, with the keys that the tenant has so far: enough for tokens of API clients. */
  async of(tenant: Tenant): Promise<Provider> {
    return await this.#with(tenant, await this.#parts.keys.signingSoFar(tenant.id))
  }

  /** The same, able to sign. */
  async forPeople(tenant: Tenant): Promise<Provider> {
    return await this.#with(tenant, await this.#parts.keys.signing(tenant.id))
  }

  async #with(tenant: Tenant, signing: readonly TenantKey[]): Promise<Provider> {
    const { tenancy } = this.#parts
    const address = tenancy.address(tenant)
    const seals = inUseFirst(await this.#parts.keys.seals(tenant.id), this.#parts.now())
    const key = [address, tenancy.console(tenant), ...[...signing, ...seals].map(({ id }) => id)].join(' ')
    const known = this.#made.get(tenant.id)
    if (known?.key === key) return known.provider
    const jwks = await jwksOf(signing)
    const provider = this.#create(tenant, address, jwks, cookieKeys(seals))
    this.#made.set(tenant.id, { key, provider })
    return provider
  }

  /** Lets a provider answer a request that came from a network address. */
  async answer(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
  ): Promise<void> {
    this.#handOuts.came(request, address)
    await provider.callback()(request, response)
  }

  /** Whether the request of an application waits in this browser: the key stands in the address that led here. */
  async belongs({ tenant, browser }: Browser, uid: string, key: string): Promise<boolean> {
    return await this.#parts.seals.isMac(tenant.id, key, 'interaction', browser, uid)
  }

  async #key(tenant: Tenant, browser: string, uid: string): Promise<string> {
    return await this.#parts.seals.mac(tenant.id, 'interaction', browser, uid)
  }

  /** The request of an application, by its id, for a browser that has proved that it is its own. */
  async waiting(tenant: Tenant, uid: string): Promise<Asked | undefined> {
    const provider = await this.forPeople(tenant)
    const interaction = await provider.Interaction.find(uid)
    return interaction && (await this.#asked(tenant, provider, interaction))
  }

  async #asked(tenant: Tenant, provider: Provider, interaction: Interaction): Promise<Asked> {
    const { uid, params, prompt } = interaction
    const { surfaces } = this.#parts
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    const short = (value: unknown, most: number) =>
      typeof value === 'string' ? shortened(value, most) : null
    const applicationId = text(params.client_id)
    const application = applicationId === null ? undefined : await surfaces.application(tenant, applicationId)
    // Of other applications the administrator has decided; only a request can ask for the question.
    const asks = application?.consent || prompt.reasons.includes('consent_prompt')
    return {
      interaction: uid,
      applicationId,
      // The demo has its theme in its own id; any other application decides about its theme by itself.
      themeId: untouched(text(params.themeId)),
      locale: short(params.ui_locales, 200),
      hint: short(params.login_hint, 256) ?? '',
      fresh: prompt.reasons.some(reason => FRESH.has(reason)),
      consent: prompt.name === 'consent' && asks ? await askedConsent(provider, interaction) : undefined,
    }
  }

  /** The parameter `acr_values` of an application's request. */
  async acrValues(tenant: Tenant, uid: string): Promise<string> {
    const interaction = await (await this.forPeople(tenant)).Interaction.find(uid)
    return String(interaction?.params.acr_values ?? '')
  }

  /** Tells an application's request who has signed in; answers with where the browser goes on. */
  async finish(
    visit: Browser,
    uid: string,
    { account, proofs, at, before, now = false }: Login,
  ): Promise<string | undefined> {
    const { tenant } = visit
    const provider = await this.forPeople(tenant)
    const interaction = await provider.Interaction.find(uid)
    if (interaction === undefined) return undefined
    const session = before === undefined ? undefined : await provider.Session.find(before)
    // Another person's session gives way to this one.
    if (session?.accountId !== undefined && session.accountId !== account) await session.destroy()
    const { client_id: client, prompt = '' } = interaction.params
    const application = await this.#parts.surfaces.application(tenant, String(client))
    const asks = application?.consent || String(prompt).split(' ').includes('consent')
    interaction.result = {
      login: { accountId: account, ts: Math.floor(at / 1000), ...confirmed(proofs), remember: true },
      // Where nobody asks for consent, nobody is asked by the provider either.
      ...(!asks && { consent: {} }),
      [SIGNED_IN_NOW]: now,
    }
    // Bound to this browser by our own cookie, so that a session of the provider that has changed meanwhile is no harm.
    Object.assign(interaction, { session: undefined })
    return await this.#goOn(visit, uid, await resumed(interaction))
  }

  /** Tells an application's request what the person agreed to; answers with where the browser goes on. */
  async decide(visit: Browser, uid: string, decision: Decision | undefined): Promise<string | undefined> {
    const to = await decide(await this.forPeople(visit.tenant), uid, decision)
    return to === undefined ? undefined : await this.#goOn(visit, uid, to)
  }

  async #goOn({ tenant, browser }: Browser, uid: string, returnTo: string): Promise<string> {
    return `${returnTo}?key=${await this.#key(tenant, browser, uid)}`
  }

  /** Ends the provider's own session of a browser. */
  async forget(tenant: Tenant, cookie: string | undefined): Promise<void> {
    if (cookie === undefined) return
    const session = await (await this.of(tenant)).Session.find(cookie)
    await session?.destroy()
  }

  #create(tenant: Tenant, address: string, jwks: JWKS, cookieKeys: string[]): Provider {
    const { store, tenancy, sessionSeconds, events } = this.#parts
    const secure = address.startsWith('https:')
    const tenantStore = store.tenant(tenant.id)
    const names = providerCookies(secure)
    const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure } as const
    const configuration: Configuration = {
      acrValues: Object.values(ACR),
      adapter: oidcAdapter(tenantStore, tenancy.console(tenant)),
      claims: {
        openid: ['sub', 'acr', 'amr'],
        profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
        email: ['email', 'email_verified'],
        phone: ['phone_number'],
      },
      clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
      clientBasedCORS: (_ctx, origin, client) =>
        origin !== 'null' && (client.redirectUris ?? []).some(uri => URL.parse(uri)?.origin === origin),
      conformIdTokenClaims: false,
      cookies: {
        keys: cookieKeys,
        long: { ...cookie, path: '/' },
        // They never leave: a request is bound to its browser by our own cookie.
        short: { ...cookie, signed: false },
        names,
      },
      enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
      extraParams: ['themeId'],
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: async () => {},
          postLogoutSuccessSource: async ctx => await this.#pages.signedOut(tenant, ctx),
        },
        userinfo: { enabled: true },
      },
      async findAccount(_ctx, id) {
        const account = await tenantStore.account(id)
        return account?.status === 'active'
          ? { accountId: id, claims: async () => claimsOf(account) }
          : undefined
      },
      interactions: {
        policy: this.#policy(tenant),
        url: async (ctx, { uid }) => {
          const { browser } = ctx.req as unknown as Browser
          return `${ISSUER_PATH}/interaction/${uid}?key=${await this.#key(tenant, browser, uid)}`
        },
      },
      loadExistingGrant: async ctx => {
        const application = await this.#parts.surfaces.application(tenant, ctx.oidc.client!.clientId)
        return await existingGrant(ctx, tenantStore, application, this.#parts.now())
      },
      issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
      jwks,
      pkce: { required: (_ctx, client) => client.tokenEndpointAuthMethod === 'none' },
      renderError: async (ctx, out, error) => await this.#pages.refused(tenant, ctx, out.error, error),
      responseTypes: ['code'],
      routes: {
        authorization: '/authorize',
        end_session: '/logout',
        jwks: '/jwks',
        token: '/token',
        userinfo: '/userinfo',
      },
      ttl: {
        AccessToken: HOUR,
        AuthorizationCode: 60,
        ClientCredentials: TOKEN_SECONDS,
        Grant: 14 * DAY,
        IdToken: HOUR,
        Interaction: HOUR,
        RefreshToken: 14 * DAY,
        Session: sessionSeconds,
      },
    }
    const provider = ownProvider(`${address}${ISSUER_PATH}`, configuration, {
      code: async ctx => await this.#handOuts.code(tenant, ctx),
      tokens: async ctx => await this.#handOuts.tokens(tenant, ctx),
      post: async (ctx, redirect, fields) => await this.#pages.post(tenant, ctx, redirect, fields),
    })
    // Addresses are built from the request, which is given the tenant's own host before it comes here.
    provider.proxy = true
    const client = provider.Client.prototype as { clientSecret?: string; compareClientSecret?: unknown }
    client.compareClientSecret = function (this: { clientSecret: string }, actual: string) {
      return secretMatches(actual, this.clientSecret)
    }
    const failures = new WeakMap<object, Error>()
    provider.on('server_error', (ctx, error) => failures.set(ctx, error))
    provider.use(async (ctx, next) => {
      await next()
      keepBack(ctx.res, [names.interaction, names.resume])
      const failure = failures.get(ctx)
      if (failure !== undefined) {
        events.failed(failure)
        if (failure instanceof StoreFault) {
          ctx.status = 503
          ctx.set('retry-after', '1')
          if (ctx.type !== 'text/html')
            ctx.body = { error: 'temporarily_unavailable', error_description: failure.message }
        }
      }
      const people = ctx as unknown as KoaContextWithOIDC
      const route = people.oidc?.route
      if (route === 'end_session' && ctx.status === 200) await this.#pages.askToSignOut(tenant, people)
      if (route === 'end_session_confirm' && ctx.status === 303) await this.#pages.endSession(tenant, people)
      const body: unknown = ctx.body
      // A text is a page of the provider's own; ours are bytes.
      if (route === 'resume' && ctx.status === 200 && typeof body === 'string')
        await this.#pages.someoneElse(tenant, people)
      if (typeof body !== 'object' || body === null) return
      const answer = body as AnswerBody
      if (route === 'discovery') answer.response_modes_supported = RESPONSE_MODES
      if (typeof answer.access_token === 'string') answer.grant_id = grantId(answer.access_token)
      events.completeTokenAnswer(answer)
    })
    return provider
  }

  /**
   * There is one truth about who is signed in, and how: our own session. The provider's is brought in line with it at
   * each request, and whoever is not signed in here, or not well enough for the application, is asked to.
   */
  #policy(tenant: Tenant): interactionPolicy.DefaultPolicy {
    const { Check, base } = interactionPolicy
    const policy = base()
    policy.get('login')?.checks.add(
      new Check('signed_in', 'the person is not signed in', 'login_required', async ctx => {
        const { session: own, client, params, prompts } = ctx.oidc
        const session = await this.#parts.session(tenant, ctx.req.headers.cookie)
        const applicationId = client?.clientId ?? null
        const acrValues = String(params?.acr_values ?? '')
        const request = { applicationId, acrValues, silent: prompts.has('none') }
        const enough =
          session !== undefined &&
          session.account === own?.accountId &&
          admits(applicationId, session.account) &&
          (await this.assurances.suffice(tenant, session, request))
        if (!enough) return Check.REQUEST_PROMPT
        const { account: accountId, proofs, startedAt } = session
        own?.loginAccount({
          accountId,
          loginTs: Math.floor(startedAt / 1000),
          ...confirmed(proofs),
          transient: false,
        })
        return Check.NO_NEED_TO_PROMPT
      }),
    )
    return policy
  }
}

/** How somebody has signed in, as an application is told. */
function confirmed(proofs: Proofs): { acr: string; amr: string[] } {
  return { acr: acrOf(proofs), amr: amrOf(proofs) }
}

/** Takes cookies out of an answer. */
function keepBack(response: ServerResponse, names: readonly string[]): void {
  const set = response.getHeader('set-cookie')
  if (!Array.isArray(set)) return
  const kept = set.filter(cookie => !names.includes(cookie.split('=', 1)[0]!))
  if (kept.length > 0) response.setHeader('set-cookie', kept)
  else response.removeHeader('set-cookie')
}

/** Names a grant without giving its token away: fit for a log. */
function grantId(token: string): string {
  const digest = hash('sha256', `grant ${token}`, 'hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
