import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http'
import { connectionVariables } from '../../connection-setting.ts'
import { Problem } from '../problem.ts'
import { UNTRUSTED } from '../untrusted.ts'

export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends one request. Rejects with a problem if there is no response. */
export type Sender = (request: HttpRequest) => Promise<HttpAnswer>

/** A connection without any data for this long counts as broken. */
const SILENCE_MS = 60_000
const LARGEST_ANSWER = 256 * 1024 * 1024

interface Wire {
  readonly agent: Agent
  readonly request: (options: RequestOptions, answered: (answer: IncomingMessage) => void) => ClientRequest
}

/**
 * Sends HTTP requests through the proxies, and with the certificate authorities, that the usual variables name. It uses
 * Node's own modules, because fetch would load several times as much code.
 */
export function createSender(): Sender {
  const wires = new Map<string, Promise<Wire>>()
  return async request => {
    const { protocol } = request.url
    const wire = wires.get(protocol) ?? wireOf(protocol)
    wires.set(protocol, wire)
    return await exchanged(await wire, request)
  }
}

/**
 * Loads a module with `process.getBuiltinModule`: an import reads every export, and WebSocket would load all of fetch.
 */
async function wireOf(protocol: string): Promise<Wire> {
  const { proxyEnv, authorities } = connectionVariables()
  const options = { keepAlive: true, proxyEnv }
  if (protocol === 'http:') {
    const { Agent, request } = process.getBuiltinModule('node:http')
    return { agent: new Agent(options), request }
  }
  const { Agent, request } = process.getBuiltinModule('node:https')
  const ca = authorities === undefined ? undefined : await withAuthorities(authorities)
  return { agent: new Agent({ ...options, ...(ca && { ca }) }), request }
}

async function withAuthorities(file: string): Promise<string[]> {
  const [{ readFileSync }, { getCACertificates }] = await Promise.all([import('node:fs'), import('node:tls')])
  try {
    return [...getCACertificates('default'), readFileSync(file, 'utf8')]
  } catch (error) {
    throw new Problem(2, `The certificates in SSL_CERT_FILE cannot be read: ${(error as Error).message}.`)
  }
}

async function exchanged(wire: Wire, { method, url, headers = {}, body }: HttpRequest): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const failed = (error: Error) => reject(new NoAnswer(url, error))
  const options = {
    agent: wire.agent,
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': String(body.length) }) },
    timeout: SILENCE_MS,
  }
  const sent = wire.request(options, answer => {
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > LARGEST_ANSWER) sent.destroy(new Error('the answer is too large'))
    })
    answer.once('error', failed)
    answer.once('end', () =>
      resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks, size) }),
    )
  })
  sent.once('timeout', () => sent.destroy(new Error(`no data arrived for ${SILENCE_MS / 1000} seconds`)))
  sent.once('error', failed)
  sent.end(body)
  return await promise
}

/** The server cannot be reached, or closed the connection before it responded. */
export class NoAnswer extends Problem {
  constructor(url: URL, cause: Error) {
    const { code } = cause as NodeJS.ErrnoException
    const why = cause.message || code || 'the connection failed'
    const advice = UNTRUSTED.has(code ?? '') ? AUTHORITY : (ADVICE[code ?? ''] ?? '')
    super(5, `${url.origin} does not answer: ${why}.${advice}`, { cause })
  }
}

const AUTHORITY =
  ' If its certificate comes from a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of that authority.'
const ADVICE: Readonly<Record<string, string>> = {
  ENOTFOUND: ' Check the address of the server.',
  ECONNREFUSED: ' Check the address, and that the server is running.',
}
