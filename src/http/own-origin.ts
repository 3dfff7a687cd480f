import type { FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'

/**
 * Whether a page of the console sent a request. A page of a theme may stand at another port of the same host: cookies do
 * not tell the two apart, this does.
 */
export function isOwn({ headers }: FastifyRequest, consoleUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return origin === undefined ? site === 'same-origin' : origin === consoleUrl
}

/** Lets pages be opened in a window only: a script that fetches one, frames one or has one loaded ahead gets nothing. */
export function onlyNavigation({ headers }: FastifyRequest): void {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': dest = 'document' } = headers
  if (mode !== 'navigate' || dest !== 'document' || headers['sec-purpose'] !== undefined)
    throw new Refusal('navigation_only', {})
}
