import type { FastifyRequest } from 'fastify'
import type { Identity } from '../identity/identity.ts'

/**
 * Whether a page of another site posted a form. Browsers that send no fetch metadata (plain HTTP) still name the origin of
 * the page; a sandboxed page has the origin `null`, and no page of ours is one.
 */
export function isForeign({ tenancy }: Identity, request: FastifyRequest): boolean {
  const { method, headers, host, tenant } = request
  const { 'sec-fetch-site': site, origin } = headers
  if (method !== 'POST') return false
  if (site !== undefined) return site === 'cross-site'
  if (origin === undefined) return false
  const from = URL.parse(origin)?.host
  return from !== host.toLowerCase() && origin !== tenancy.address(tenant)
}

/** Whether another site's page posted the request or framed it, so that browsers leave our cookies out of it. */
export function lacksCookies(identity: Identity, request: FastifyRequest): boolean {
  return isForeign(identity, request) || request.headers['sec-fetch-dest'] === 'iframe'
}
