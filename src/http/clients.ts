import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ENTITLEMENTS, type Entitlement } from '../core/entitlement.ts'
import { Refusal } from '../core/refusal.ts'
import { createClient, entitleClient, removeClient, rotateClient } from '../identity/identity.ts'
import type { ApiClient, Store, TenantStore } from '../store/store.ts'
import { administers } from './applications.ts'
import { jsonBody } from './json.ts'
import { resource } from './resource.ts'

/** API clients: programs that send and fetch themes. For administrators in the console. */
export function clients(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest): TenantStore => store.tenant(request.tenant.id)
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  resource(app, '/clients', {
    async GET(request) {
      administers(request)
      return { clients: (await here(request).clients()).map(shown) }
    },
    async POST(request, reply) {
      administers(request)
      const { name, entitlements, answersNoContent } = await jsonBody(request, reply)
      if (typeof name !== 'string') throw wrong('name', 'an API client needs one')
      const made = await createClient(here(request), {
        name,
        entitlements: entitlementsOf(entitlements),
        replaceStatus: answersNoContent === true ? 204 : 201,
      })
      return reply.code(201).header('cache-control', 'no-store').send(made)
    },
  })

  resource(app, '/clients/:id', {
    async PUT(request, reply) {
      administers(request)
      const { entitlements } = await jsonBody(request, reply)
      await entitleClient(here(request), idOf(request), entitlementsOf(entitlements))
      return reply.code(204).send()
    },
    async DELETE(request, reply) {
      administers(request)
      await removeClient(here(request), idOf(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/clients/:id/secret', {
    async POST(request, reply) {
      administers(request)
      reply.header('cache-control', 'no-store')
      return await rotateClient(here(request), idOf(request))
    },
  })
}

function entitlementsOf(value: unknown): Entitlement[] {
  const given = Array.isArray(value) ? value : []
  const known = ENTITLEMENTS.filter(entitlement => given.includes(entitlement))
  if (known.length === 0 || known.length !== given.length)
    throw wrong('entitlements', `it has to list ${ENTITLEMENTS.join(' or ')}`)
  return known
}

function wrong(what: string, why: string): Refusal {
  return new Refusal('value_invalid', { what, why })
}

function shown({ id, name, entitlements, replaceStatus }: ApiClient) {
  return { id, name, entitlements, answersNoContent: replaceStatus === 204 }
}
