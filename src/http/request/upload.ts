import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Limits, Refusal } from '../../core/refusal.ts'
import { readPast } from './leftover.ts'
import type { UploadRoom } from './upload-room.ts'

/** How many bytes an upload may have, and how long it may take to arrive. */
export interface UploadBounds {
  readonly bytes: number
  readonly seconds: number
  readonly over: Error
  /** Where large ones find their place; undefined for what is small. */
  readonly room?: UploadRoom
}

/** What boundaries and headers of a form may add to the file in it. */
const FORM_BYTES = 128 * 1024

/** What bounds the uploads of packages and files. */
export interface FormBounds {
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
}

/** The form of a request that uploads a package or a file. */
export async function uploadedForm(
  request: FastifyRequest,
  reply: FastifyReply,
  what: 'archive' | 'file',
  { limits, uploadSeconds, uploads }: FormBounds,
): Promise<Buffer> {
  return await wholeBody(request, reply, {
    bytes: limits[what] + FORM_BYTES,
    seconds: uploadSeconds,
    over: new Refusal('over_limit', { what, limit: limits[what] }),
    room: uploads,
  })
}

/** The body of a request, whole. One that is too large or too late is given up at once, and not kept. */
export async function wholeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  bounds: UploadBounds,
): Promise<Buffer> {
  const arriving = () => arrived(request, reply, bounds)
  return (await bounds.room?.take(request, reply, bounds.bytes, arriving)) ?? (await arriving())
}

async function arrived(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, seconds, over }: UploadBounds,
): Promise<Buffer> {
  const { raw } = request
  const waits = raw.headers.expect !== undefined
  const encoded = encodedBody(raw.headers['content-encoding'])
  try {
    if (encoded !== undefined) throw encoded
    if (Number(raw.headers['content-length'] ?? 0) > bytes) throw over
    if (waits) reply.raw.writeContinue()
    return await collected(raw, bytes, seconds, over)
  } catch (error) {
    if ((error === over || error === encoded) && !waits) await readPast(raw)
    if (!raw.complete) reply.header('connection', 'close')
    throw error
  }
}

/** Compressed bodies are not supported: they would be parsed as if they were not compressed. */
function encodedBody(encoding: string | undefined): Refusal | undefined {
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return undefined
  return new Refusal('upload_encoded', { encoding: encoding.slice(0, 40) })
}

async function collected(raw: IncomingMessage, bytes: number, seconds: number, over: Error): Promise<Buffer> {
  if (raw.destroyed) throw new Refusal('upload_aborted', {})
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const take = (chunk: Buffer) => {
    length += chunk.length
    if (length > bytes) reject(over)
    else chunks.push(chunk)
  }
  const deadline = setTimeout(() => reject(new Refusal('upload_timeout', { seconds })), seconds * 1000)
  raw.on('data', take)
  const aborted = () => reject(new Refusal('upload_aborted', {}))
  raw.once('end', () => {
    // The close after the end is expected, and creating an error costs more than reading a small body.
    raw.off('close', aborted)
    resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length))
  })
  raw.once('close', aborted)
  raw.once('error', aborted)
  try {
    return await promise
  } finally {
    raw.off('data', take)
    raw.off('close', aborted)
    clearTimeout(deadline)
  }
}
