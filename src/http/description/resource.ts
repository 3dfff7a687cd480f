import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { type Admission, admission, admissionOfOthers } from './admission.ts'
import type { Description, Method } from './call.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * An address with what can be done there, each method described. Who may call follows from the description, and is
 * checked before the handler runs. Every other method is answered with 405 and `Allow`. With `preflight`, browsers are
 * told what scripts of other origins may do there.
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
    app.route({
      method,
      url,
      config: { described: described[method] },
      ...admittedBy(admission(app, described[method])),
      handler: handlers[method],
    })
  const allow = methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  app.route({
    method: app.supportedMethods.filter(method => !allow.includes(method)),
    url,
    config: { described: 'other methods' },
    ...admittedBy(admissionOfOthers(app, described)),
    handler: async (request, reply) => {
      const asks = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
      if (preflight !== undefined && asks) return await preflight(request, reply)
      throw new Refusal('method_unknown', { method: request.method, allow })
    },
  })
}

function admittedBy(admits: Admission | undefined): { onRequest?: Admission } {
  return admits === undefined ? {} : { onRequest: admits }
}
