import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, HEAD, POST, PUT, DELETE'
const SENT = 'Authorization, Content-Type, If-Match, If-None-Match'
const READ =
  'Content-Disposition, ETag, Location, Retry-After, Tabard-Findings, Tabard-Ignored, Tabard-Never-Shown, Tabard-Outdated, WWW-Authenticate, X-Request-Id'
const SECONDS = 3600

/**
 * Lets scripts of other origins make the calls of a scope. They bring an access token: cookies are never accepted here,
 * and `Access-Control-Allow-Credentials` is never sent. Its hook runs before the routes' own, which ask
 * for the token: browsers send none when they ask for permission.
 */
export function shareWith(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    const { origin } = headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', READ)
      return
    }
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': SENT,
        'access-control-max-age': SECONDS,
      })
      .send()
  })
  app.addHook('onSend', async (_, reply) => {
    reply.header('vary', [reply.getHeader('vary'), 'origin'].flat().filter(Boolean).join(', '))
  })
}
