import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Identity, ISSUER_PATH } from '../identity/identity.ts'
import { INTERACTION_PAGE, PROVIDED } from './described/service-calls.ts'
import { postedForm } from './form.ts'
import { isForeign, refuseForeign } from './pages.ts'
import { resource } from './resource.ts'
import { firstOf } from './target.ts'
import { sendAnswer, visitOf } from './visit.ts'

/** OpenID Connect: what the provider answers itself, and the door from there to signing in. */
export function oidc(app: FastifyInstance, { identity }: { identity: Identity }): void {
  const provided = (path: keyof typeof PROVIDED, methods: readonly ('GET' | 'POST')[]) => {
    app.route({
      method: [...methods, 'OPTIONS'],
      url: `${ISSUER_PATH}${path}`,
      config: { described: PROVIDED[path] },
      handler: async (request, reply) => await provide(identity, request, reply),
    })
  }
  provided('/.well-known/openid-configuration', ['GET'])
  provided('/jwks', ['GET'])
  provided('/authorize', ['GET', 'POST'])
  provided('/authorize/:uid', ['GET'])
  provided('/userinfo', ['GET', 'POST'])
  provided('/logout', ['GET', 'POST'])
  provided('/logout/confirm', ['POST'])
  provided('/logout/success', ['GET'])

  resource(app, `${ISSUER_PATH}/interaction/:uid`, INTERACTION_PAGE, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      return sendAnswer(
        identity,
        request,
        reply,
        await identity.signIns.interact(visit, request.raw, reply.raw),
      )
    },
    async POST(request, reply) {
      const query = firstOf(request.raw.url!)
      const visit = await visitOf(identity, request, reply, query)
      if (isForeign(request)) return await refuseForeign(identity, request, reply, visit)
      const form = await postedForm(request, reply)
      return sendAnswer(identity, request, reply, await identity.signIns.consents.submit(visit, query, form))
    },
  })
}

async function provide(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = await identity.providers.forPeople(request.tenant)
  ownAddress(identity, request)
  const { raw } = request
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
  Object.assign(raw, { originalUrl: raw.url, url: raw.url!.slice(ISSUER_PATH.length) })
  await provider.callback()(raw, reply.raw)
  return reply
}

/** The provider builds addresses from the request: it gets the tenant's own, whatever the request said. */
function ownAddress({ tenancy }: Identity, { tenant, raw }: FastifyRequest): void {
  const { host, protocol } = new URL(tenancy.address(tenant))
  delete raw.headers['x-forwarded-host']
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
}
