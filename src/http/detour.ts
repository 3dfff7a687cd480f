import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../identity/identity.ts'

/**
 * Leads a browser to a page through a redirect of its own. A page and a window that keeps a hold on it can only be told
 * apart by their opener policies, and browsers keep two pages of one origin with the same policy together. A redirect
 * has no policy, so that every hold on the window is lost on the way. The token in the address of the page counts once,
 * which is why nobody can go there directly.
 */
export async function detour(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { method, headers, tenant, raw } = request
  const site = headers['sec-fetch-site']
  // Whoever types an address has no page that could hold on to the window.
  if (method !== 'GET' || site === undefined || site === 'none') return
  if (await identity.detours.passed(tenant, raw.url!)) return
  const location = await identity.detours.through(tenant, raw.url!)
  return reply.code(303).headers({ 'cache-control': 'no-store', location }).send()
}
