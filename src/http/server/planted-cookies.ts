import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { repeatedCookies } from '../../identity/identity.ts'

const PATHS = 8
const DOMAINS = 6
/** Cookies removed by one answer: proxies bound the size of its headers, often to 4 KB. */
const MOST_REMOVED = 32

/**
 * Refuses a request that contains one of our cookies twice. Over plain HTTP, a script or another host of the domain can
 * plant a cookie beside ours, and the request does not show which one is ours. The answer removes as many of them as
 * fit, so that one of the next requests succeeds.
 */
export async function refusePlanted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { cookie } = request.headers
  if (cookie === undefined || cookie.indexOf('tabard-') === cookie.lastIndexOf('tabard-')) return
  const names = [...repeatedCookies(cookie)]
  if (names.length === 0) return
  const removals = names.flatMap(name =>
    placesOf(name, request).map(place => `${name}=; ${place}; Max-Age=0`),
  )
  reply.header('set-cookie', removals.slice(0, MOST_REMOVED))
  throw new Refusal('cookie_repeated', {})
}

/** Where the planted cookie may have been set. Ours is set for the whole host, without a domain, and stays. */
function placesOf(name: string, { raw, hostname }: FastifyRequest): string[] {
  // Browsers accept the prefix for the whole host only; beside ours there is room for a partitioned cookie alone.
  if (name.startsWith('__Host-')) return ['Path=/; Secure; HttpOnly; Partitioned']
  const [paths, domains] = [pathsAbove(raw.url!), domainsOf(hostname)]
  const likely = [
    ...paths.map(path => `Path=${path}`),
    ...domains.map(domain => `Path=/; Domain=${domain}`),
  ].slice(0, MOST_REMOVED)
  const others = domains.flatMap(domain => paths.map(path => `Path=${path}; Domain=${domain}`))
  // Others at each try, where they are too many for one answer.
  const start = others.length === 0 ? 0 : randomInt(others.length)
  const rotated = [...others.slice(start), ...others.slice(0, start)]
  return [...likely, ...rotated.slice(0, MOST_REMOVED - likely.length)]
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
  const above = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  return [...new Set([host, ...above])]
}
