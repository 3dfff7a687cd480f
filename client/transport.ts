/** Where the service is, and how the client proves who it is. */
export interface ClientOptions {
  /** The public address of the service, such as https://id.example.com. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** What calls are made with, instead of the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds after which a call is given up, with its retries; 120,000 unless given. */
  readonly timeoutMs?: number
  /** How often a call is tried again that the service was too busy for; 2 unless given. */
  readonly retries?: number
}

/** What can be said of a single call. */
export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal
  /** Further request headers, such as `accept: text/plain` for the text of a mail. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What came of a call. */
export interface Answer<T> {
  readonly data: T
  readonly status: number
  /** What `data` is a state of, for `ifMatch` of the next write. */
  readonly etag: string | null
  readonly headers: Headers
}

/** Bytes to be sent; a text is sent as UTF-8. */
export type Bytes = Archive | string

/** A ZIP archive: what is in the file, not its name. */
export type Archive = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** The service refused, or failed. */
export class TabardError extends Error {
  override readonly name = 'TabardError'
  readonly status: number
  /** Names the error for programs; it never changes. */
  readonly messageId: string
  /** Tells people what was wrong and where. */
  readonly messageDescription: string
  /** Finds the call in the log of the service; null where the answer is not the service's. */
  readonly requestId: string | null
  /** Seconds after which another try is worthwhile; null where the service does not say. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    messageId: string,
    messageDescription: string,
    headers: Headers = new Headers(),
  ) {
    super(`${messageDescription} (${status} ${messageId})`)
    this.requestId = headers.get('x-request-id')
    const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
    this.retryAfter = Number.isNaN(seconds) ? null : seconds
    this.status = status
    this.messageId = messageId
    this.messageDescription = messageDescription
  }
}

/** A call, as the description has it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With the names of parameters in braces. */
  readonly path: string
  readonly input: object
  readonly query?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** How the rest of the input is sent. */
  readonly sends?: 'form' | 'json'
  readonly parts?: readonly string[]
  readonly answers: 'json' | 'bytes' | 'text' | 'nothing'
  readonly open?: boolean
}

interface Token {
  readonly value: string
  readonly until: number
}

type Values = Readonly<Record<string, unknown>>

interface Sending {
  readonly more: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const TOKEN_PATH = '/v1.0/endpoint/default/token'
const TOKEN_INVALID = 'TABRD0203E'
/** A token is renewed so long before it expires. */
const EARLY_MS = 60_000
const TIMEOUT_MS = 120_000
const RETRIES = 2
/** Errors of calls that were not sent, because there was no token for them. */
const TOKENLESS = new WeakSet<TabardError>()

/** Makes calls with a token that is fetched when it is needed, and renewed. */
export class Transport {
  readonly #options: ClientOptions
  readonly #base: string
  #token: Promise<Token> | undefined

  constructor(options: ClientOptions) {
    this.#options = options
    this.#base = options.url.replace(/\/+$/, '')
  }

  async send<T>(call: Call, { signal, headers: more = {} }: CallOptions = {}): Promise<Answer<T>> {
    const { timeoutMs = TIMEOUT_MS, retries = RETRIES } = this.#options
    const timeout = AbortSignal.timeout(timeoutMs)
    const sending = { more, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) }
    for (let left = retries; ; left--) {
      try {
        const answer = await this.#authorized(call, sending)
        if (!answer.ok) throw await errorOf(answer)
        const { status, headers } = answer
        // Proxies that compress a response mark its ETag as weak, which no precondition of the service matches.
        const etag = headers.get('etag')?.replace(/^W\//, '') ?? null
        return { data: (await dataOf(answer, call)) as T, status, etag, headers }
      } catch (error) {
        if (left <= 0 || !isUndone(call, error)) throw error
        await pause(error.retryAfter ?? 1, sending.signal)
      }
    }
  }

  async #authorized(call: Call, sending: Sending): Promise<Response> {
    if (call.open) return await this.#sent(call, sending, undefined)
    const token = await this.#access(sending.signal)
    const answer = await this.#sent(call, sending, token)
    if (answer.status !== 401) return answer
    // It may have been revoked, or the service may have forgotten it: another one is worth a try.
    const { messageId } = await errorOf(answer.clone())
    if (messageId !== TOKEN_INVALID) return answer
    await answer.body?.cancel()
    // Calls that go on at the same time get one new token together.
    if ((await this.#token)?.value === token) this.#token = undefined
    return await this.#sent(call, sending, await this.#access(sending.signal))
  }

  async #sent(call: Call, { more, signal }: Sending, token: string | undefined): Promise<Response> {
    const values = call.input as Values
    const headers = new Headers()
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    for (const [name, header] of Object.entries(call.headers ?? {}))
      if (values[name] !== undefined) headers.set(header, String(values[name]))
    if (call.sends === 'json') headers.set('content-type', 'application/json')
    if (call.answers === 'json') headers.set('accept', 'application/json')
    for (const [name, value] of Object.entries(more)) headers.set(name, value)
    const body = bodyOf(call, values)
    return await this.#fetch(`${this.#base}${targetOf(call, values)}`, {
      method: call.method,
      headers,
      signal,
      ...(body !== undefined && { body }),
    })
  }

  async #access(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    const begun = this.#token
    const asked = begun ?? this.#begin()
    try {
      const { value, until } = await unlessAborted(signal, asked)
      if (Date.now() < until) return value
    } catch (error) {
      // An earlier call asked for it, whose time is over.
      if (signal.aborted || begun === undefined || !isTimeout(error)) throw error
    }
    if (this.#token === asked) this.#token = undefined
    return await this.#access(signal)
  }

  /** Asks for a token for all calls that wait for one. */
  #begin(): Promise<Token> {
    const asked = this.#requested()
    this.#token = asked
    asked.catch(() => {
      if (this.#token === asked) this.#token = undefined
    })
    return asked
  }

  async #requested(): Promise<Token> {
    const { clientId, clientSecret, timeoutMs = TIMEOUT_MS } = this.#options
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    // Several calls may wait for it: one that is given up does not end it for the others.
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await this.#fetch(`${this.#base}${TOKEN_PATH}`, { method: 'POST', body, signal })
    if (!answer.ok) {
      const error = await errorOf(answer)
      TOKENLESS.add(error)
      throw error
    }
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    const lasts = expires_in * 1000
    return { value: access_token, until: Date.now() + Math.max(lasts - EARLY_MS, lasts / 2) }
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return (this.#options.fetch ?? globalThis.fetch)(url, init)
  }
}

async function errorOf(answer: Response): Promise<TabardError> {
  const { status, statusText } = answer
  const told = (await answer.json().catch(() => ({}))) as { messageId?: string; messageDescription?: string }
  return new TabardError(status, told.messageId ?? '', told.messageDescription ?? statusText, answer.headers)
}

/** Whether a call that was refused has done nothing, and may be made again. A 503 may come after a write. */
function isUndone({ method }: Call, error: unknown): error is TabardError {
  if (!(error instanceof TabardError)) return false
  return error.status === 429 || (error.status === 503 && (method === 'GET' || TOKENLESS.has(error)))
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** A result, unless the call is given up before. */
function unlessAborted<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
  })
}

async function dataOf(answer: Response, { answers }: Call): Promise<unknown> {
  if (answers === 'nothing' || answer.status === 204) return undefined
  if (answers === 'json') return await answer.json()
  return answers === 'text' ? await answer.text() : await answer.blob()
}

function targetOf({ path, query = [] }: Call, values: Values): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name])
    const segments = name === 'path' ? text.split('/') : [text]
    // Dots and empty segments would lead to another address.
    if (segments.some(segment => /^\.{0,2}$/.test(segment))) throw new TypeError(unusable(name, text))
    return segments.map(encodeURIComponent).join('/')
  })
  const search = new URLSearchParams()
  for (const name of query) if (values[name] !== undefined) search.set(name, String(values[name]))
  return search.size === 0 ? filled : `${filled}?${search}`
}

function unusable(name: string, text: string): string {
  const shown = JSON.stringify(text)
  if (name !== 'path') return `The ${name} ${shown} cannot be part of an address.`
  return `The path ${shown} cannot be used: give it relative to templates, without empty segments and dots, such as common/page_style.css.`
}

function bodyOf({ sends, parts = [] }: Call, values: Values): FormData | string | undefined {
  if (sends === undefined) return undefined
  const given = parts.filter(name => values[name] !== undefined)
  if (sends === 'json') return JSON.stringify(Object.fromEntries(given.map(name => [name, values[name]])))
  const form = new FormData()
  for (const name of given) {
    const value = values[name]
    if (isBytes(value)) form.set(name, value instanceof Blob ? value : new Blob([value]), name)
    else form.set(name, JSON.stringify(value))
  }
  return form
}

function isBytes(value: unknown): value is Bytes {
  return (
    typeof value === 'string' ||
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    value instanceof Uint8Array
  )
}
