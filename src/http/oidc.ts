import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import { type Identity, ISSUER_PATH, networkOf, providerCookies, withCookie } from '../identity/identity.ts'
import { boundAuthorization } from './authorization-bounds.ts'
import { AUTHORIZATION_SERVER_METADATA, INTERACTION_PAGE, PROVIDED } from './described/service-calls.ts'
import { detour } from './detour.ts'
import { isForeign } from './foreign.ts'
import { LARGEST_FORM, postedForm } from './form.ts'
import { navigationsOnly, navigationsOrRenewals } from './navigation.ts'
import { ownAddress } from './own-address.ts'
import { refuseForeign } from './pages.ts'
import { leadToGet } from './posted-request.ts'
import type { Rates } from './rate.ts'
import { resource } from './resource.ts'
import { firstOf } from './target.ts'
import { browserOf, isSecure, sendAnswer, visitOf } from './visit.ts'

const AUTHORIZATION_SERVER = `/.well-known/oauth-authorization-server${ISSUER_PATH}`

type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** OpenID Connect: what the provider answers itself, and the door from there to signing in. */
export function oidc(app: FastifyInstance, { identity, rates }: { identity: Identity; rates: Rates }): void {
  const provided = (path: keyof typeof PROVIDED, methods: readonly ('GET' | 'POST')[], gate?: Gate) => {
    app.route({
      method: [...methods, 'OPTIONS'],
      url: `${ISSUER_PATH}${path}`,
      config: { described: PROVIDED[path] },
      ...(gate !== undefined && { onRequest: gate }),
      handler: async (request, reply) => {
        if (request.method === 'POST' && (path === '/authorize' || path === '/logout'))
          return await leadToGet(path, request, reply)
        if (path === '/authorize') {
          // An anonymous request makes the service keep something.
          rates.authorizations.admit(networkOf(request.ip))
          boundAuthorization(firstOf(request.raw.url!), queryBytes(request))
        }
        if (gate !== undefined) await bind(identity, request, reply)
        return await provide(identity, request, reply)
      },
    })
  }
  // What applications ask, from their servers and their scripts.
  provided('/.well-known/openid-configuration', ['GET'])
  // RFC 8414 has the path of the issuer after the well-known one.
  app.route({
    method: ['GET', 'OPTIONS'],
    url: AUTHORIZATION_SERVER,
    config: { described: AUTHORIZATION_SERVER_METADATA },
    handler: async (request, reply) => {
      request.raw.url = `${ISSUER_PATH}/.well-known/openid-configuration`
      return await provide(identity, request, reply)
    },
  })
  provided('/jwks', ['GET'])
  provided('/userinfo', ['GET', 'POST'])
  // Where they send people.
  const seen: Gate = async (request, reply) => {
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
    interactions(people, identity)
  })
}

/** The request of an application that waits: signing in for it, choosing an account, and agreeing to what it asks for. */
function interactions(app: FastifyInstance, identity: Identity): void {
  resource(app, `${ISSUER_PATH}/interaction/:uid`, INTERACTION_PAGE, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      const answer = await identity.signIns.interactions.open(visit, uidOf(request), query.get('key') ?? '')
      return sendAnswer(identity, request, reply, answer)
    },
    async POST(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      if (isForeign(identity, request)) return await refuseForeign(identity, request, reply, visit)
      const form = await postedForm(request, reply)
      const answer = await identity.signIns.interactions.answer(visit, query.get('flow') ?? '', form)
      return sendAnswer(identity, request, reply, answer)
    },
  })
}

function queryBytes({ raw }: FastifyRequest): number {
  return raw.url!.length - raw.url!.indexOf('?') - 1
}

function uidOf({ params }: FastifyRequest): string {
  return (params as { uid?: string }).uid ?? ''
}

async function provide(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_FORM)
    throw new Refusal('over_limit', { what: 'form', limit: LARGEST_FORM })
  const provider = await identity.providers.forPeople(request.tenant)
  ownAddress(identity, request)
  const { raw } = request
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
  Object.assign(raw, { originalUrl: raw.url, url: raw.url!.slice(ISSUER_PATH.length) })
  await identity.providers.answer(provider, raw, reply.raw, { address: request.ip })
  return reply
}

/** Binds what the provider begins to the browser, and lets only that browser go on with it. */
async function bind(identity: Identity, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { tenant, raw } = request
  const browser = browserOf(identity, request, reply)
  const uid = uidOf(request)
  const key = firstOf(raw.url!).get('key') ?? ''
  const belongs = uid !== '' && (await identity.providers.belongs({ tenant, browser }, uid, key))
  // The provider asks for a cookie of its own on the way back; it gets one for as long as the request lasts.
  const { resume } = providerCookies(isSecure(identity, request))
  raw.headers.cookie = withCookie(raw.headers.cookie, resume, belongs ? uid : undefined)
  Object.assign(raw, { browser })
}
