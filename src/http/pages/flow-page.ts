import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Flow, type Identity, NO_PURPOSE, type Query } from '../../identity/identity.ts'
import type { Description } from '../description/call.ts'
import { resource } from '../description/resource.ts'
import { isForeign } from '../request/foreign.ts'
import { postedForm } from '../request/form.ts'
import { firstOf } from '../request/target.ts'
import { sendAnswer, visitOf } from '../request/visit.ts'

/** Serves the pages of the flow that a request names: shows them, and takes the forms that they post. */
export function flowPage(
  app: FastifyInstance,
  identity: Identity,
  url: string,
  described: Readonly<Record<'GET' | 'POST', Description>>,
  flowOf: (query: Query, request: FastifyRequest) => Flow,
): void {
  resource(app, url, described, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const flow = flowOf(query, request)
      const visit = await visitOf(identity, request, reply, query)
      return sendAnswer(identity, request, reply, await flow.show(visit, query))
    },
    async POST(request, reply) {
      const query = firstOf(request.raw.url!)
      const flow = flowOf(query, request)
      const visit = await visitOf(identity, request, reply, query)
      if (isForeign(identity, request)) {
        const refused = await identity.signIns.views.failed(visit, NO_PURPOSE, 'FLOW_FOREIGN')
        return sendAnswer(identity, request, reply, refused)
      }
      const form = await postedForm(request, reply)
      const answer = await identity.repeats.answer(visit, { query, form }, () =>
        flow.submit(visit, query, form),
      )
      return sendAnswer(identity, request, reply, answer)
    },
  })
}
