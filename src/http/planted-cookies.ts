import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import { repeatedCookies } from '../identity/identity.ts'

const PATHS = 8
const DOMAINS = 4

/**
 * Refuses a request that carries one of our cookies twice. Over plain HTTP a script, or another host of the domain, can
 * plant a cookie beside ours, and nothing in the request tells which one is ours. The answer takes the planted one away,
 * so that the next request is good again.
 */
export async function refusePlanted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { cookie } = request.headers
  if (cookie === undefined || cookie.indexOf('tabard-') === cookie.lastIndexOf('tabard-')) return
  const names = repeatedCookies(cookie)
  if (names.size === 0) return
  const paths = pathsAbove(request.raw.url!)
  // Ours is set for the whole host, without a domain: only those that are not like that are taken away.
  const places = [
    ...paths.map(path => `Path=${path}`),
    ...domainsOf(request.hostname).flatMap(domain =>
      ['/', ...paths].map(path => `Path=${path}; Domain=${domain}`),
    ),
  ]
  reply.header(
    'set-cookie',
    [...names].flatMap(name => places.map(place => `${name}=; ${place}; Max-Age=0`)),
  )
  throw new Refusal('cookie_repeated', {})
}

/** The paths for which a cookie may have been set that came with a request, except the whole host's. */
function pathsAbove(url: string): string[] {
  const segments = url.split('?', 1)[0]!.split('/').slice(1, PATHS)
  return segments
    .map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
    .flatMap(path => (/^[\w./~%-]+$/.test(path) ? [path, ...(path.endsWith('/') ? [] : [`${path}/`])] : []))
    .filter(path => path !== '/')
}

function domainsOf(host: string): string[] {
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host) || /^[\d.]+$/.test(host)) return []
  const labels = host.split('.').slice(-DOMAINS)
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
