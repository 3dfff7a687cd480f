import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValue, type Identity, sessionCookie } from '../../identity/identity.ts'
import { isSecure } from '../request/visit.ts'

/**
 * Leads a browser to a page through a redirect of its own. A page and a window that keeps a hold on it can only be told
 * apart by their opener policies, and browsers keep two pages of one origin with the same policy together. A redirect
 * has no policy, so that every hold on the window is lost on the way. The token in the address of the page counts once,
 * which is why nobody can go there directly. It also takes those who type an address (`Sec-Fetch-Site: none`): they may
 * do so in a window that a page of a theme has opened.
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
