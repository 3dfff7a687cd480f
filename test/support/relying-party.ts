import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oidc from 'openid-client'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { addApplication } from './people.ts'
import type { TestService } from './service.ts'

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Somebody who has signed in to an application. */
export interface SignedIn {
  readonly tokens: Tokens
  /** Of the ID token, verified. */
  readonly claims: oidc.IDToken
  /** The method of the request that brought the code, and its header Origin. */
  readonly by: string
  readonly from: string | undefined
}

/** An application that people sign in to. */
export interface RelyingParty {
  readonly name: string
  readonly url: string
  readonly clientId: string
  readonly config: oidc.Configuration
  /** Everybody who has signed in, in their order. */
  readonly people: readonly SignedIn[]
  /** Where signing in begins; the parameters are added to those of the request. */
  login(parameters?: Record<string, string>): string
  userInfo(person: SignedIn): Promise<oidc.UserInfoResponse>
  /** New tokens for the refresh token. */
  refreshed(tokens: Tokens): Promise<Tokens>
  stop(): Promise<void>
}

export interface RelyingPartySettings {
  readonly name: string
  readonly themeId?: string
  readonly secondFactor?: boolean
  readonly public?: boolean
  readonly formPost?: boolean
  /** The reference of the flow in which people register. */
  readonly registration?: string
}

/** Starts an application on a free port, and makes it known to the service. */
export async function startRelyingParty(
  service: TestService,
  settings: RelyingPartySettings,
): Promise<RelyingParty> {
  const { name } = settings
  const begun = new Map<string, { verifier: string; nonce: string }>()
  const people: (SignedIn & { state: string })[] = []

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      if (error instanceof oidc.AuthorizationResponseError) page(response, 200, `Refused: ${error.error}`, '')
      else page(response, 500, 'Failed', `<p>${error.message}: ${error.cause}</p>`)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  // Another site than the service, as in life: cookies and the policy of forms depend on it.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`

  const { clientId, clientSecret } = await addApplication(service, {
    ...settings,
    redirects: [`${url}/callback`],
    logoutRedirects: [`${url}/bye`],
  })
  const config = await oidc.discovery(
    new URL(`${service.url}${ISSUER_PATH}`),
    clientId,
    {},
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    { execute: [oidc.allowInsecureRequests] },
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url!, url)
    switch (target.pathname) {
      case '/login':
        return go(response, await authorization(target.searchParams))
      case '/login-by-form':
        return form(response, await authorization(target.searchParams))
      case '/callback': {
        const answered = request.method === 'POST' ? await posted(request, target) : target
        const state = answered.searchParams.get('state') ?? ''
        if (!begun.has(state)) return page(response, 400, 'Not asked for', '')
        const { verifier, nonce } = begun.get(state)!
        const tokens = await oidc.authorizationCodeGrant(config, answered, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
        })
        people.push({
          tokens,
          claims: tokens.claims()!,
          state,
          by: request.method!,
          from: request.headers.origin,
        })
        return go(response, `${url}/home?person=${state}`)
      }
      case '/home': {
        const state = target.searchParams.get('person')
        const { claims } = people.find(person => person.state === state)!
        return page(
          response,
          200,
          `Hello ${claims.name}`,
          `<p>${name}</p><p><a id="logout" href="/logout?person=${state}">Log out</a></p>`,
        )
      }
      case '/logout': {
        const { person, stay, posted, ...parameters } = Object.fromEntries(target.searchParams)
        const { tokens } = people.find(({ state }) => state === person)!
        const end = oidc.buildEndSessionUrl(config, {
          id_token_hint: tokens.id_token!,
          ...(stay === undefined && { post_logout_redirect_uri: `${url}/bye` }),
          ...parameters,
        })
        return posted === undefined ? go(response, end.href) : form(response, end.href)
      }
      case '/bye':
        return page(response, 200, `Goodbye from ${name}`, '')
      default:
        return page(response, 404, 'Nothing here', '')
    }
  }

  async function authorization(parameters: URLSearchParams): Promise<string> {
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    begun.set(state, { verifier, nonce })
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: `${url}/callback`,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    for (const [key, value] of parameters) address.searchParams.set(key, value)
    return address.href
  }

  return {
    name,
    url,
    clientId,
    config,
    people,
    login: (parameters = {}) => `${url}/login?${new URLSearchParams(parameters)}`,
    userInfo: async ({ tokens, claims }) => await oidc.fetchUserInfo(config, tokens.access_token, claims.sub),
    refreshed: async ({ refresh_token }) => await oidc.refreshTokenGrant(config, refresh_token!),
    async stop() {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}

/** The answer of a posted form, as if it had come in the address. */
async function posted(request: IncomingMessage, target: URL): Promise<URL> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const answered = new URL(target)
  answered.search = Buffer.concat(chunks).toString('utf8')
  return answered
}

function go(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

/** A page with a button that posts the parameters of an address to it. */
function form(response: ServerResponse, address: string): void {
  const { origin, pathname, searchParams } = new URL(address)
  const fields = [...searchParams].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  const markup = `<form method="post" action="${origin}${pathname}">${fields.join('')}<button>Go</button></form>`
  page(response, 200, 'By a form', markup)
}

function page(response: ServerResponse, status: number, heading: string, rest: string): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(
      `<!doctype html><html lang="en"><head><title>${heading}</title><link rel="icon" href="data:,"></head><body><h1>${heading}</h1>${rest}</body></html>`,
    )
}
