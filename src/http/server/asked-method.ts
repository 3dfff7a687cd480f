import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

// An address has one route for all of its methods, because the router keeps all addresses again for each method that has
// any: nine times as much to build at the start, and to keep. So routes are registered for GET, and the router is asked
// for GET whatever a client asked for. The first hook gives the request its method back.

declare module 'node:http' {
  interface IncomingMessage {
    /** What the client asked for, while the router is asked for GET. */
    askedMethod?: string | undefined
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of a route that answers no others; undefined: it answers all of `ROUTED`. */
    only?: ReadonlySet<string>
  }
}

/** The methods that have routes. */
const ROUTED = new Set(['GET', 'HEAD', 'TRACE', 'DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY'])

/** Asks the router for GET. Fastify calls it before the router, and then takes the URL that it returns. */
export function askForGet(request: IncomingMessage): string {
  if (request.method !== 'GET' && ROUTED.has(request.method!)) {
    request.askedMethod = request.method
    request.method = 'GET'
  }
  return request.url!
}

/** Gives a request back the method that the client asked for. */
export function restoreMethod(request: IncomingMessage): void {
  if (request.askedMethod !== undefined) request.method = request.askedMethod
}

/** Whether the route of a request has its method; where not, it is as if there were no such address. */
export function isOffered(request: FastifyRequest): boolean {
  const { only } = request.routeOptions.config
  return only === undefined || only.has(request.method)
}
