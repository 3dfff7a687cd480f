import { type Configuration, errors, interactionPolicy, type JWKS } from 'oidc-provider'
import { ACR } from '../../core/flows/assurance.ts'
import type { TenantStore } from '../../store/store.ts'
import type { Accesses } from '../access/access.ts'
import type { Offers } from '../sources/offers.ts'
import { type IssuerPath, waitingAddress } from '../surfaces/addresses.ts'
import { providerCookies } from '../surfaces/cookies.ts'
import type { Surfaces } from '../surfaces/surfaces.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import type { Tenancy } from '../tenancy/tenants.ts'
import { oidcAdapter } from './adapter.ts'
import { admitted } from './admitted.ts'
import type { Assurances } from './assurances.ts'
import { TOKEN_SECONDS } from './bearer.ts'
import { claimsIn, claimsOf, GROUPS } from './claims.ts'
import { existingGrant } from './grants.ts'
import type { HandOuts } from './hand-outs.ts'
import { adopt, loginOf, type OwnSessionParts, providerSeconds, sessionOf } from './own-session.ts'
import { FORM_DUE, NO_ACCESS } from './prompts.ts'
import type { ProviderPages } from './provider-pages.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** What the configuration of one tenant's provider needs. */
export interface ConfigurationParts extends OwnSessionParts {
  readonly store: TenantStore
  readonly surfaces: Surfaces
  /** Determines how people have to sign in for an application. */
  readonly assurances: Assurances
  readonly pages: ProviderPages
  /** Decides who may use which application. */
  readonly accesses: Accesses
  /** Decides in which ways people sign in to an application. */
  readonly offers: Offers
  readonly handOuts: HandOuts
  /** The key that binds a waiting request to a browser. */
  readonly interactionKey: (browser: string, uid: string) => Promise<string>
  /** Whether a person has to fill in a form before they continue to an application. */
  readonly isFormDue: (account: string) => Promise<boolean>
  /** The names of attributes that the tenant has added: each is a scope, and a claim. */
  readonly ownAttributes: readonly string[]
  /** Origins of websites whose scripts may act for API clients. */
  readonly corsOrigins: readonly string[]
  readonly tenancy: Tenancy
}

/** The public address, the issuer, the signing keys and the cookie secret of a provider. */
export interface Credentials {
  readonly address: string
  readonly issuer: IssuerPath
  readonly jwks: JWKS
  readonly cookieKeys: string[]
}

/** What the provider of a tenant supports, and how it reaches the store, the sessions and the pages. */
export function providerConfiguration(
  parts: ConfigurationParts,
  { address, issuer, jwks, cookieKeys }: Credentials,
): Configuration {
  const { tenant, store, surfaces, pages } = parts
  const secure = address.startsWith('https:')
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', secure } as const
  return {
    acrValues: Object.values(ACR),
    adapter: oidcAdapter(store, { issuer, consoleUrl: parts.tenancy.console(tenant) }),
    allowOmittingSingleRegisteredRedirectUri: false,
    claims: {
      openid: ['sub', 'acr', 'amr'],
      profile: ['name', ...claimsIn('profile'), 'updated_at'],
      email: [...claimsIn('email'), 'email_verified'],
      phone: claimsIn('phone'),
      [GROUPS]: [GROUPS],
      ...Object.fromEntries(parts.ownAttributes.map(name => [name, [name]])),
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientBasedCORS: (_ctx, origin, client) =>
      client.grantTypeAllowed('client_credentials')
        ? parts.corsOrigins.includes(origin)
        : origin !== 'null' && (client.redirectUris ?? []).some(uri => URL.parse(uri)?.origin === origin),
    conformIdTokenClaims: false,
    cookies: {
      keys: cookieKeys,
      long: { ...cookie, path: '/' },
      // These cookies never reach the browser: our own cookie binds a request to its browser.
      short: { ...cookie, signed: false },
      names: providerCookies(secure),
    },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    extraParams: {
      // The provider calls this even if the parameter is missing. It is the first hook that has the session.
      themeId: async ctx => await adopt(parts, ctx),
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // The library would tell whoever reads the log to write this function.
        getResourceServerInfo() {
          throw new errors.InvalidTarget()
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        // The page that asks is made afterwards. It must not outlast the provider's session, which holds its token.
        logoutSource: async ctx => void (await sessionOf(parts, ctx)),
        postLogoutSuccessSource: async ctx => await pages.signedOut(tenant, ctx),
      },
      userinfo: { enabled: true },
    },
    async findAccount(_ctx, id, token) {
      const account = await store.accounts.get(id)
      if (account?.status !== 'active') return undefined
      // A code or a token does not work without access, even if it was not removed in time.
      const application = token?.clientId
      if (application !== undefined && !(await parts.accesses.allows(tenant.id, application, id)))
        return undefined
      return {
        accountId: id,
        async claims(_use, scope) {
          const asked = scope.split(' ')
          const own = parts.ownAttributes.some(name => asked.includes(name))
            ? await store.attributes.valuesOf(id)
            : {}
          if (!asked.includes(GROUPS)) return { ...own, ...claimsOf(account) }
          const groups = (await store.groups.of(id)).map(({ name }) => name)
          return { ...own, ...claimsOf(account), [GROUPS]: groups }
        },
      }
    },
    interactions: {
      policy: policyOf(parts),
      url: async (ctx, { uid }) => {
        const { browser } = ctx.req as unknown as { browser: string }
        return waitingAddress(uid, { key: await parts.interactionKey(browser, uid), issuer })
      },
    },
    loadExistingGrant: async ctx => {
      if (!(await admitted(parts, ctx))) return undefined
      const application = await surfaces.application(tenant, ctx.oidc.client!.clientId)
      return await existingGrant(ctx, store, application, parts.now())
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks,
    pkce: { required: (_ctx, client) => client.tokenEndpointAuthMethod === 'none' },
    renderError: async (ctx, out, error) => await pages.refused(tenant, ctx, out.error, error),
    responseTypes: ['code'],
    revokeGrantPolicy: async ctx => {
      if (ctx.oidc.route === 'token') await parts.handOuts.reused(tenant, ctx)
      return true
    },
    rotateRefreshToken: true,
    routes: {
      authorization: '/authorize',
      end_session: '/logout',
      jwks: '/jwks',
      pushed_authorization_request: '/par',
      token: '/token',
      userinfo: '/userinfo',
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      ClientCredentials: TOKEN_SECONDS,
      // The longest time that an application can keep refreshing its tokens.
      Grant: 90 * DAY,
      IdToken: HOUR,
      Interaction: HOUR,
      RefreshToken: 14 * DAY,
      Session: (ctx, session) => providerSeconds(parts, ctx, session),
    },
  }
}

/**
 * Our own session decides who is signed in, and how. The provider's session is synchronized with it at each request. A
 * person who is not signed in here, or not strongly enough for the application, is asked to sign in.
 */
function policyOf(parts: ConfigurationParts): interactionPolicy.DefaultPolicy {
  const { tenant, assurances, offers } = parts
  const { Check, Prompt, base } = interactionPolicy
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  const access = new Check(
    NO_ACCESS,
    'the person has no access to the application',
    'access_denied',
    async ctx => {
      if (await admitted(parts, ctx)) return Check.NO_NEED_TO_PROMPT
      await parts.handOuts.refused(tenant, ctx)
      return Check.REQUEST_PROMPT
    },
  )
  policy.add(new Prompt({ name: NO_ACCESS, requestable: false }, access), 2)
  const form = new Check(
    FORM_DUE,
    'the person has to fill in a form first',
    'interaction_required',
    async ({ oidc: { session: own } }) =>
      own?.accountId !== undefined && (await parts.isFormDue(own.accountId))
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT,
  )
  policy.add(new Prompt({ name: FORM_DUE, requestable: false }, form), 3)
  policy.get('login')?.checks.add(
    new Check('signed_in', 'the person is not signed in', 'login_required', async ctx => {
      const { session: own, client, params, prompts } = ctx.oidc
      const found = await sessionOf(parts, ctx)
      const applicationId = client?.clientId ?? null
      const acrValues = String(params?.acr_values ?? '')
      const request = { applicationId, acrValues, silent: prompts.has('none') }
      const enough =
        found !== undefined &&
        found.account === own?.accountId &&
        admits(applicationId, found.account) &&
        (await offers.includes(tenant, applicationId, found)) &&
        (await assurances.suffice(tenant, found, request))
      if (!enough) return Check.REQUEST_PROMPT
      own?.loginAccount(loginOf(found))
      return Check.NO_NEED_TO_PROMPT
    }),
  )
  return policy
}
