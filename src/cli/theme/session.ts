import { setTimeout as pause } from 'node:timers/promises'
import { shown } from '../lint-shown.ts'
import { withNextStep } from '../next-steps.ts'
import { Problem } from '../problem.ts'
import { type Credentials, keepToken } from './credentials.ts'
import type { Form } from './form.ts'
import { type HttpAnswer, type HttpRequest, NoAnswer, type Sender } from './http.ts'

/** A call of the service's API. */
export interface ServiceCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with a slash. Values in it are already percent-encoded. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Form
  /**
   * Whether the call may be repeated if it is unknown whether it arrived: true for reads, and for writes with a
   * precondition.
   */
  readonly repeatable?: boolean
}

interface SessionParts {
  readonly credentials: Credentials
  /** The file in which a new token is saved for the next command; undefined if tokens are not saved. */
  readonly keptIn: string | undefined
  readonly send: Sender
  readonly tell: (line: string) => void
}

const TOKEN_PATH = '/v1.0/endpoint/default/token'
const TOKEN_INVALID = 'TABRD0203E'
/** Errors that the service returns before it does anything: stopping, starting, busy, overloaded. */
const UNTOUCHED = new Set(['TABRD0108E', 'TABRD0112E', 'TABRD0109E', 'TABRD0110E'])
const EARLY_MS = 60_000
const TRIES = 4
const LONGEST_WAIT_MS = 60_000

/** The service rejected the call, or failed. */
export class Refused extends Problem {
  readonly status: number
  readonly messageId: string

  constructor({ status, headers, body }: HttpAnswer, server: string) {
    const told = toldIn(body)
    const { messageId = '' } = told
    const text = sentence(status, told.messageDescription, headers.location, server)
    super(exitCodeOf(status), withNextStep(text, messageId))
    this.status = status
    this.messageId = messageId
  }
}

/** Makes calls as an API client. It gets a token when one is needed, and a new one when the token expires. */
export class Session {
  readonly #parts: SessionParts
  #credentials: Credentials
  #renewing: Promise<string> | undefined

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#credentials = parts.credentials
  }

  get server(): string {
    return this.#credentials.server
  }

  get clientId(): string {
    return this.#credentials.clientId
  }

  /** The response to a call. Throws if the service rejects it. Waits and retries if that is safe. */
  async call(call: ServiceCall): Promise<HttpAnswer> {
    if (call.headers?.['if-match'] === '') throw new Problem(5, untagged(this.server))
    for (let tried = 1; ; tried++) {
      try {
        const answer = await this.#authorized(call)
        if (answer.status < 300) return answer
        const refused = new Refused(answer, this.server)
        if (tried >= TRIES || !isWorthAnotherTry(call, refused)) throw refused
        await pause(waitOf(answer, tried))
      } catch (error) {
        if (!(error instanceof NoAnswer) || tried >= TRIES || !isRepeatable(call)) throw error
        await pause(waitOf(undefined, tried))
      }
    }
  }

  async json<T>(call: ServiceCall): Promise<{ readonly data: T; readonly etag: string }> {
    const { headers, body } = await this.call({
      ...call,
      headers: { accept: 'application/json', ...call.headers },
    })
    try {
      return { data: JSON.parse(body.toString('utf8')) as T, etag: etagOf(headers) }
    } catch (error) {
      throw new Problem(5, notTabard(this.server), { cause: error })
    }
  }

  /** Requests a token, so that wrong credentials are reported at once. */
  async renew(): Promise<void> {
    await this.#renewed()
  }

  async #authorized(call: ServiceCall): Promise<HttpAnswer> {
    const token = await this.#token()
    const answer = await this.#sent(call, token)
    // The token may have been revoked or dropped, so the call is retried with a new one.
    if (answer.status !== 401 || toldIn(answer.body).messageId !== TOKEN_INVALID) return answer
    if (this.#credentials.token === token) await this.#renewed()
    return await this.#sent(call, await this.#token())
  }

  async #sent(
    { method = 'GET', path, headers = {}, json, form }: ServiceCall,
    token: string,
  ): Promise<HttpAnswer> {
    const { type, body } =
      form !== undefined
        ? (await import('./form.ts')).formOf(form)
        : {
            type: 'application/json',
            body: json === undefined ? undefined : Buffer.from(JSON.stringify(json)),
          }
    return await this.#exchanged({
      method,
      url: new URL(`${this.server}${path}`),
      headers: { ...headers, authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
      ...(body && { body }),
    })
  }

  async #token(): Promise<string> {
    const { token, until = 0 } = this.#credentials
    return token !== undefined && Date.now() < until ? token : await this.#renewed()
  }

  /** Requests a new token. Concurrent calls share it. */
  async #renewed(): Promise<string> {
    this.#renewing ??= this.#requested().finally(() => {
      this.#renewing = undefined
    })
    return await this.#renewing
  }

  async #requested(): Promise<string> {
    const { keptIn } = this.#parts
    const { server, clientId, clientSecret } = this.#credentials
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const answer = await this.#asked({
      method: 'POST',
      url: new URL(`${server}${TOKEN_PATH}`),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(new URLSearchParams(fields).toString()),
    })
    const { access_token: token, expires_in } = tokenIn(answer, server, clientId)
    const lasts = expires_in * 1000
    this.#credentials = {
      ...this.#credentials,
      token,
      until: Date.now() + Math.max(lasts - EARLY_MS, lasts / 2),
    }
    if (keptIn !== undefined) keepToken(keptIn, this.#credentials)
    return token
  }

  /** Requests a token. The request changes nothing, so it can be repeated. */
  async #asked(request: HttpRequest): Promise<HttpAnswer> {
    for (let tried = 1; ; tried++) {
      const answer = await this.#exchanged(request)
      const isPassing = answer.status >= 500 || answer.status === 429
      if (!isPassing || tried >= TRIES || wishOf(answer) > LONGEST_WAIT_MS) return answer
      await pause(waitOf(answer, tried))
    }
  }

  async #exchanged(request: HttpRequest): Promise<HttpAnswer> {
    const { send, tell } = this.#parts
    const begun = performance.now()
    const { method, url } = request
    const done = (what: string) =>
      tell(
        shown(`${method} ${url.pathname}${url.search} ${what} ${Math.round(performance.now() - begun)} ms`),
      )
    try {
      const answer = await send(request)
      done(String(answer.status))
      return answer
    } catch (error) {
      done('no answer')
      throw error
    }
  }
}

/**
 * The ETag of a response, as the service sent it: proxies that compress a response mark its ETag as weak. Empty if there
 * is none.
 */
export function etagOf({ etag = '' }: HttpAnswer['headers']): string {
  return etag.replace(/^W\//, '')
}

function tokenIn(answer: HttpAnswer, server: string, clientId: string) {
  const { status } = answer
  if (status >= 500 || status === 429) throw new Refused(answer, server)
  if (status >= 400)
    throw new Problem(
      3,
      `The server ${server} does not accept the credentials of the API client "${shown(clientId)}". Run "tabard theme login" with its id and secret.`,
    )
  try {
    const told = JSON.parse(answer.body.toString('utf8')) as { access_token: string; expires_in: number }
    if (status === 200 && typeof told.access_token === 'string') return told
  } catch {
    // The error below says that the response is not from Tabard.
  }
  throw new Problem(5, notTabard(server))
}

function isRepeatable({ method = 'GET', repeatable = method === 'GET' }: ServiceCall): boolean {
  return repeatable
}

function isWorthAnotherTry(call: ServiceCall, { status, messageId }: Refused): boolean {
  if (status === 429 || UNTOUCHED.has(messageId)) return true
  return status >= 500 && status !== 507 && isRepeatable(call)
}

function waitOf(answer: HttpAnswer | undefined, tried: number): number {
  const wish = wishOf(answer)
  return Math.min(Number.isNaN(wish) ? 250 * 2 ** tried : wish, LONGEST_WAIT_MS)
}

/** How many milliseconds the service asks to wait; NaN if it does not say. */
function wishOf(answer: HttpAnswer | undefined): number {
  return Number.parseInt(answer?.headers['retry-after'] ?? '', 10) * 1000
}

function toldIn(body: Buffer): { messageId?: string; messageDescription?: string } {
  try {
    const told = JSON.parse(body.toString('utf8')) as { messageId?: string; messageDescription?: string }
    return typeof told === 'object' && told !== null ? told : {}
  } catch {
    return {}
  }
}

function sentence(
  status: number,
  description: string | undefined,
  location: string | undefined,
  server: string,
) {
  if (description !== undefined) return shown(description)
  if (location !== undefined && status < 400)
    return `The server ${server} redirects to ${shown(location)}. Use that address as --server.`
  // Proxies answer with these while the service behind them does not.
  if (status >= 500 || status === 429)
    return `${server} does not seem to be a Tabard service, or a proxy answered in its place (status ${status}). Check the address of the server, or try again later.`
  return notTabard(server, status)
}

function untagged(server: string): string {
  return `A proxy in front of ${server} removes the header ETag, so this command could overwrite changes of other people. Nothing was changed. Ask the operator to turn off compression in the proxy.`
}

function notTabard(server: string, status?: number): string {
  const told = status === undefined ? '' : ` (status ${status})`
  return `${server} does not seem to be a Tabard service${told}. Check the address of the server.`
}

/** Exit codes: 1 a part failed, 2 wrong usage, 3 not authorized, 4 conflict, 5 server or network failure. */
function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return 3
  if (status === 404) return 1
  if (status === 405 || status === 409 || status === 412) return 4
  return status >= 400 && status < 500 && status !== 429 ? 2 : 5
}
