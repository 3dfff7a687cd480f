import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A request whose target, headers and body go over the wire exactly as they are given. */
export async function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Uint8Array | string = '',
): Promise<WireAnswer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
  const length = method === 'GET' || method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request(
    { host: hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
    answer => {
      const chunks: Buffer[] = []
      answer.on('data', chunk => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    },
  )
  sent.on('error', reject)
  // What a client that waits for 100 Continue does.
  if (headers.expect === undefined) sent.end(body)
  else sent.on('continue', () => sent.end(body)).flushHeaders()
  return await promise
}

/** Everything that a server says to these bytes before it closes the connection, or until `done` likes it. */
export async function talk(
  url: string,
  bytes: string | Uint8Array,
  done: (said: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  const socket = connect({ host: hostname, port: Number(port) }, () => void socket.write(bytes))
  socket.setEncoding('latin1')
  socket.on('data', text => {
    said += text
    if (done(said)) socket.destroy()
  })
  socket.on('error', error => (said === '' ? reject(error) : resolve(said)))
  socket.on('close', () => resolve(said))
  return await promise
}

/** A part of a form: its headers after `form-data; `, as they are given, and its content. */
export type WirePart = readonly [disposition: string, content: string | Uint8Array, header?: string]

/** A form as bytes, with its closing boundary or without. */
export function formBytes(
  boundary: string,
  parts: readonly WirePart[],
  { closed = true } = {},
): Buffer<ArrayBuffer> {
  const pieces = parts.map(([disposition, content, header], index) =>
    Buffer.concat([
      Buffer.from(
        `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${header === undefined ? '' : `${header}\r\n`}\r\n`,
      ),
      Buffer.from(content as string),
    ]),
  )
  return Buffer.concat([...pieces, Buffer.from(closed ? `\r\n--${boundary}--\r\n` : '')])
}
