import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'

/** How many bytes an upload may have, and how long it may take to arrive. */
export interface UploadBounds {
  readonly bytes: number
  readonly seconds: number
  readonly over: Error
}

/** The body of a request, whole. It is refused as soon as it is too large or too late, before the rest arrives. */
export async function wholeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, seconds, over }: UploadBounds,
): Promise<Buffer> {
  const { raw } = request
  const announced = Number(raw.headers['content-length'] ?? 0)
  if (announced > bytes) throw closing(reply, over)
  if (raw.headers.expect !== undefined) reply.raw.writeContinue()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  const deadline = setTimeout(() => reject(new Refusal('upload_timeout', { seconds })), seconds * 1000)
  raw.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > bytes) reject(over)
    else chunks.push(chunk)
  })
  raw.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)))
  raw.on('error', () => reject(new Refusal('upload_aborted', {})))
  raw.on('aborted', () => reject(new Refusal('upload_aborted', {})))
  try {
    return await promise
  } catch (error) {
    raw.removeAllListeners('data')
    raw.resume()
    throw closing(reply, error)
  } finally {
    clearTimeout(deadline)
  }
}

/** What is still on its way is not waited for. */
function closing(reply: FastifyReply, error: unknown): unknown {
  reply.header('connection', 'close')
  return error
}
