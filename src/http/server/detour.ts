import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValue, type Identity, sessionCookie } from '../../identity/identity.ts'
import { isSecure } from '../request/visit.ts'

/**
 * Sends a browser to a page through a redirect. Another window can keep a reference to the page's window, and only
 * opener policies separate the two. Browsers do not separate pages of one origin with the same policy. A redirect has
 * no policy, so every reference to the window is lost on the way. The token in the address of the page is valid once,
 * so nobody can open the page directly. People who type an address (`Sec-Fetch-Site: none`) are redirected too: a page
 * of a theme may have opened their window.
 */
export async function detour(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { method, headers, tenant, raw } = request
  if (method !== 'GET' || headers['sec-fetch-site'] === undefined) return
  const session = cookieValue(headers.cookie, sessionCookie(isSecure(identity, request)))
  const way = await identity.detours.way(tenant, raw.url!, session)
  if (way === 'ahead') request.log.warn('the clock of another node is more than 90 seconds ahead of this one')
  if (way !== 'none') return
  const location = await identity.detours.through(tenant, raw.url!, session)
  return reply.code(303).headers({ 'cache-control': 'no-store', location }).send()
}
