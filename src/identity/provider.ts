import { generateKeyPairSync, hash, randomBytes } from 'node:crypto'
import { Provider } from 'oidc-provider'
import { BoundedCache } from '../core/bounded-cache.ts'
import { type Store, StoreFault, type Tenant } from '../store/store.ts'
import { oidcAdapter } from './adapter.ts'
import { secretMatches } from './secrets.ts'
import type { Tenancy } from './tenants.ts'

/** How long an access token lives, in seconds. */
const TOKEN_SECONDS = 7200

/** Where a tenant's provider stands below its address; with the address it is the issuer. */
const ISSUER_PATH = '/v1.0/endpoint/default'

const PROVIDERS = 500

type AnswerBody = Record<string, unknown>

/** What the providers tell to whoever stands above them. */
export interface ProviderEvents {
  /** May add to what the token endpoint answers. */
  readonly completeTokenAnswer: (body: AnswerBody) => void
  /** Hears of a fault inside a provider. */
  readonly failed: (error: Error) => void
}

/** The OpenID providers, one for each tenant, made when they are first needed. */
export class Providers {
  readonly #store: Store
  readonly #tenancy: Tenancy
  readonly #events: ProviderEvents
  readonly #made = new BoundedCache<string, { issuer: string; provider: Provider }>(PROVIDERS)
  // Nothing is signed or put into a cookie by the client credentials grant, so keys of this process do.
  readonly #keys = {
    cookies: [randomBytes(32).toString('base64url')],
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
  }

  constructor(store: Store, tenancy: Tenancy, events: ProviderEvents) {
    this.#store = store
    this.#tenancy = tenancy
    this.#events = events
  }

  of(tenant: Tenant): Provider {
    const issuer = `${this.#tenancy.address(tenant)}${ISSUER_PATH}`
    const known = this.#made.get(tenant.id)
    if (known?.issuer === issuer) return known.provider
    const provider = this.#create(issuer, tenant.id)
    this.#made.set(tenant.id, { issuer, provider })
    return provider
  }

  #create(issuer: string, tenant: string): Provider {
    const provider = new Provider(issuer, {
      adapter: oidcAdapter(this.#store.tenant(tenant)),
      clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
      cookies: { keys: this.#keys.cookies },
      jwks: this.#keys.jwks,
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: false },
        userinfo: { enabled: false },
      },
      responseTypes: [],
      routes: { token: '/token' },
      ttl: { ClientCredentials: TOKEN_SECONDS },
    })
    const client = provider.Client.prototype as { clientSecret?: string; compareClientSecret?: unknown }
    client.compareClientSecret = function (this: { clientSecret: string }, actual: string) {
      return secretMatches(actual, this.clientSecret)
    }
    const failures = new WeakMap<object, Error>()
    provider.on('server_error', (ctx, error) => failures.set(ctx, error))
    provider.use(async (ctx, next) => {
      await next()
      const failure = failures.get(ctx)
      if (failure !== undefined) {
        this.#events.failed(failure)
        if (failure instanceof StoreFault) {
          ctx.status = 503
          ctx.set('retry-after', '1')
          ctx.body = { error: 'temporarily_unavailable', error_description: failure.message }
        }
      }
      const body: unknown = ctx.body
      if (typeof body !== 'object' || body === null) return
      const answer = body as AnswerBody
      if (typeof answer.access_token === 'string') answer.grant_id = grantId(answer.access_token)
      this.#events.completeTokenAnswer(answer)
    })
    return provider
  }
}

/** Names a grant without giving its token away: fit for a log. */
function grantId(token: string): string {
  const digest = hash('sha256', `grant ${token}`, 'hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
