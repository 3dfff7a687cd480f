import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import type { Description, Method } from './call.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * An address with what can be done there, each method described; every other method is told so (405 with Allow). With
 * `preflight`, browsers are told what scripts of other origins may do there.
 */
export function resource<M extends Method>(
  app: FastifyInstance,
  url: string,
  described: Readonly<Record<M, Description>>,
  handlers: Readonly<Record<NoInfer<M>, Handler>>,
  preflight?: Handler,
): void {
  const methods = Object.keys(handlers) as M[]
  for (const method of methods)
    app.route({ method, url, handler: handlers[method], config: { described: described[method] } })
  const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  app.route({
    method: app.supportedMethods.filter(method => !allow.includes(method)),
    url,
    config: { described: 'other methods' },
    handler: async (request, reply) => {
      const asks = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
      if (preflight !== undefined && asks) return await preflight(request, reply)
      throw new Refusal('method_unknown', { method: request.method, allow })
    },
  })
}
