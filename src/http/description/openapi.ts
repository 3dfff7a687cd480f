import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import type { Identity } from '../../identity/identity.ts'
import { allChapters } from '../handbook/handbook.ts'
import { CALLS, POLICY } from '../handbook/layout.ts'
import { type Packed, packed, sendPacked } from '../request/packed.ts'
import { sessionName } from '../request/session-name.ts'
import type { CallBook } from './call-book.ts'
import { openApi, type Place } from './described.ts'
import { guides } from './guides.ts'
import { DESCRIPTION, REFERENCE } from './openapi-calls.ts'
import { reference } from './reference.ts'
import type { Origin } from './refusals.ts'
import { resource } from './resource.ts'

interface Parts {
  readonly identity: Identity
  readonly calls: CallBook
  readonly version: string
}

const KEPT = 100

/** The calls described, for programs and for people, and the guides beside them. */
export function description(app: FastifyInstance, origin: Origin, { identity, calls, version }: Parts): void {
  const kept = new BoundedCache<string, Promise<Packed>>(KEPT)

  /** Each tenant has addresses of its own. */
  const text = (
    request: FastifyRequest,
    kind: string,
    made: (place: Place) => string | Promise<string>,
  ): Promise<Packed> => {
    const pagesUrl = identity.tenancy.address(request.tenant)
    const consoleUrl = identity.tenancy.console(request.tenant) ?? ''
    const key = `${kind} ${pagesUrl} ${consoleUrl}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const cookie = sessionName(consoleUrl)
    const fresh = Promise.resolve(made({ version, pagesUrl, consoleUrl, cookie })).then(packed)
    kept.set(key, fresh)
    return fresh
  }

  resource(app, '/openapi.json', DESCRIPTION, {
    async GET(request, reply) {
      const made = (place: Place) => JSON.stringify(openApi(calls, origin, place))
      return await sendPacked(request, reply, 'application/json', await text(request, 'openapi', made))
    },
  })

  resource(app, CALLS, REFERENCE, {
    async GET(request, reply) {
      const made = async (place: Place) => reference(calls, origin, place, await allChapters())
      reply.header('content-security-policy', POLICY)
      return await sendPacked(request, reply, 'text/html', await text(request, 'reference', made))
    },
  })
  guides(app, origin, calls, version)
}
