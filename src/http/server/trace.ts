import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Begun, parentOf, type Tracer } from '../../trace/trace.ts'
import { METHODS } from './request-meter.ts'
import { HEALTH } from './shed.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is recorded of this request, where it is traced. */
    span: Begun | undefined
  }
}

/** Short, and nothing in it that a log, a header or an address could take for something else. */
const REQUEST_ID = /^[\w.~:=+/-]{1,128}$/

/** The id of a request: the one that a trusted proxy gave it, else a new one. */
export function requestIds(
  isTrusted: (address: string | undefined) => boolean,
  newId: () => string,
): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given !== 'string' || !REQUEST_ID.test(given)) return newId()
    return isTrusted(socket.remoteAddress) ? given : newId()
  }
}

/** Begins the span of a request where it is traced. Its log lines have the id of the trace, also of a caller's. */
export function beginTrace(
  tracer: Tracer | undefined,
  isTrusted: (address: string | undefined) => boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const parent = parentOf(request.headers.traceparent)
  const from = parent && { ...parent, trusted: isTrusted(request.raw.socket.remoteAddress) }
  const span = HEALTH.test(request.raw.url ?? '') ? undefined : tracer?.begin('server', from)
  const traceId = span?.traceId ?? parent?.traceId
  if (traceId !== undefined) request.log = reply.log = request.log.child({ traceId })
  request.span = span
}

/** Ends the span of a request. It has the pattern of the route, never the address: that may name people or open things. */
export function endTrace(request: FastifyRequest, reply: FastifyReply): void {
  const { span, tenant, client } = request
  if (span === undefined) return
  const method = METHODS.has(request.method) ? request.method : '_OTHER'
  const route = request.routeOptions.url
  const failed = reply.statusCode >= 500
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': reply.statusCode,
    'url.scheme': request.protocol,
    'error.type': failed ? String(reply.statusCode) : undefined,
    'tabard.request_id': request.id,
    'tabard.tenant': tenant?.id,
    'tabard.client': client?.id,
  }
  span.end(route === undefined ? method : `${method} ${route}`, attributes, { failed })
}
