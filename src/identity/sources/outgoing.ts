import { type LookupAddress, lookup as resolve } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAskable } from '../../core/federation/source-settings.ts'
import { isReachable } from './private-networks.ts'
import { SourceProblem } from './problem.ts'

const MOST_BYTES = 1024 * 1024
const DEADLINE_MS = 4_000

interface Asked {
  readonly method?: string
  readonly headers?: unknown
  readonly body?: unknown
}

/** Sends a request, and returns the complete answer. */
export type Outgoing = (address: string, asked?: Asked) => Promise<Response>

/**
 * Sends requests to a source, limited in time and size, and without following redirects. A source itself says where its
 * endpoints are, so it must not lead the service to hosts behind its firewall. Private addresses are allowed only for
 * hosts that an administrator typed, and link-local ones never. The address is checked when the connection is made, so
 * a name cannot resolve to another address in between.
 */
export function outgoing(typedHosts: readonly string[]): Outgoing {
  return async (address, { method = 'GET', headers, body } = {}) => {
    const url = new URL(address)
    if (!isAskable(url)) throw new SourceProblem('settings', `The address ${url.origin} is not encrypted.`)
    const isTyped = typedHosts.includes(url.host)
    const bare = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(bare) !== 0 && !isReachable(bare, isTyped)) throw refused(url)
    const sent = body == null ? undefined : String(body)
    return await answered(url, sent, {
      method,
      headers: {
        ...Object.fromEntries(new Headers(headers as Record<string, string>)),
        'user-agent': 'Tabard',
        'accept-encoding': 'identity',
        ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
      },
      lookup: guarded(url, isTyped),
      agent: false,
    })
  }
}

function answered(url: URL, sent: string | undefined, options: RequestOptions): Promise<Response> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  return new Promise((resolved, rejected) => {
    const fail = (error: Error) => {
      const slow = signal.aborted ? ` It did not answer within ${DEADLINE_MS / 1000} seconds.` : ''
      const known = error instanceof SourceProblem ? error : undefined
      rejected(known ?? new SourceProblem('away', `${url.host} could not be reached.${slow}`, error))
    }
    // A request that has become something else is not ended by its signal.
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    const send = url.protocol === 'https:' ? requestTls : requestPlain
    const request = send(url, { ...options, signal }, answer => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('error', fail)
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        parts.push(part)
        if (bytes > MOST_BYTES)
          request.destroy(new SourceProblem('away', `The answer of ${url.host} is longer than 1 MiB.`))
      })
      answer.on('end', () => {
        try {
          resolved(responseOf(answer, Buffer.concat(parts)))
        } catch (error) {
          fail(error as Error)
        }
      })
    })
    request.on('error', fail)
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      fail(new Error('It switched to another protocol.'))
    })
    request.end(sent)
  })
}

/** Fails where a source sends what HTTP does not have, such as the status 999. */
function responseOf(
  { statusCode: status = 502, headers: given }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) headers.set(name, String(value))
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : body, { status, headers })
}

function guarded(url: URL, isTyped: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return done(error, '', 0)
      const [first, ...others] = found.filter(({ address }) => isReachable(address, isTyped))
      if (first === undefined) return done(refused(url), '', 0)
      if (options.all === true) done(null, [first, ...others])
      else done(null, first.address, first.family)
    })
  }
}

function refused(url: URL): SourceProblem {
  return new SourceProblem(
    'settings',
    `The host ${url.host} is at a private network address. Only the host of the issuer may be at one.`,
  )
}
