import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValues } from '../identity/identity.ts'
import { isSecure, sessionName } from './session-name.ts'
import { addCookie } from './visit.ts'

/** The cookies of the console, by what they hold. */
export type ConsoleCookie = 'session' | 'step' | 'device'

const MOST_PATHS = 40

/**
 * Reads and sets the cookies of the console. None is sent with a request that another site causes. On plain HTTP a page
 * at another port of the same host can plant one of the same name for a narrower path or a wider domain. Which of two
 * is ours cannot be told, so neither counts, and the answer removes both.
 */
export class ConsoleCookies {
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  read(request: FastifyRequest, reply: FastifyReply, cookie: ConsoleCookie): string | undefined {
    const name = this.#name(cookie)
    const [value, another] = cookieValues(request.headers.cookie, name)
    if (another === undefined) return value
    for (const place of placesOf(request)) {
      addCookie(reply, `${name}=; ${place}; Max-Age=0`)
      // A cookie without a name whose value looks like ours.
      addCookie(reply, `=x; ${place}; Max-Age=0`)
    }
    return undefined
  }

  set(reply: FastifyReply, cookie: ConsoleCookie, value: string, maxAge?: number): void {
    const secure = isSecure(this.#url()) ? '; Secure' : ''
    const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
    addCookie(reply, `${this.#name(cookie)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`)
  }

  clear(reply: FastifyReply, cookie: ConsoleCookie): void {
    this.set(reply, cookie, '', 0)
  }

  #name(cookie: ConsoleCookie): string {
    const session = sessionName(this.#url())
    return cookie === 'session' ? session : `${session}-${cookie}`
  }
}

/** Every path and domain that a cookie of a request can have been set for. */
function placesOf({ raw, hostname }: FastifyRequest): string[] {
  const path = raw.url!.split('?', 1)[0]!
  const cuts = [...path.matchAll(/\//g)].flatMap(({ index }) => [
    path.slice(0, index),
    path.slice(0, index + 1),
  ])
  const paths = new Set([...cuts, path].filter(one => /^\/[^;,\s]*$/.test(one)).slice(0, MOST_PATHS))
  return [...paths].flatMap(one => [
    `Path=${one}`,
    ...domainsOf(hostname).map(domain => `Path=${one}; Domain=${domain}`),
  ])
}

function domainsOf(hostname: string): string[] {
  const host = hostname.toLowerCase()
  if (!/^[a-z0-9.-]{1,253}$/.test(host)) return []
  if (/^[\d.]+$/.test(host)) return [host]
  const labels = host.split('.')
  // A top-level domain alone takes no cookie.
  const widest = Math.max(1, labels.length - 1)
  return Array.from({ length: widest }, (_, from) => labels.slice(from).join('.'))
}
