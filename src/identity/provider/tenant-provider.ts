import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { StoreFault, type TenantStore } from '../../store/store.ts'
import { ISSUER_PATHS, type IssuerPath } from '../surfaces/addresses.ts'
import { providerCookies } from '../surfaces/cookies.ts'
import { secretMatches } from '../tenancy/secrets.ts'
import { assertStillAdmitted, assertStillSignedIn, type SessionParts } from './admitted.ts'
import { type Bearers, grantId } from './bearer.ts'
import { isFormerSecret } from './former-secrets.ts'
import { ownProvider, RESPONSE_MODES } from './own-provider.ts'
import { type ConfigurationParts, type Credentials, providerConfiguration } from './provider-configuration.ts'
import { type PageParts, ProviderPages } from './provider-pages.ts'
import { isRegistered } from './redirects.ts'

export { answeredParameters } from './adapter.ts'

type Client = InstanceType<Provider['Client']>
type AnswerBody = Record<string, unknown>

/** Callbacks of the providers. */
export interface ProviderEvents {
  /** Can add fields to the answer of the token endpoint. Returns a Link header, if there is one. */
  readonly completeTokenAnswer: (body: AnswerBody) => string | undefined
  /** Is called when a provider fails internally. */
  readonly failed: (error: Error) => void
  /** Is called when an application's request is refused, with the reference that the person sees. */
  readonly refused: (reference: string, error: Error) => void
}

export interface TenantProviderParts extends Omit<ConfigurationParts, 'pages'>, SessionParts {
  readonly events: ProviderEvents
  /** Issues the tokens of API clients. */
  readonly bearers: Bearers
  /** Signs out in the browser with these cookies. */
  readonly signOut: PageParts['signOut']
  /** Leads people on again who sent the form that signs out twice. */
  readonly signOutAgain: PageParts['signOutAgain']
  /** Is called before a request is answered with 401. */
  readonly unauthorized: (request: IncomingMessage) => Promise<void>
  /** The provider of the same tenant at another issuer. */
  readonly sibling: (issuer: IssuerPath) => Promise<Provider>
}

/** Creates the provider of a tenant, and completes its answers before they are sent. */
export function tenantProvider(parts: TenantProviderParts, credentials: Credentials): Provider {
  const { tenant, handOuts, events } = parts
  const { address, issuer } = credentials
  const addressOf: PageParts['addressOf'] = ctx => handOuts.addressOf(ctx)
  const pages = new ProviderPages({ ...parts, addressOf, refused: events.refused })
  const configuration = providerConfiguration({ ...parts, pages }, credentials)
  const provider = ownProvider(`${address}${issuer}`, configuration, {
    async code(ctx) {
      await assertStillAdmitted(parts, ctx, ctx.oidc.entities.AuthorizationCode?.accountId)
      await assertStillSignedIn(parts, ctx)
      await handOuts.code(tenant, ctx)
    },
    async tokens(ctx) {
      const refusal = () => new errors.InvalidGrant('the person has no access to the application')
      await assertStillAdmitted(parts, ctx, ctx.oidc.entities.AccessToken?.accountId, refusal)
      await handOuts.tokens(tenant, ctx)
    },
    post: async (ctx, redirect, fields) => await pages.post(tenant, ctx, redirect, fields),
  })
  // URLs are built from the request, whose host the caller has replaced with the tenant's own.
  provider.proxy = true
  ownClients(provider, parts.store)
  ownTokens(provider, parts)
  knowSiblings(provider, address, parts.sibling)
  const names = providerCookies(address.startsWith('https:'))
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
    if (ctx.status === 401) await parts.unauthorized(ctx.req)
    const people = ctx as unknown as KoaContextWithOIDC
    const route = people.oidc?.route
    if (route === 'end_session' && ctx.status === 200) await pages.askToSignOut(tenant, people)
    if (route === 'end_session_confirm') {
      if (ctx.status === 303) await pages.endSession(tenant, people)
      else if (ctx.status === 400) await pages.askAgain(tenant, people)
    }
    const body: unknown = ctx.body
    // The provider's own pages are strings; ours are bytes.
    if (route === 'resume' && ctx.status === 200 && typeof body === 'string')
      await pages.someoneElse(tenant, people)
    if (typeof body !== 'object' || body === null) return
    const answer = body as AnswerBody
    if (route === 'discovery') describeTruly(answer)
    if (typeof answer.access_token === 'string') answer.grant_id = grantId(answer.access_token)
    const link = events.completeTokenAnswer(answer)
    if (link !== undefined) ctx.set('link', link)
  })
  return provider
}

/** Installs our rules for client secrets, which are stored as hashes, and for redirect URIs. */
function ownClients(provider: Provider, store: TenantStore): void {
  Object.assign(provider.Client.prototype, {
    async compareClientSecret(this: Client, actual: string) {
      return secretMatches(actual, this.clientSecret!) || (await isFormerSecret(store, this.clientId, actual))
    },
    redirectUriAllowed(this: Client, address: string) {
      return isRegistered(this.redirectUris ?? [], address)
    },
    postLogoutRedirectUriAllowed(this: Client, address: string) {
      return isRegistered(this.postLogoutRedirectUris ?? [], address)
    },
  })
}

/** API clients get our own tokens, which are signed and not stored. */
function ownTokens(provider: Provider, { tenant, store, bearers }: TenantProviderParts): void {
  Object.assign(provider.ClientCredentials.prototype, {
    async save(this: { readonly client: Client }) {
      const { clientId, clientSecret } = this.client
      const client = await store.clients.get(clientId)
      if (client === undefined || client.secretHash !== clientSecret)
        throw new errors.InvalidClientAuth('the client has changed meanwhile')
      return await bearers.issue(tenant, client)
    },
  })
}

/** Accepts ID tokens of the tenant's other issuers as hints, so that an application can move between issuers. */
function knowSiblings(provider: Provider, address: string, sibling: TenantProviderParts['sibling']): void {
  const { IdToken } = provider
  const validate = IdToken.validate.bind(IdToken)
  IdToken.validate = async (hint, client) => {
    const claimed = claimedIssuer(hint)
    const path = ISSUER_PATHS.find(one => claimed === `${address}${one}`)
    if (path === undefined || claimed === provider.issuer) return await validate(hint, client)
    return await (await sibling(path)).IdToken.validate(hint, client)
  }
}

/** The issuer that an ID token names, which is not verified yet. */
function claimedIssuer(token: string): string {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return String((payload as { iss?: unknown } | null)?.iss)
  } catch {
    return ''
  }
}

/** Corrects the provider's metadata where Tabard differs from it. */
function describeTruly(metadata: AnswerBody): void {
  metadata.response_modes_supported = RESPONSE_MODES
  // The claim has no use, because applications are not notified when somebody signs out.
  metadata.claims_supported = (metadata.claims_supported as string[]).filter(claim => claim !== 'sid')
}

/** Removes cookies from an answer. */
function keepBack(response: ServerResponse, names: readonly string[]): void {
  const set = response.getHeader('set-cookie')
  if (!Array.isArray(set)) return
  const kept = set.filter(cookie => !names.includes(cookie.split('=', 1)[0]!))
  if (kept.length > 0) response.setHeader('set-cookie', kept)
  else response.removeHeader('set-cookie')
}
