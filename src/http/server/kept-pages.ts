import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { openerPolicy } from '../../core/opener-policy.ts'
import {
  type Answer,
  browserCookie,
  deviceCookie,
  providerCookies,
  registrationCookie,
  SIGN_IN,
  sessionCookie,
  stepsCookie,
  withoutToken,
} from '../../identity/identity.ts'
import { type Page, pageHeaders } from '../../pages/pages.ts'
import { randomText } from '../../random.ts'
import { Recall, type Tenant } from '../../store/store.ts'
import { BROWSER, browserCookieLine, SECRET } from '../request/visit.ts'
import { type Early, type EarlyParts, earlyLine, FORWARDED, HARMLESS } from './early.ts'
import { loggedPath } from './request-line.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The page of its answer, and how it is made for another browser. */
    repeatable: Repeatable | undefined
  }
}

type Again = NonNullable<Extract<Answer, { page: unknown }>['again']>

interface Repeatable {
  readonly again: Again
  readonly page: Page
}

/** How a page is made again, and what else an answer consists of. */
export interface KeptPage {
  readonly epoch: number
  readonly again: Again
  /** The bytes of memory that it takes, roughly. */
  readonly weight: number
  /** Names and values in turn, without those that each answer has for itself. */
  readonly headers: readonly string[]
  readonly tenant: Tenant
  readonly secure: boolean
  readonly path: string | undefined
  readonly route: string | undefined
}

/** What was true before a page was made by its route. */
interface Before {
  readonly key: string
  readonly epoch: number
  readonly lapses: number
}

interface Parts extends EarlyParts {
  readonly signInPages: BoundedCache<string, KeptPage>
}

const BYTES = 8 * 1024 * 1024
/** What an entry takes beside its page: its key, its headers and the rest. */
const OVERHEAD = 3_000
const LONGEST_KEY = 1_000
const MOST_HEADERS = 40
/** The headers that decide which page it is, or whether there is one. */
const READ = ['accept-language', 'cookie', 'host', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site']
const KNOWN = new Set([
  ...HARMLESS,
  ...READ,
  ...['accept-encoding', 'sec-fetch-user', 'upgrade-insecure-requests'],
])

/** Headers that differ between two answers. */
const OWN = [
  'x-request-id',
  'content-security-policy',
  'cross-origin-opener-policy',
  'content-length',
  'set-cookie',
]

/** Cookies of ours that only a page with a flow reads. */
const unread = (secure: boolean) => [
  deviceCookie(secure),
  stepsCookie(secure),
  registrationCookie(secure),
  providerCookies(secure).session,
]
const UNREAD = { secure: unread(true), open: unread(false) }

/**
 * Sends the first page of a sign-in again to people who have no session, while the store has not changed. Only flow,
 * nonce and browser differ between two of them. The conditions are those of the route: a navigation that came through
 * a redirect of ours, a browser without cookies that change the page. Everything else goes through the route.
 */
export class KeptPages implements Early {
  readonly #parts: Parts
  readonly #before = new WeakMap<IncomingMessage, Before>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (!request.url!.startsWith(SIGN_IN) || request.method !== 'GET') return false
    const begun = performance.now()
    const { store, identity, signInPages, shed, stopping, isTrusted, requestId, told } = this.#parts
    const key = keyOf(request, isTrusted)
    if (key === undefined) return false
    const kept = signInPages.get(key)
    const epoch = store.epoch()
    if (kept?.epoch !== epoch) {
      this.#before.set(request, { key, epoch, lapses: Recall.lapses })
      return false
    }
    if (stopping() || shed.state() !== 'calm') return false
    const { tenant, secure, again, headers } = kept
    const cookies = this.#cookies(request, tenant, secure)
    if (cookies === undefined) return false
    const browser = cookies.browser ?? randomText()
    const page = again(browser)
    if (page === undefined) return false
    const isBrowser = request.headers['sec-fetch-site'] !== undefined
    // Last, because it uses up the token of the address.
    if (isBrowser && !identity.detours.passesNow(tenant, request.url!, cookies.session)) return false
    const id = requestId(request)
    const sent = [
      ...headers,
      'x-request-id',
      id,
      'content-security-policy',
      page.policy,
      'cross-origin-opener-policy',
      openerPolicy(request.headers['user-agent']),
      'content-length',
      String(page.bytes.length),
    ]
    if (cookies.browser === undefined) sent.push('set-cookie', browserCookieLine(browser, secure))
    response.writeHead(200, sent)
    response.end(page.bytes, 'latin1')
    told(earlyLine(request, isTrusted, kept, begun), id)
    return true
  }

  keep(request: FastifyRequest, reply: FastifyReply): void {
    const { repeatable, tenant, raw } = request
    const before = this.#before.get(raw)
    if (repeatable === undefined || before === undefined || reply.statusCode !== 200) return
    const { key, epoch, lapses } = before
    const { identity, signInPages } = this.#parts
    // While the store is slow or away, pages are made from what was read earlier. Such a page must not outlast that.
    if (lapses !== Recall.lapses || !identity.tenancy.isRead(request.hostname, tenant, epoch)) return
    const secure = identity.tenancy.address(tenant).startsWith('https:')
    if (this.#cookies(raw, tenant, secure) === undefined) return
    signInPages.set(key, {
      epoch,
      again: repeatable.again,
      weight: repeatable.page.bytes.length + OVERHEAD,
      headers: sharedHeaders(reply, repeatable.page),
      tenant,
      secure,
      path: loggedPath(raw.url),
      route: request.routeOptions.url,
    })
  }

  /** The cookies of a request whose page depends on no cookie; undefined where it has others that it may depend on. */
  #cookies(
    { headers }: IncomingMessage,
    { id }: Tenant,
    secure: boolean,
  ): { browser: string | undefined; session: string | undefined } | undefined {
    let [browser, session]: (string | undefined)[] = []
    const ours = new Set<string>()
    for (const cookie of headers.cookie?.split(';') ?? []) {
      const at = cookie.indexOf('=')
      const name = cookie.slice(0, at).trim()
      const value = cookie.slice(at + 1).trim()
      if (at === -1 || name === 'locale' || ours.has(name)) return undefined
      if (!name.includes('tabard')) continue
      ours.add(name)
      if (name === browserCookie(secure) && BROWSER.test(value)) browser = value
      else if (name === sessionCookie(secure) && SECRET.test(value)) session = value
      else if (!UNREAD[secure ? 'secure' : 'open'].includes(name)) return undefined
    }
    if (session !== undefined && !this.#parts.identity.sessions.isKnownMissing(id, session)) return undefined
    return { browser, session }
  }
}

/** The headers of an answer that pages to come have as well. */
function sharedHeaders(reply: FastifyReply, page: Page): string[] {
  const all = Object.entries({ ...reply.getHeaders(), ...pageHeaders(page, undefined) })
  return all.flatMap(([name, value]) => (OWN.includes(name) ? [] : [name, String(value)]))
}

/** Where first pages are remembered. */
export function pageCache(): BoundedCache<string, KeptPage> {
  return new BoundedCache(BYTES, ({ weight }) => weight)
}

/** Everything that a first page depends on besides cookies; undefined where it may be another page, or none. */
function keyOf(
  { url, httpVersion, headers, rawHeaders, socket }: IncomingMessage,
  isTrusted: EarlyParts['isTrusted'],
): string | undefined {
  const target = url!
  const names = Object.keys(headers)
  // A header that is given twice is missing among the names.
  if (httpVersion !== '1.1' || names.length > MOST_HEADERS || 2 * names.length !== rawHeaders.length)
    return undefined
  const { host, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers
  if (host === undefined || target.includes('#')) return undefined
  if ((mode ?? 'navigate') !== 'navigate' || (dest ?? 'document') !== 'document') return undefined
  let isForwarded = false
  for (const name of names) {
    if (FORWARDED.has(name)) isForwarded = true
    else if (!KNOWN.has(name)) return undefined
  }
  if (isForwarded && !isTrusted(socket.remoteAddress)) return undefined
  const address = site === undefined ? target : withoutToken(target)
  const asked = headers['accept-language'] ?? ''
  const key = `${address}\n${host}\n${headers['x-forwarded-host'] ?? ''}\n${asked}`
  return key.length > LONGEST_KEY ? undefined : key
}
