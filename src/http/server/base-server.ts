import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import type { Config } from '../../config.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Identity } from '../../identity/identity.ts'
import type { LogDestination } from '../../log.ts'
import type { Tracer } from '../../trace/trace.ts'
import { readPast } from '../request/leftover.ts'
import { askForGet, isOffered, restoreMethod } from './asked-method.ts'
import type { Early } from './early.ts'
import type { errorPages } from './error-page.ts'
import { errorAnswer, helpLink, sendError } from './errors.ts'
import { cleanForwarded } from './forwarded.ts'
import { oneByOne } from './one-by-one.ts'
import { trustedBy } from './proxies.ts'
import { type Answered, lineOf, logsRequests, writeLine } from './request-line.ts'
import type { Shed } from './shed.ts'
import { secureServer, type TlsPair } from './tls.ts'
import { beginTrace, endTrace, requestIds } from './trace.ts'
import type { UnnamedProxies } from './unnamed-proxies.ts'

/** Options of every server. */
export interface ServerParts {
  readonly config: Config
  readonly logLevel: string
  readonly logDestination: LogDestination
  readonly newRequestId: () => string
  /** The certificate with which it begins; undefined: plain HTTP. */
  readonly tls: TlsPair | undefined
  /** Sheds load; undefined: never. */
  readonly shed: Shed | undefined
  /** Notes proxies that are not named as trusted, where that matters. */
  readonly unnamedProxies?: UnnamedProxies
  /** Whether the service is stopping and accepts no new work. */
  readonly stopping: () => boolean
  /** Called after every answered request, if metrics are on. */
  readonly answered?: Answered | undefined
  /** Records spans of requests, where somebody collects them. */
  readonly tracer?: Tracer | undefined
  /** Gives answers again that are still right, where a server has such. */
  readonly early?: readonly Early[]
}

/** What a browser may do with an answer that is no page: show it. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox"
const HSTS = 'max-age=31536000'
const HEADER_MS = 10_000
const GRACE_MS = 5_000
const HEADER_COUNT = 100
/** For how long a connection without a request stays open: longer than proxies keep theirs. */
const KEEP_ALIVE_MS = 72_000
/** After this many requests, a client must reconnect, and may reach another node. */
const REQUESTS_PER_CONNECTION = 10_000
const BODYLESS = new Set([204, 304])
const LARGE_BYTES = 256 * 1024
/** A connection on which nothing moves, such as that of a reader who has stopped, is closed after this time. */
const IDLE_MS = 90_000

/** The tenant is chosen by the host name, before anything else is asked. */
export async function chooseTenant(
  { identity: { tenancy }, config }: TenantParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.tenant = await tenancy.of(request.hostname)
  secure(reply, tenancy.address(request.tenant), config)
}

/** The tenant of a console is chosen by the host name as well; a tenant without a console is refused. */
export async function chooseConsole(
  { identity: { tenancy }, config }: TenantParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const tenant = await tenancy.ofConsole(request.hostname)
  const url = tenancy.console(tenant)
  if (url === undefined) throw new Refusal('console_missing', {})
  request.tenant = tenant
  request.consoleUrl = url
  secure(reply, url, config)
}

interface TenantParts {
  readonly identity: Identity
  readonly config: Config
}

/** Tells browsers to come over TLS only, where an address is reached that way. */
function secure(reply: FastifyReply, address: string, { hstsSubdomains }: Config): void {
  if (address.startsWith('https:'))
    reply.header('strict-transport-security', hstsSubdomains ? `${HSTS}; includeSubDomains` : HSTS)
}

/** A server with its bounds, its log and its errors, and nothing else yet. */
export function baseServer(parts: ServerParts, showPage?: ReturnType<typeof errorPages>): FastifyInstance {
  const { config, logLevel, logDestination: stream, answered, tls, shed, stopping, early = [] } = parts
  const timing = timingOf(config)
  const isTrusted = trustedBy(config.trustedProxies)
  const app = Fastify({
    logger: logLevel === 'silent' ? false : { level: logLevel, base: null, stream },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(isTrusted, parts.newRequestId),
    trustProxy: config.trustedProxies.length > 0 ? isTrusted : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...timing,
    http: HTTP_OPTIONS,
    serverFactory: factory(tls, timing, early),
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: askForGet,
    exposeHeadRoutes: false,
    schemaController: NO_SCHEMAS,
    frameworkErrors(error, request, reply) {
      restoreMethod(request.raw)
      void sendError(error, request, reply.header('content-security-policy', NO_PAGE))
    },
    clientErrorHandler,
  })
  // Bodies are read by the call that wants them, within its own bounds.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.server.maxConnections = config.connections
  // Otherwise Node answers by itself, before the request can be refused with a body.
  for (const event of ['checkContinue', 'checkExpectation'] as const)
    app.server.on(event, (request, response) => app.server.emit('request', request, response))

  app.decorateRequest('tenant')
  app.decorateRequest('consoleUrl')
  app.decorateRequest('client')
  app.decorateRequest('operator')
  app.decorateRequest('claimedClient')
  app.decorateRequest('span')
  app.decorateRequest('keeping')
  app.decorateRequest('repeatable')
  app.decorateRequest('handled')
  app.setErrorHandler(async (error, request, reply) => await sendError(error, request, reply, showPage))
  app.setNotFoundHandler(async () => {
    throw new Refusal('route_unknown', {})
  })
  app.addHook('onRequest', (request, reply, done) => {
    restoreMethod(request.raw)
    cleanForwarded(request.raw.headers)
    beginTrace(parts.tracer, isTrusted, request, reply)
    parts.unnamedProxies?.note(request)
    // Set on the raw answer, so that those of the OpenID provider have it too.
    if (stopping()) reply.raw.setHeader('connection', 'close')
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': NO_PAGE,
    })
    const refusal = malformed(request.raw) ?? shed?.refusal(request.raw.url!)
    if (refusal === undefined && !isOffered(request)) void reply.callNotFound()
    else done(refusal)
  })
  app.addHook('onSend', ({ raw, method }, reply, payload, done) => {
    if (isLarge(payload)) endReading(reply.raw, config.downloadSeconds)
    if (isUnread(raw)) void endUnread(raw, reply.raw, config.uploadSeconds)
    if (method !== 'HEAD') return done()
    // Node sends no body, but Fastify would read a whole stream for it.
    if (payload instanceof Readable) {
      payload.destroy()
      return done(null, null)
    }
    // What a 304 says of the length is said of the content that the client has already.
    if (payload === undefined && !BODYLESS.has(reply.statusCode)) reply.header('content-length', '0')
    done()
  })
  if (logsRequests(logLevel)) app.addHook('onResponse', logged)
  if (answered !== undefined)
    app.addHook('onResponse', async (request, reply) => answered(lineOf(request, reply)))
  for (const each of early) app.addHook('onResponse', async (request, reply) => each.keep(request, reply))
  if (parts.tracer !== undefined)
    app.addHook('onResponse', async (request, reply) => endTrace(request, reply))
  return app
}

const HTTP_OPTIONS = {
  headersTimeout: HEADER_MS,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
} as const

/** Routes check their own bodies and write their own JSON. Without this, Fastify would load a compiler for both. */
const NO_SCHEMAS = {
  compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
}

function noSchemas(): never {
  throw new Error('routes have no schemas')
}

interface Timing {
  readonly requestTimeout: number
  readonly connectionTimeout: number
  readonly keepAliveTimeout: number
  readonly maxRequestsPerSocket: number
}

function timingOf({ uploadSeconds }: Config): Timing {
  return {
    requestTimeout: uploadSeconds * 1000 + GRACE_MS,
    connectionTimeout: IDLE_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION,
  }
}

/** A server with its limits, over TLS if there is a certificate. Cached answers bypass the routes. */
function factory(
  tls: TlsPair | undefined,
  { connectionTimeout, ...timing }: Timing,
  early: readonly Early[],
): FastifyServerFactory<Server> {
  return routes => {
    const listener = oneByOne((request, response) => {
      for (const each of early) if (isAnswered(each, request, response)) return
      routes(request, response)
    })
    const server = tls ? secureServer(tls, HTTP_OPTIONS, listener) : createServer(HTTP_OPTIONS, listener)
    return Object.assign(server, timing).setTimeout(connectionTimeout)
  }
}

/** Whether a request was answered early. If that fails, for example because the database cannot be read, the routes say so. */
function isAnswered(early: Early, request: IncomingMessage, response: ServerResponse): boolean {
  try {
    return early.answer(request, response)
  } catch (error) {
    if (response.headersSent) throw error
    return false
  }
}

/** Whether the body of a request was not read. The library would discard it as fast as it arrives. */
function isUnread({ complete, readableDidRead, headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? LARGE_BYTES)
  return (
    !complete && !readableDidRead && headers.expect === undefined && length >= LARGE_BYTES && hasBody(headers)
  )
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Reads past such a body, and ends the connection where that was too much. */
async function endUnread(raw: IncomingMessage, answer: ServerResponse, seconds: number): Promise<void> {
  await readPast(raw, seconds)
  const end = () => {
    if (!raw.complete) raw.destroy()
  }
  if (answer.writableFinished) end()
  else answer.once('close', end)
}

function isLarge(payload: unknown): boolean {
  return payload instanceof Readable || (Buffer.isBuffer(payload) && payload.length >= LARGE_BYTES)
}

/** A client that reads a large answer very slowly is disconnected, because the answer holds memory. */
function endReading(answer: ServerResponse, seconds: number): void {
  const deadline = setTimeout(() => answer.destroy(), seconds * 1000).unref()
  answer.once('close', () => clearTimeout(deadline))
}

/** The log line of a request. */
async function logged(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const line = lineOf(request, reply)
  const client = line.client ?? (await request.claimedClient?.())
  writeLine(request.log, { ...line, client })
}

/** Rejects what no call can process: an invalid target or version, a repeated header, or an unknown expectation. */
function malformed({ url, httpVersion, rawHeaders, headers }: IncomingMessage): Refusal | undefined {
  if (!url?.startsWith('/') || url.includes('#')) {
    return new Refusal('target_invalid', { why: 'it must be a path, optionally with a query' })
  }
  if (rawHeaders.length > 2 * HEADER_COUNT) return new Refusal('headers_too_large', {})
  const hosts = count(rawHeaders, 'host')
  if (!/^1\.[01]$/.test(httpVersion) || hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return new Refusal('request_malformed', {})
  }
  // A client that speaks HTTP/1.0 cannot expect anything.
  if (httpVersion === '1.1' && headers.expect !== undefined && !/\b100-continue\b/i.test(headers.expect))
    return new Refusal('expectation_unknown', {})
  if (count(rawHeaders, 'authorization') > 1)
    return new Refusal('token_malformed', { sentence: 'The header Authorization is given twice.' })
  // A service worker would outlive the theme that registered it.
  if (headers['service-worker'] !== undefined) return new Refusal('worker_refused', {})
  return undefined
}

/** How often a header occurs in a request. */
function count(rawHeaders: readonly string[], name: string): number {
  let found = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!
    if (header.length === name.length && header.toLowerCase() === name) found += 1
  }
  return found
}

/** What is not HTTP at all still gets an answer with a body, and then the connection ends. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  const isDeaf = /^(?:ECONNRESET$|ERR_SSL_|ERR_TLS_)/.test(error.code ?? '')
  // Node keeps the answer that is being sent there. A second answer would become part of its body.
  const { _httpMessage: sending } = socket as Socket & { readonly _httpMessage?: ServerResponse | null }
  if (isDeaf || sending?.headersSent || !socket.writable) return void socket.destroy()
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const refusal = tooSlow
    ? new Refusal('upload_timeout', { seconds: HEADER_MS / 1000 })
    : new Refusal(tooLarge ? 'headers_too_large' : 'request_malformed', {})
  const { status, title, body } = errorAnswer(refusal, '')
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nLink: ${helpLink(body.messageId)}\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: ${NO_PAGE}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}
