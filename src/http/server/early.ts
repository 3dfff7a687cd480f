import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../identity/identity.ts'
import type { Store, Tenant } from '../../store/store.ts'
import { clientAddress } from './forwarded.ts'
import type { RequestLine } from './request-line.ts'
import type { Shed } from './shed.ts'

/** Answers requests from memory, before they reach a route. */
export interface Early {
  /** Answers a request; false where it has to go through the routes. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Keeps what a route has answered, once all of its headers are known, if requests to come may get it. */
  keep(request: FastifyRequest, reply: FastifyReply): void
}

export interface EarlyParts {
  readonly store: Store
  readonly identity: Identity
  readonly shed: Shed
  readonly stopping: () => boolean
  readonly requestId: (request: IncomingMessage) => string
  readonly isTrusted: (address: string | undefined) => boolean
  /** Told of every request that was answered early, with its id. */
  readonly told: (line: RequestLine, id: string) => void
}

/** Headers on which no answer depends that is given early. Any unknown one leads to the routes. */
export const HARMLESS: readonly string[] = [
  ...['accept', 'cache-control', 'connection', 'dnt', 'pragma', 'priority', 'referer', 'sec-ch-ua'],
  ...['sec-ch-ua-mobile', 'sec-ch-ua-platform', 'sec-gpc', 'user-agent'],
]

/** Headers that only proxies send: they are let pass where the peer is one that is believed. */
export const FORWARDED: ReadonlySet<string> = new Set([
  ...['via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'],
  ...['x-forwarded-scheme', 'x-real-ip', 'x-request-id', 'x-scheme'],
])

/** The line of a request that was answered early. */
export function earlyLine(
  request: IncomingMessage,
  isTrusted: EarlyParts['isTrusted'],
  { tenant, path, route }: Pick<RequestLine, 'path' | 'route'> & { readonly tenant: Tenant },
  begun: number,
  client?: string,
): RequestLine {
  return {
    method: 'GET',
    path,
    route,
    status: 200,
    ms: performance.now() - begun,
    tenant: tenant.id,
    client,
    operator: undefined,
    address: clientAddress(request, isTrusted),
  }
}
