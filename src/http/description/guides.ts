import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { guidePage, searchedGuides } from '../handbook/handbook.ts'
import { POLICY, SEARCH_INDEX } from '../handbook/layout.ts'
import { library, placeOf } from '../handbook/library.ts'
import { type Packed, packed, sendPacked } from '../request/packed.ts'
import type { CallBook } from './call-book.ts'
import { DOCUMENTATION, GUIDE, SEARCH } from './openapi-calls.ts'
import { searchedCalls } from './reference.ts'
import type { Origin } from './refusals.ts'
import { resource } from './resource.ts'

/** The guides, what they show, and what their search looks through. They need no token. */
export function guides(app: FastifyInstance, origin: Origin, calls: CallBook, version: string): void {
  let index: Promise<Packed> | undefined

  const deliver = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const address = request.raw.url!.split('?', 1)[0]!.replace(/\/$/, '')
    const leaf = library().at(address)
    if (leaf === undefined) throw new Refusal('route_unknown', {})
    if (leaf.kind === 'guide') {
      reply.header('content-security-policy', POLICY)
      return await sendPacked(request, reply, 'text/html', await guidePage(leaf, version))
    }
    reply.header('cache-control', 'public, max-age=3600')
    return reply
      .type(leaf.kind === 'image' ? 'image/png' : 'text/plain; charset=utf-8')
      .send(await readFile(placeOf(leaf)))
  }

  resource(app, '/docs', DOCUMENTATION, { GET: deliver })
  resource(app, '/docs/*', GUIDE, { GET: deliver })
  resource(app, SEARCH_INDEX, SEARCH, {
    async GET(request, reply) {
      index ??= searchedGuides().then(found =>
        packed(JSON.stringify([...found, ...searchedCalls(calls, origin)])),
      )
      index.catch(() => {
        index = undefined
      })
      // The pages that ask have no origin.
      reply.header('access-control-allow-origin', '*')
      return await sendPacked(request, reply, 'application/json', await index)
    },
  })
}
