import * as jose from 'jose'
import * as client from 'openid-client'
import { presetOf } from '../../core/federation/presets.ts'
import { isAskable } from '../../core/federation/source-settings.ts'
import { clientProof } from './client-proof.ts'
import type { Outgoing } from './outgoing.ts'
import { SourceProblem } from './problem.ts'
import type { Brought, Protocol, SpokenSource, ToldSignOut } from './protocol.ts'

const METADATA_MS = 60 * 60_000
const KEYS_MS = 10 * 60_000
/** A source may change its keys at any time, and the first token with a new key must not be refused. */
const KEYS_COOLDOWN_MS = 1_000
const TIMEOUT_SECONDS = 5
const TOLERANCE_SECONDS = 60
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MOST_KNOWN = 1_000
const SUBJECT = /^[^\p{Cc}]{1,255}$/u
/** The addresses that every exchange needs. */
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

interface Known {
  readonly until: number
  readonly configuration: Promise<client.Configuration>
  keys?: ReturnType<typeof jose.createRemoteJWKSet>
}

/** OpenID Connect: a code with PKCE, state and nonce, configured by the source's metadata. */
export class OpenId implements Protocol {
  readonly #known = new Map<string, Known>()

  async begin(
    spoken: SpokenSource,
    { state, nonce, verifier, hint, locale, again }: Parameters<Protocol['begin']>[1],
  ) {
    const { source, callback, note } = spoken
    const { configuration } = await this.#of(spoken)
    const preset = presetOf(source.preset)
    const challenge = await client.calculatePKCECodeChallenge(verifier)
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      response_type: 'code',
      scope: source.scopes.join(' '),
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(preset.posts === true && { response_mode: 'form_post' }),
      ...(hint !== undefined && { login_hint: hint }),
      ...(locale !== undefined && { ui_locales: locale }),
      ...(again && { prompt: 'login', max_age: '0' }),
    })
    note('authorization', { endpoint: `${url.origin}${url.pathname}`, scope: source.scopes.join(' ') })
    return url.href
  }

  async end(
    spoken: SpokenSource,
    { state, nonce, verifier, askedAt }: Parameters<Protocol['end']>[1],
    parameters: URLSearchParams,
  ): Promise<Brought> {
    const { source, callback, note, now } = spoken
    const { configuration, known } = await this.#of(spoken)
    const url = new URL(callback)
    // Apple adds the name of the person, which is not part of the protocol.
    for (const [name, value] of parameters) if (name !== 'user') url.searchParams.append(name, value)
    const tokens = await asked(() =>
      client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        // People may stay at the source for a while after its question.
        ...(askedAt !== undefined && { maxAge: Math.max(0, Math.ceil((now() - askedAt) / 1000)) }),
      }),
    )
    note('token', { token_type: tokens.token_type, id_token: 'received', access_token: 'received' })
    const idToken = tokens.id_token!
    const { payload, protectedHeader } = await this.#verified(spoken, known, configuration, idToken, {})
    note('id_token', { alg: protectedHeader.alg, iss: String(payload.iss), sub: String(payload.sub) })
    const subject = payload.sub ?? ''
    if (!SUBJECT.test(subject) || !subject.isWellFormed())
      throw new SourceProblem('forged', 'The subject is not valid.')
    const more = await this.#userInfo(spoken, configuration, tokens.access_token, subject)
    return {
      subject,
      // Signed claims take precedence over those from the userinfo endpoint.
      claims: { ...more, ...payload, ...(source.preset === 'apple' && userOf(parameters)) },
      provedAt: typeof payload.auth_time === 'number' ? payload.auth_time * 1000 : undefined,
      sid: typeof payload.sid === 'string' ? payload.sid : undefined,
      idToken,
    }
  }

  async leave(
    spoken: SpokenSource,
    { idToken, back, state }: { idToken: string | undefined; back: string; state: string },
  ) {
    const { configuration } = await this.#of(spoken)
    const endpoint = configuration.serverMetadata().end_session_endpoint
    if (!isAddress(endpoint)) return undefined
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: back,
      state,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href
  }

  async toldSignOut(spoken: SpokenSource, token: string): Promise<ToldSignOut> {
    const { configuration, known } = await this.#of(spoken)
    const { payload } = await this.#verified(spoken, known, configuration, token, {
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: 300,
    })
    const { sub, sid, jti, events, nonce } = payload
    const isSignOut = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT)
    const hasOne = typeof sub === 'string' || typeof sid === 'string'
    if (!isSignOut || nonce !== undefined || !hasOne)
      throw new SourceProblem('forged', 'The token is not a logout token.')
    return {
      id: String(jti),
      subject: typeof sub === 'string' ? sub : undefined,
      sid: typeof sid === 'string' ? sid : undefined,
    }
  }

  async #userInfo(
    { note }: SpokenSource,
    configuration: client.Configuration,
    accessToken: string,
    subject: string,
  ): Promise<object> {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
    const told = await asked(() => client.fetchUserInfo(configuration, accessToken, subject))
    note('userinfo', { claims: Object.keys(told).join(' ') })
    return told
  }

  async #verified(
    { source, send }: SpokenSource,
    known: Known,
    configuration: client.Configuration,
    token: string,
    more: jose.JWTVerifyOptions,
  ): Promise<jose.JWTVerifyResult> {
    const { issuer, jwks_uri: keysAt } = configuration.serverMetadata()
    known.keys ??= jose.createRemoteJWKSet(new URL(keysAt!), {
      cacheMaxAge: KEYS_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
      [jose.customFetch]: async (address, options) => await send(address, options),
    })
    try {
      return await jose.jwtVerify(token, known.keys, {
        issuer,
        audience: source.clientId,
        algorithms: [
          'RS256',
          'RS384',
          'RS512',
          'PS256',
          'PS384',
          'PS512',
          'ES256',
          'ES384',
          'ES512',
          'EdDSA',
          'Ed25519',
        ],
        clockTolerance: TOLERANCE_SECONDS,
        ...more,
      })
    } catch (error) {
      throw problemOf(error)
    }
  }

  /** The metadata of the source, fetched once an hour. */
  async #of(spoken: SpokenSource): Promise<{ configuration: client.Configuration; known: Known }> {
    const { source, secret, note, now } = spoken
    const key = `${source.id} ${source.updatedAt}`
    let known = this.#known.get(key)
    if (known === undefined || known.until < now()) {
      if (this.#known.size >= MOST_KNOWN) this.#known.clear()
      known = { until: now() + METADATA_MS, configuration: discovered(spoken) }
      this.#known.set(key, known)
      // A failure is not remembered.
      known.configuration.catch(() => this.#known.delete(key))
    }
    const configuration = await known.configuration
    note('discovery', { issuer: configuration.serverMetadata().issuer })
    if (presetOf(source.preset).signsSecret !== true) return { configuration, known }
    // A signed secret expires soon, so each exchange gets a new one.
    const own = new client.Configuration(
      configuration.serverMetadata(),
      source.clientId,
      undefined,
      await clientProof(source, secret, spoken.now()),
    )
    return { configuration: prepared(own, spoken), known }
  }
}

async function discovered(spoken: SpokenSource): Promise<client.Configuration> {
  const { source, secret, send } = spoken
  const auth = await clientProof(source, secret, spoken.now())
  try {
    const configuration = await client.discovery(new URL(source.issuer), source.clientId, undefined, auth, {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: fetching(send),
      ...(source.issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
    })
    assertEndpoints(configuration.serverMetadata())
    return prepared(configuration, spoken)
  } catch (error) {
    const problem = problemOf(error)
    // Nobody has answered anything yet, so nothing can be forged. The metadata does not fit the settings.
    throw problem.kind === 'forged' ? new SourceProblem('settings', problem.message, error) : problem
  }
}

/** Refuses metadata with which no exchange can begin, so that it cannot fail halfway. */
function assertEndpoints(metadata: client.ServerMetadata): void {
  const wrong = NEEDED.find(name => !isAddress(metadata[name]))
  if (wrong !== undefined)
    throw new SourceProblem('settings', `The metadata of the source has no usable address in "${wrong}".`)
}

function isAddress(text: unknown): boolean {
  const address = typeof text === 'string' ? URL.parse(text) : null
  return address !== null && isAskable(address)
}

function prepared(configuration: client.Configuration, { source, send }: SpokenSource): client.Configuration {
  configuration[client.customFetch] = fetching(send)
  configuration.timeout = TIMEOUT_SECONDS
  if (source.issuer.startsWith('http:')) client.allowInsecureRequests(configuration)
  return configuration
}

function fetching(send: Outgoing): client.CustomFetch {
  return async (address, { method, headers, body }) => await send(address, { method, headers, body })
}

/** The name that Apple sends only at the first sign-in. It is not signed, so nothing else is read from it. */
function userOf(parameters: URLSearchParams): object {
  try {
    const user: unknown = JSON.parse(parameters.get('user') ?? '')
    const name = typeof user === 'object' && user !== null && 'name' in user ? user.name : undefined
    return { user: { name } }
  } catch {
    return {}
  }
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOf(error)
  }
}

/** Translates an error of the libraries into a problem for the person. */
function problemOf(error: unknown): SourceProblem {
  const found = causeOf(error, cause => cause instanceof SourceProblem)
  if (found instanceof SourceProblem) return found
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof client.AuthorizationResponseError)
    return new SourceProblem(error.error === 'access_denied' ? 'cancelled' : 'refused', error.error, error)
  if (error instanceof client.ResponseBodyError) {
    const kind = error.error === 'invalid_grant' ? 'forged' : 'settings'
    return new SourceProblem(kind, `The token endpoint answered ${error.error}.`, error)
  }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return new SourceProblem('settings', 'The source does not accept the client.', error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const away = [
    'OAUTH_TIMEOUT',
    'OAUTH_ABORT',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_PARSE_ERROR',
    'ERR_JWKS_TIMEOUT',
    'ERR_JOSE_GENERIC',
  ]
  return new SourceProblem(away.includes(code) ? 'away' : 'forged', text, error)
}

function causeOf(error: unknown, wanted: (error: unknown) => boolean): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (wanted(cause)) return cause
  return undefined
}
