import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { urlComponent } from '../../core/text.ts'
import {
  type Identity,
  ISSUER_PATHS,
  type IssuerPath,
  networkOf,
  providerCookies,
  withCookie,
} from '../../identity/identity.ts'
import { boundAuthorization } from '../request/authorization-bounds.ts'
import { LARGEST_FORM } from '../request/form.ts'
import { navigationsOnly, navigationsOrRenewals } from '../request/navigation.ts'
import { ownAddress } from '../request/own-address.ts'
import { leadToGet } from '../request/posted-request.ts'
import type { Rates } from '../request/rate.ts'
import { firstOf } from '../request/target.ts'
import { browserOf, isSecure } from '../request/visit.ts'
import { detour } from '../server/detour.ts'
import { flowPage } from './flow-page.ts'
import { AUTHORIZATION_SERVER_METADATA, INTERACTION_PAGE, PROVIDED } from './oidc-calls.ts'

const METADATA = '/.well-known/openid-configuration'

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

interface OidcParts {
  readonly identity: Identity
  readonly rates: Rates
}

/** OpenID Connect: the endpoints of the providers at each issuer, and the redirect from there to the sign-in. */
export function oidc(app: FastifyInstance, parts: OidcParts): void {
  for (const issuer of ISSUER_PATHS) atIssuer(app, issuer, parts)
}

function atIssuer(app: FastifyInstance, issuer: IssuerPath, { identity, rates }: OidcParts): void {
  const provided = (path: keyof typeof PROVIDED, methods: readonly ('GET' | 'POST')[], gate?: Hook) => {
    const described = Object.fromEntries(methods.map(method => [method, PROVIDED[path]]))
    app.get(
      `${issuer}${path}`,
      { config: { described, only: withOptions(methods) }, ...(gate !== undefined && { onRequest: gate }) },
      async (request, reply) => {
        if (request.method === 'POST' && (path === '/authorize' || path === '/logout'))
          return await leadToGet(path, request, reply)
        if (path === '/authorize') {
          // Limits anonymous requests that make the service store something.
          rates.authorizations.admit(networkOf(request.ip))
          boundAuthorization(firstOf(request.raw.url!), queryBytes(request))
        }
        const uid = gate === undefined ? '' : await bind(identity, issuer, request, reply)
        // A browser that comes twice never followed the first answer: its application gets a new one.
        const anew = uid === '' ? undefined : await identity.providers.anew(request.tenant, uid)
        if (anew !== undefined)
          return reply.code(303).header('cache-control', 'no-store').header('location', anew).send()
        return await provide(identity, issuer, path, request, reply)
      },
    )
  }
  // Endpoints for servers and scripts of applications.
  provided(METADATA, ['GET'])
  // RFC 8414 has the path of the issuer after the well-known one.
  app.get(
    `/.well-known/oauth-authorization-server${issuer}`,
    { config: { described: { GET: AUTHORIZATION_SERVER_METADATA }, only: withOptions(['GET']) } },
    async (request, reply) => await provide(identity, issuer, METADATA, request, reply),
  )
  provided('/jwks', ['GET'])
  provided('/userinfo', ['GET', 'POST'])
  // Endpoints to which applications send people.
  const seen: Hook = async (request, reply) => {
    await navigationsOnly(request)
    await detour(identity, request, reply)
  }
  provided('/authorize', ['GET', 'POST'], navigationsOrRenewals)
  provided('/authorize/:uid', ['GET'], navigationsOnly)
  provided('/logout', ['GET', 'POST'], seen)
  provided('/logout/confirm', ['POST'], navigationsOnly)
  provided('/logout/success', ['GET'], seen)
  app.register(async people => {
    people.addHook('onRequest', navigationsOnly)
    people.addHook('onRequest', (request, reply) => detour(identity, request, reply))
    interactions(people, issuer, identity)
  })
}

/**
 * The request of an application that waits: signing in for it, choosing an account, and agreeing to what it asks for.
 */
function interactions(app: FastifyInstance, issuer: IssuerPath, identity: Identity): void {
  const waiting = identity.signIns.interactions
  flowPage(app, identity, `${issuer}/interaction/:uid`, INTERACTION_PAGE, (_query, request) => ({
    show: (visit, query) => waiting.open(visit, uidOf(request), { key: query.get('key') ?? '', issuer }),
    submit: (visit, query, form) => waiting.answer(visit, query.get('flow') ?? '', form),
  }))
}

/** The provider answers OPTIONS at every address, for scripts of other origins. */
function withOptions(methods: readonly ('GET' | 'POST')[]): ReadonlySet<string> {
  return new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])
}

function queryBytes({ raw }: FastifyRequest): number {
  return raw.url!.length - raw.url!.indexOf('?') - 1
}

function uidOf({ params }: FastifyRequest): string {
  return (params as { uid?: string }).uid ?? ''
}

async function provide(
  identity: Identity,
  issuer: IssuerPath,
  path: keyof typeof PROVIDED,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FORM)
    throw new Refusal('over_limit', { what: 'form', limit: LARGEST_FORM })
  const provider = await identity.providers.of(request.tenant, issuer)
  ownAddress(identity, request)
  const { raw } = request
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
  // Not as it was spelled: a letter may have been percent-encoded.
  const url = path.replace(':uid', urlComponent(uidOf(request))) + (/\?.*/s.exec(raw.url!)?.[0] ?? '')
  Object.assign(raw, { originalUrl: `${issuer}${url}`, url })
  await identity.providers.answer(provider, raw, reply.raw, { address: request.ip })
  return reply
}

/**
 * Binds a request at the provider to the browser that started it, so that only this browser can continue it. Returns
 * the id of the request if it belongs to the browser.
 */
async function bind(
  identity: Identity,
  issuer: IssuerPath,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { tenant, raw } = request
  const browser = browserOf(identity, request, reply)
  const uid = uidOf(request)
  const key = firstOf(raw.url!).get('key') ?? ''
  const belongs = uid !== '' && (await identity.providers.belongs({ tenant, browser }, uid, { key, issuer }))
  // When people return, the provider expects its own cookie. It gets one that lasts as long as the request.
  const { resume } = providerCookies(isSecure(identity, request))
  raw.headers.cookie = withCookie(raw.headers.cookie, resume, belongs ? uid : undefined)
  Object.assign(raw, { browser })
  return belongs ? uid : ''
}
