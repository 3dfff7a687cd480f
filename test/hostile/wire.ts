import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  /** By name in lower case; the last one where a header came twice. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Everything that came, byte for byte, interim answers and all. */
  readonly raw: string
}

/** A connection that sends exactly the given bytes: no client library puts them right. */
export class Wire {
  readonly socket: Socket
  /** When the other side has closed the connection, in whatever way. */
  readonly closed: Promise<void>
  readonly #chunks: Buffer[] = []

  private constructor(socket: Socket) {
    this.socket = socket
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    // A reset is one of the ways in which a connection ends.
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
    socket.on('end', () => resolve())
  }

  static async open(url: string, { localAddress, reading = true }: WireOptions = {}): Promise<Wire> {
    const { hostname, port } = new URL(url)
    const socket = connect({
      host: hostname,
      port: Number(port),
      allowHalfOpen: true,
      ...(localAddress !== undefined && { localAddress }),
    })
    const wire = new Wire(socket)
    if (reading) socket.on('data', chunk => wire.#chunks.push(chunk))
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return wire
  }

  send(bytes: string | Uint8Array): void {
    if (this.socket.writable)
      this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  get received(): string {
    return Buffer.concat(this.#chunks).toString('latin1')
  }

  /** Waits until the service has closed the connection, and answers with what it said before. */
  async answer(seconds = 60): Promise<WireAnswer> {
    const deadline = new AbortController()
    await Promise.race([
      this.closed,
      sleep(seconds * 1000, undefined, { signal: deadline.signal }).then(() => {
        throw new Error(`the connection was still open after ${seconds} seconds; it said: ${this.received}`)
      }),
    ]).finally(() => {
      deadline.abort()
      this.socket.destroy()
    })
    return parsed(this.received)
  }

  /** Waits until what was received matches. */
  async until(pattern: RegExp, seconds = 60): Promise<void> {
    for (let tries = 0; !pattern.test(this.received); tries++) {
      if (tries > seconds * 100) throw new Error(`${pattern} did not come: ${this.received.slice(0, 500)}`)
      await sleep(10)
    }
  }
}

interface WireOptions {
  readonly localAddress?: string
  /** Whether to take what comes; else it stays in the buffers of the system. */
  readonly reading?: boolean
}

/** Sends bytes and waits for the answer and the end of the connection. */
export async function exchange(
  url: string,
  bytes: string | Uint8Array,
  options?: WireOptions,
): Promise<WireAnswer> {
  const wire = await Wire.open(url, options)
  wire.send(bytes)
  return await wire.answer()
}

/** A request as bytes; the connection is to end after it. */
export function request(
  method: string,
  target: string,
  headers: Record<string, string | string[]> = {},
  body: string | Uint8Array = '',
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
  const all = {
    Host: '127.0.0.1',
    Connection: 'close',
    ...headers,
    ...(bytes.length > 0 && { 'Content-Length': String(bytes.length) }),
  }
  const lines = Object.entries(all).flatMap(([name, values]) =>
    [values].flat().map(value => `${name}: ${value}\r\n`),
  )
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8'), bytes])
}

/** A form with one file in the part of that name, and its headers. */
export function form(
  part: string,
  content: string | Uint8Array,
  configuration?: object,
): { headers: { 'Content-Type': string }; body: Buffer } {
  const more =
    configuration === undefined
      ? ''
      : `--b0undary\r\nContent-Disposition: form-data; name="configuration"\r\n\r\n${JSON.stringify(configuration)}\r\n`
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=b0undary' },
    body: Buffer.concat([
      Buffer.from(
        `${more}--b0undary\r\nContent-Disposition: form-data; name="${part}"; filename="upload"\r\n\r\n`,
      ),
      Buffer.from(content as Uint8Array),
      Buffer.from('\r\n--b0undary--\r\n'),
    ]),
  }
}

function parsed(raw: string): WireAnswer {
  const final = raw.replace(/^(?:HTTP\/1\.1 1\d\d .*?\r\n\r\n)+/s, '')
  const cut = final.indexOf('\r\n\r\n')
  const [line = '', ...lines] = final.slice(0, Math.max(cut, 0)).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0)
  const headers: Record<string, string> = {}
  for (const header of lines) {
    const colon = header.indexOf(':')
    headers[header.slice(0, colon).toLowerCase()] = header.slice(colon + 1).trim()
  }
  let body = final.slice(cut + 4)
  if (headers['transfer-encoding'] === 'chunked') body = unchunked(body)
  return { status, headers, body: Buffer.from(body, 'latin1').toString('utf8'), raw }
}

function unchunked(text: string): string {
  let rest = text
  let whole = ''
  for (;;) {
    const cut = rest.indexOf('\r\n')
    const length = Number.parseInt(rest.slice(0, cut), 16)
    if (!(length > 0)) return whole
    whole += rest.slice(cut + 2, cut + 2 + length)
    rest = rest.slice(cut + 4 + length)
  }
}
