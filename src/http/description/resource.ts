import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { jsonBody } from '../request/json.ts'
import { type Admission, admission, admissionOfOthers } from './admission.ts'
import { checkedBody } from './body-check.ts'
import { type Description, isPage, type Method } from './call.ts'
import type { Schema, ValueOf } from './schema.ts'
import type { SCHEMAS, SchemaName } from './schemas.ts'

export type Handler<B = undefined> = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: B,
) => Promise<unknown>

/** The body that a handler gets: JSON that matches its description. */
type BodyOf<D> = D extends { body: { kind: 'json'; schema: infer S } }
  ? Described<S> | (D['body'] extends { optional: true } ? undefined : never)
  : undefined
type Described<S> = S extends SchemaName
  ? ValueOf<(typeof SCHEMAS)[S]>
  : S extends Schema
    ? ValueOf<S>
    : never

/**
 * Registers the described methods of an address. Who may call and what a JSON body must contain follow from the
 * description, and are checked before the handler runs. Every other method gets 405 with `Allow`. With `preflight`,
 * CORS preflight requests are answered.
 */
export function resource<D extends Readonly<Partial<Record<Method, Description>>>>(
  app: FastifyInstance,
  url: string,
  described: D,
  handlers: { readonly [M in keyof NoInfer<D>]: Handler<BodyOf<NoInfer<D>[M]>> },
  preflight?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const calls = new Map<string, Answered>()
  for (const method of Object.keys(handlers) as Method[]) {
    const call = described[method]!
    const handler = (handlers as Readonly<Partial<Record<Method, Handler<unknown>>>>)[method]!
    const answered = { admits: admission(app, call), handle: ended(withBody(call, handler)) }
    calls.set(method, answered)
    if (method === 'GET') calls.set('HEAD', answered)
  }
  const others: Answered = {
    admits: admissionOfOthers(app, described),
    handle: async (request, reply) => {
      const asks = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
      if (preflight !== undefined && asks) return await preflight(request, reply)
      throw new Refusal('method_unknown', { method: request.method, allow: [...calls.keys()] })
    },
  }
  const answeredOf = ({ method }: FastifyRequest) => calls.get(method) ?? others
  app.get(
    url,
    {
      config: { described },
      onRequest(request, _reply, done) {
        const { admits } = answeredOf(request)
        if (admits === undefined) done()
        else admits(request).then(() => done(), done)
      },
    },
    (request, reply) => answeredOf(request).handle(request, reply),
  )
}

/** How the requests with a method are answered. */
interface Answered {
  readonly admits: Admission | undefined
  readonly handle: Handler<void>
}

/** Tells whoever waits for it that a handler has ended. */
function ended(handler: Handler<void>): Handler<void> {
  return async (request, reply) => {
    try {
      return await handler(request, reply)
    } finally {
      request.handled?.()
    }
  }
}

/** Gives a handler the JSON that the call is sent, once it is known to be as described. */
function withBody(call: Description, handler: Handler<unknown>): Handler<void> {
  const body = isPage(call) ? undefined : call.body
  if (body?.kind !== 'json') return (request, reply) => handler(request, reply, undefined)
  return async (request, reply) => {
    const isLeftOut = body.optional === true && request.headers['content-type'] === undefined
    const given = isLeftOut ? undefined : checkedBody(body, await jsonBody(request, reply))
    return await handler(request, reply, given)
  }
}
