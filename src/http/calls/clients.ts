import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ENTITLEMENTS, type Entitlement } from '../../core/entitlement.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import { clientTag, createClient, removeClient, rotateClient, updateClient } from '../../identity/identity.ts'
import type { KnownClient, Store, TenantStore } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { actorIn } from '../request/auth.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { preconditionOf } from '../request/writing.ts'
import { CLIENT, CLIENT_SECRET, CLIENTS } from './clients-calls.ts'

/** API clients: programs that send and fetch themes. For administrators in the console. */
export function clients(app: FastifyInstance, { store }: { store: Store }): void {
  const here = (request: FastifyRequest): TenantStore => store.tenant(request.tenant.id)
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  resource(app, '/clients', CLIENTS, {
    async GET(request) {
      return { clients: (await here(request).clients.list()).map(shown) }
    },
    async POST(request, reply, { name, entitlements, answersNoContent = false, themes = null }) {
      const made = await createClient(
        here(request),
        {
          name,
          entitlements: entitlementsOf(entitlements),
          replaceStatus: replaceStatusOf(answersNoContent),
          themes,
        },
        actorIn(request),
      )
      return reply.code(201).header('cache-control', 'no-store').send(made)
    },
  })

  resource(app, '/clients/:id', CLIENT, {
    async GET(request, reply) {
      const client = await here(request).clients.get(idOf(request))
      if (client === undefined) throw new Refusal('client_unknown', { clientId: idOf(request) })
      // The ETag does not cover the last use, so a browser must not show an older answer for it.
      reply.header('cache-control', 'no-store')
      if (isUnchanged(request, reply, clientTag(client))) return reply
      return shown(client)
    },
    async PUT(request, reply, { name, entitlements, answersNoContent, themes }) {
      const changed = await updateClient(
        here(request),
        idOf(request),
        {
          ...(name !== undefined && { name }),
          ...(entitlements !== undefined && { entitlements: entitlementsOf(entitlements) }),
          ...(answersNoContent !== undefined && { replaceStatus: replaceStatusOf(answersNoContent) }),
          ...(themes !== undefined && { themes }),
        },
        actorIn(request),
        preconditionOf(request),
      )
      return reply.code(204).header('etag', clientTag(changed)).send()
    },
    async DELETE(request, reply) {
      await removeClient(here(request), idOf(request), actorIn(request), preconditionOf(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/clients/:id/secret', CLIENT_SECRET, {
    async POST(request, reply) {
      reply.header('cache-control', 'no-store')
      return await rotateClient(here(request), idOf(request), actorIn(request))
    },
  })
}

function replaceStatusOf(answersNoContent: boolean): 201 | 204 {
  return answersNoContent ? 204 : 201
}

/** At least one, and none twice. */
function entitlementsOf(given: readonly Entitlement[]): Entitlement[] {
  const known = ENTITLEMENTS.filter(entitlement => given.includes(entitlement))
  if (known.length === 0 || known.length !== given.length)
    throw invalidValue(`The field entitlements must list some of ${ENTITLEMENTS.join(', ')}.`)
  return known
}

function shown(client: KnownClient) {
  const { id, name, entitlements, themes, replaceStatus, lastUsedAt, misreadAt } = client
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const answersNoContent = replaceStatus === 204
  return {
    id,
    name,
    entitlements,
    themes,
    answersNoContent,
    lastUsed: time(lastUsedAt),
    misread: time(misreadAt),
  }
}
