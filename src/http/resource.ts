import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** An address with what can be done there; every other method is told so (405 with Allow). */
export function resource(
  app: FastifyInstance,
  url: string,
  handlers: Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler>>,
): void {
  for (const [method, handler] of Object.entries(handlers)) app.route({ method, url, handler })
  const allow = Object.keys(handlers).flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  app.route({
    method: app.supportedMethods.filter(method => !allow.includes(method)),
    url,
    handler: async request => {
      throw new Refusal('method_unknown', { method: request.method, allow })
    },
  })
}
