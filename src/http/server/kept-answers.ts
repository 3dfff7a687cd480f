import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import type { ApiClient, Tenant } from '../../store/store.ts'
import { type Early, type EarlyParts, earlyLine, FORWARDED, HARMLESS } from './early.ts'
import { loggedPath } from './request-line.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of an answer that the next request may get as well. */
    keeping: Keeping | undefined
  }
}

/** A body, and the epoch of the store before anything was read for it. */
interface Keeping {
  readonly epoch: number
  readonly body: Buffer
}

/** An answer as it goes out again. */
export interface Kept {
  readonly epoch: number
  /** Bytes, one character each: headers and body then become one write. */
  readonly body: string
  /** Names and values in turn, without the id of the request. */
  readonly headers: readonly string[]
  readonly tenant: Tenant
  /** Who was admitted, and by which token; undefined where anybody is. */
  readonly by: { readonly client: ApiClient; readonly token: string } | undefined
  readonly path: string | undefined
  readonly route: string | undefined
}

interface Parts extends EarlyParts {
  readonly answers: BoundedCache<string, Kept>
}

const BYTES = 16 * 1024 * 1024
const LARGEST = 128 * 1024
/** What an answer takes beside its body: its key, its headers and the rest. */
const OVERHEAD = 2_000
const MOST_HEADERS = 40
/** A longer key takes more memory than is counted for an answer. */
const LONGEST_KEY = 1_000

/** Headers that change nothing about an answer that is kept. */
const INERT = new Set([
  ...HARMLESS,
  ...['accept-language', 'cookie', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site'],
])

/**
 * Sends a cached answer while the store has not changed. It caches lists of themes, files and assets, which depend only
 * on the store and the request. Each request still gets its own id and log line, and its token is checked. Everything
 * unusual goes through the routes: another method, a condition, an unknown header, or an overloaded service.
 */
export class KeptAnswers implements Early {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Answers a request from memory; false where it has to go through the routes. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const begun = performance.now()
    const { store, identity, answers, shed, stopping, isTrusted, requestId, told } = this.#parts
    const key = keyOf(request, isTrusted)
    const kept = key === undefined ? undefined : answers.get(key)
    if (kept === undefined || kept.epoch !== store.epoch()) return false
    if (stopping() || shed.state() !== 'calm') return false
    const { tenant, by, headers, body } = kept
    // Compares the client object, not only its id: a client that was loaded again must be checked again.
    if (by !== undefined && identity.bearers.known(tenant, by.token) !== by.client) return false
    const id = requestId(request)
    response.writeHead(200, ['x-request-id', id, ...headers])
    response.end(body, 'latin1')
    told(earlyLine(request, isTrusted, kept, begun, by?.client.id), id)
    return true
  }

  /** Keeps an answer that a route has marked, once all of its headers are known. */
  keep(request: FastifyRequest, reply: FastifyReply): void {
    const { keeping, tenant, client, raw } = request
    if (keeping === undefined || reply.statusCode !== 200 || keeping.body.length > LARGEST) return
    const { answers, identity, isTrusted } = this.#parts
    if (!identity.tenancy.isRead(request.hostname, tenant, keeping.epoch)) return
    const key = keyOf(raw, isTrusted)
    const { 'x-request-id': _, 'set-cookie': cookie, ...headers } = reply.getHeaders()
    if (key === undefined || cookie !== undefined) return
    const token = raw.headers.authorization?.split(' ')[1]
    answers.set(key, {
      epoch: keeping.epoch,
      body: keeping.body.toString('latin1'),
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      tenant,
      by: client && { client, token: token! },
      path: loggedPath(raw.url),
      route: request.routeOptions.url,
    })
  }
}

/** Where answers are remembered as they go out. */
export function answerCache(): BoundedCache<string, Kept> {
  return new BoundedCache(BYTES, ({ body }) => body.length + OVERHEAD)
}

/** Marks the answer of a request as one that others may get while the store is at an epoch. */
export function keepable(request: FastifyRequest, epoch: number, body: Buffer): void {
  request.keeping = { epoch, body }
}

/** Everything that an answer may depend on; undefined where that is more than the plain case has. */
function keyOf(
  { method, httpVersion, url, rawHeaders, socket }: IncomingMessage,
  isTrusted: Parts['isTrusted'],
): string | undefined {
  if (method !== 'GET' || httpVersion !== '1.1' || rawHeaders.length > 2 * MOST_HEADERS) return undefined
  let [host, authorization, encoding, forwardedHost]: (string | undefined)[] = []
  let isForwarded = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    const value = rawHeaders[at + 1]!
    if (name === 'host' && host === undefined) host = value
    else if (name === 'authorization' && authorization === undefined) authorization = value
    else if (name === 'accept-encoding' && encoding === undefined) encoding = value
    else if (FORWARDED.has(name)) {
      isForwarded = true
      if (name === 'x-forwarded-host') forwardedHost = `${forwardedHost ?? ''}, ${value}`
    } else if (!INERT.has(name)) return undefined
  }
  if (host === undefined || (isForwarded && !isTrusted(socket.remoteAddress))) return undefined
  const key = `${url}\n${host}\n${authorization ?? ''}\n${encoding ?? ''}\n${forwardedHost ?? ''}`
  return key.length > LONGEST_KEY ? undefined : key
}
