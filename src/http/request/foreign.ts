import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../identity/identity.ts'

/**
 * Whether a page of another origin posted a form. Browsers say so in the fetch metadata. Over plain HTTP they send
 * none, but still send the origin of the page. A sandboxed page has the origin `null`; none of our pages posts from a
 * sandbox.
 */
export function isForeign({ tenancy }: Identity, request: FastifyRequest): boolean {
  const { method, headers, host, tenant } = request
  const { 'sec-fetch-site': site, origin } = headers
  if (method !== 'POST') return false
  if (site === 'cross-site') return true
  if (site === 'same-origin' || site === 'none' || origin === undefined) return false
  const own = tenancy.address(tenant)
  if (origin === own) return false
  const from = URL.parse(origin)
  // A page that came over plain HTTP may have been changed by anybody on the network.
  const encrypted = own.startsWith('https:') && from?.protocol !== 'https:'
  return from?.host !== host.toLowerCase() || encrypted
}

/** Whether another site's page posted the request or framed it, so that browsers leave our cookies out of it. */
export function lacksCookies(identity: Identity, request: FastifyRequest): boolean {
  return isForeign(identity, request) || request.headers['sec-fetch-dest'] === 'iframe'
}
