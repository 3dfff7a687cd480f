import type { Readable, Writable } from 'node:stream'

/** The largest accepted message, so that a page cannot exhaust memory. */
const LARGEST = 64 * 1024 * 1024

/** The browser has ended, or does not follow the protocol. */
export class BrowserGone extends Error {
  override readonly name = 'BrowserGone'
}

type Parameters = Readonly<Record<string, unknown>>

/** Hears the events of a session. */
export type Listener = (method: string, parameters: Parameters) => void

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Parameters
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly sessionId?: string
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The DevTools protocol over a pair of pipes. Messages are JSON, each followed by a zero byte. */
export class DevTools {
  readonly #input: Writable
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Map<string, Listener>()
  #pieces: Buffer[] = []
  #bytes = 0
  #next = 1
  #gone: BrowserGone | undefined

  constructor(input: Writable, output: Readable) {
    this.#input = input
    input.on('error', () => this.close('The program has ended.'))
    output.on('error', () => this.close('The program has ended.'))
    output.on('close', () => this.close('The program has ended.'))
    output.on('data', (bytes: Buffer) => this.#take(bytes))
  }

  /** Calls a method, of the browser itself or of a session, and waits for its result. */
  async send<T>(method: string, parameters: Parameters = {}, session?: string): Promise<T> {
    if (this.#gone !== undefined) throw this.#gone
    const id = this.#next++
    const message = { id, method, params: parameters, ...(session !== undefined && { sessionId: session }) }
    this.#input.write(`${JSON.stringify(message)}\0`)
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
    })
  }

  /** Calls a method whose result nobody needs: the page that it is about may be gone already. */
  tell(method: string, parameters: Parameters, session?: string): void {
    this.send(method, parameters, session).catch(() => {})
  }

  /** Hears the events of a session until it is dropped; of the browser itself under the empty name. */
  listen(session: string, listener: Listener | undefined): void {
    if (listener === undefined) this.#listeners.delete(session)
    else this.#listeners.set(session, listener)
  }

  close(reason: string): void {
    if (this.#gone !== undefined) return
    this.#gone = new BrowserGone(reason)
    for (const { reject } of this.#waiting.values()) reject(this.#gone)
    this.#waiting.clear()
    this.#listeners.clear()
    this.#pieces = []
  }

  #take(bytes: Buffer): void {
    if (this.#gone !== undefined) return
    let from = 0
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      this.#hear(Buffer.concat([...this.#pieces, bytes.subarray(from, end)]).toString())
      this.#pieces = []
      this.#bytes = 0
      from = end + 1
    }
    this.#pieces.push(bytes.subarray(from))
    this.#bytes += bytes.length - from
    if (this.#bytes > LARGEST) this.close('The program sent too much.')
  }

  #hear(text: string): void {
    if (this.#gone !== undefined) return
    const message = messageIn(text)
    if (message === undefined) {
      this.close('The program does not speak the DevTools protocol.')
      return
    }
    const { id, method, params = {}, result, error, sessionId = '' } = message
    if (id === undefined) {
      if (method !== undefined) this.#listeners.get(sessionId)?.(method, params)
      return
    }
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(error.message))
  }
}

function messageIn(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
