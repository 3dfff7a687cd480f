import type { FastifyRequest } from 'fastify'
import { fetchMetadata, isFramedByApplication, isNavigation } from '../../core/fetch-metadata.ts'
import { Refusal } from '../../core/refusal.ts'
import { firstOf } from './target.ts'

/**
 * Admits people who open a page, and refuses scripts, frames and prefetches. Pages of all themes share an origin, so a
 * script of one theme could otherwise read what another page shows, or take the code that an application is given.
 */
export async function navigationsOnly({ headers }: FastifyRequest): Promise<void> {
  if (!isNavigation(fetchMetadata(headers))) throw new Refusal('navigation_required', {})
}

/** Admits navigations to the authorization endpoint, and hidden frames in which applications renew their tokens. */
export async function navigationsOrRenewals(request: FastifyRequest): Promise<void> {
  const metadata = fetchMetadata(request.headers)
  if (isNavigation(metadata)) return
  const isSilent = request.method === 'GET' && firstOf(request.raw.url!).get('prompt') === 'none'
  if (!(isSilent && isFramedByApplication(metadata))) throw new Refusal('navigation_required', {})
}
