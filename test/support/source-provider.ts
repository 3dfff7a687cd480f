import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importSPKI,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { PresetName } from '../../src/core/federation/presets.ts'

type Claims = Record<string, unknown>

interface Granted {
  readonly parameters: URLSearchParams
  readonly person: Claims
}

interface Key {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly jwk: object
}

const SECRET = 'a secret of the source'

/** An identity source on this machine that behaves as one of the presets does. */
export class SourceProvider {
  /** Who signs in next. */
  person: Claims = { sub: 'ada-there', email: 'ada@example.com', email_verified: true }
  /** What a hostile source changes in its ID token, its metadata and its answers. */
  lie: Claims = {}
  metadata: Claims = {}
  /** Makes every answer slow, or an error. */
  delay = 0
  failing: number | undefined
  /** What happens here while the source makes tokens. */
  meanwhile: () => Promise<unknown> = async () => {}
  /** The last requests, by path. */
  readonly asked: { path: string; body: URLSearchParams; headers: IncomingMessage['headers'] }[] = []
  readonly preset: PresetName
  readonly clientId = 'tabard'
  readonly #server: Server
  readonly #codes = new Map<string, Granted>()
  readonly #tokens = new Map<string, Granted>()
  readonly #told = new Set<unknown>()
  #key!: Key
  /** The public key that Apple knows of the team, as PEM. */
  teamKey: string | undefined

  private constructor(preset: PresetName, server: Server) {
    this.preset = preset
    this.#server = server
  }

  static async start(preset: PresetName = 'openid', port = 0): Promise<SourceProvider> {
    const server = createServer()
    const provider = new SourceProvider(preset, server)
    await provider.rotate()
    server.on('request', (request, response) => void provider.#answer(request, response))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return provider
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get issuer(): string {
    return this.preset === 'entra' ? `${this.origin}/11111111-2222-3333-4444-555555555555/v2.0` : this.origin
  }

  /** What is given to the service; the secret of Apple is a key. */
  get settings() {
    return { preset: this.preset, issuer: this.issuer, clientId: this.clientId, secret: SECRET }
  }

  /** Signs with a new key from now on; the old one is gone. */
  async rotate(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = await exportJWK(publicKey)
    const kid = await calculateJwkThumbprint(jwk)
    this.#key = { kid, privateKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } }
  }

  /** Signs somebody in for a request, as its page would; answers with where the browser goes then. */
  grant(address: string, person = this.person): { redirect: string; fields: URLSearchParams } {
    const parameters = new URL(address).searchParams
    const code = randomUUID()
    this.#codes.set(code, { parameters, person })
    const fields = new URLSearchParams({ code, state: parameters.get('state') ?? '' })
    if (this.preset !== 'github' && this.preset !== 'apple') fields.set('iss', this.issuer)
    if (this.preset === 'apple' && !this.#told.has(person.sub)) {
      // The name is told once, and never again.
      this.#told.add(person.sub)
      fields.set('user', JSON.stringify({ name: person.name, email: person.email }))
    }
    return { redirect: `${parameters.get('redirect_uri')}?${fields}`, fields }
  }

  /** A token that tells a sign-out. */
  async logoutToken(claims: Claims): Promise<string> {
    return await this.#signed({
      iss: this.issuer,
      aud: this.clientId,
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    })
  }

  async #signed(claims: Claims): Promise<string> {
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: this.#key.kid })
      .setIssuedAt(typeof claims.iat === 'number' ? claims.iat : undefined)
      .setExpirationTime(typeof claims.exp === 'number' ? claims.exp : '5m')
      .sign(this.#key.privateKey)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.origin)
    const base = new URL(this.issuer).pathname.replace(/\/$/, '')
    const path = base !== '' && url.pathname.startsWith(base) ? url.pathname.slice(base.length) : url.pathname
    const body = new URLSearchParams(await textOf(request))
    this.asked.push({ path, body, headers: request.headers })
    if (this.delay > 0) await sleep(this.delay)
    const send = (status: number, value: unknown) => {
      if (response.destroyed) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (this.failing !== undefined) return send(this.failing, { error: 'server_error' })
    switch (path) {
      case '/.well-known/openid-configuration':
        return send(200, this.#metadata())
      case '/jwks':
        return send(200, { keys: [this.#key.jwk] })
      case '/authorize':
      case '/login/oauth/authorize':
        return this.#page(url, response)
      case '/token':
      case '/login/oauth/access_token':
        await this.meanwhile()
        return send(...(await this.#token(body)))
      case '/userinfo':
      case '/api/v3/user':
      case '/api/v3/user/emails':
        return send(...this.#about(path, request.headers.authorization))
      case '/end-session': {
        const back = new URL(url.searchParams.get('post_logout_redirect_uri') ?? this.origin)
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        response.writeHead(303, { location: back.href }).end()
        return
      }
      default:
        return send(404, { error: 'not_found' })
    }
  }

  /** The page on which people sign in: a link, or a form that the browser posts back. */
  #page(url: URL, response: ServerResponse): void {
    const { redirect, fields } = this.grant(url.href)
    const [address] = redirect.split('?', 1)
    const inputs = [...fields].map(([name, value]) => `<input type=hidden name="${name}" value='${value}'>`)
    const form = `<form method=post action="${address}">${inputs.join('')}<button>Allow</button></form>`
    const posts = url.searchParams.get('response_mode') === 'form_post'
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>The source</title>${posts ? form : `<a href="${redirect.replaceAll('&', '&amp;')}">Allow</a>`}`,
      )
  }

  #metadata(): Claims {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      ...(this.preset !== 'apple' && { userinfo_endpoint: `${issuer}/userinfo` }),
      ...((this.preset === 'openid' || this.preset === 'entra') && {
        end_session_endpoint: `${issuer}/end-session`,
      }),
      ...(this.preset !== 'apple' && { authorization_response_iss_parameter_supported: true }),
      ...this.metadata,
    }
  }

  async #token(body: URLSearchParams): Promise<[number, unknown]> {
    const granted = this.#codes.get(body.get('code') ?? '')
    this.#codes.delete(body.get('code') ?? '')
    const bad = this.preset === 'github' ? 200 : 400
    if (!(await this.#isClient(body))) return [bad, { error: 'invalid_client' }]
    if (granted === undefined || !(await isProved(granted.parameters, body)))
      return [bad, { error: this.preset === 'github' ? 'bad_verification_code' : 'invalid_grant' }]
    const token = randomUUID()
    this.#tokens.set(token, granted)
    if (this.preset === 'github') return [200, { access_token: token, token_type: 'bearer' }]
    const { name: _, auth_time, ...person } = granted.person
    const again = granted.parameters.get('prompt') === 'login'
    const claims = {
      ...(this.preset === 'apple' ? person : { ...granted.person }),
      iss: this.issuer,
      aud: this.clientId,
      nonce: granted.parameters.get('nonce'),
      ...(again ? { auth_time: Math.floor(Date.now() / 1000) } : auth_time !== undefined && { auth_time }),
      ...this.lie,
    }
    return [
      200,
      { access_token: token, token_type: 'Bearer', expires_in: 60, id_token: await this.#signed(claims) },
    ]
  }

  async #isClient(body: URLSearchParams): Promise<boolean> {
    if (body.get('client_id') !== this.clientId) return false
    const secret = body.get('client_secret') ?? ''
    if (this.preset !== 'apple') return secret === SECRET
    const key = await importSPKI(this.teamKey!, 'ES256')
    const options = { issuer: 'TEAM', subject: this.clientId, audience: 'https://appleid.apple.com' }
    return await jwtVerify(secret, key, options).then(
      ({ protectedHeader }) => protectedHeader.kid === 'KEY',
      () => false,
    )
  }

  #about(path: string, authorization = ''): [number, unknown] {
    const granted = this.#tokens.get(authorization.replace('Bearer ', ''))
    if (granted === undefined) return [401, { error: 'invalid_token' }]
    const { person } = granted
    // Without the scope for them.
    if (path.endsWith('/emails')) return person.emails === undefined ? [404, {}] : [200, person.emails]
    return [200, path === '/userinfo' ? { sub: person.sub, ...(person.more as object) } : person]
  }
}

async function isProved(parameters: URLSearchParams, body: URLSearchParams): Promise<boolean> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(body.get('code_verifier') ?? ''),
  )
  return (
    Buffer.from(digest).toString('base64url') === parameters.get('code_challenge') &&
    body.get('redirect_uri') === parameters.get('redirect_uri')
  )
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}
