import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of the console sent a request. A page of a theme may be at another port of the same host, and cookies
 * do not distinguish ports.
 */
export function isOwn({ headers, consoleUrl }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return origin === undefined ? site === 'same-origin' : origin === consoleUrl
}
