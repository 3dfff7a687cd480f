import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fetchMetadata, isNavigation } from '../../core/fetch-metadata.ts'
import { Refusal } from '../../core/refusal.ts'
import { type Identity, SIGN_IN } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { navigationsOnly } from '../request/navigation.ts'
import type { Shed } from './shed.ts'
import { CONSOLE_DOOR, HEALTH, READINESS, SERVICE } from './status-calls.ts'

interface Parts {
  readonly store: Store
  readonly version: string
  readonly identity: Identity
  /** Whether everything is there that the service needs, such as the first administrator. */
  readonly started: () => boolean
  readonly stopping: () => boolean
  readonly shed: Shed
}

/** The name and version of the service, and its health checks. */
export function status(
  app: FastifyInstance,
  { store, version, identity, started, stopping, shed }: Parts,
): void {
  const { tenancy } = identity
  const toConsole = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = tenancy.console(await tenancy.of(request.hostname))
    if (url === undefined) throw new Refusal('console_missing', {})
    return reply.code(302).header('location', url).send()
  }
  resource(app, '/console', CONSOLE_DOOR, {
    GET: async (request, reply) => {
      await navigationsOnly(request)
      return await toConsole(request, reply)
    },
  })
  resource(app, '/', SERVICE, {
    GET: async (request, reply) => {
      // Somebody who opens the root address is most likely a visitor: administrators know the address of the console.
      if (request.headers.accept?.includes('text/html') && isNavigation(fetchMetadata(request.headers)))
        return reply.code(302).header('location', `${SIGN_IN}?runtime=true`).send()
      return {
        service: 'tabard',
        version,
        description: 'Tabard, a branding service for identity pages and e-mails.',
        themes: '/v1.0/branding/themes',
        token: '/v1.0/endpoint/default/token',
        limits: '/v1.0/tabard/limits',
        openapi: '/openapi.json',
        docs: '/docs',
        health: ['/healthz', '/readyz'],
      }
    },
  })
  resource(app, '/healthz', HEALTH, { GET: async () => ({ status: 'alive' }) })
  resource(app, '/readyz', READINESS, {
    async GET() {
      if (!started()) throw new Refusal('starting', {})
      if (stopping()) throw new Refusal('stopping', {})
      // A node that is only strained still shows pages to people.
      if (shed.state() === 'overloaded') throw new Refusal('overloaded', {})
      await store.ping()
      return { status: 'ready' }
    },
  })
}
