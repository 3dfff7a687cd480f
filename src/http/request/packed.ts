import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip, type ZlibOptions } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from './accepts-gzip.ts'
import { isUnchanged } from './unchanged.ts'

const gzipOnPool = promisify<Buffer, ZlibOptions, Buffer>(gzip)
const gunzipOnPool = promisify<Buffer, Buffer>(gunzip)

/** A text as it is remembered: compressed, because most clients take it that way. */
export interface Packed {
  readonly bytes: Buffer
  readonly digest: string
}

export async function packed(text: string): Promise<Packed> {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url')
  return { bytes: await gzipOnPool(plain, { level: 9 }), digest }
}

/** Sends a text, or 304 if the client already has it. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { bytes, digest }: Packed,
): Promise<FastifyReply> {
  const asGzip = acceptsGzip(request)
  const tag = `"${digest}${asGzip ? '-gzip' : ''}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (isUnchanged(request, reply, tag)) return reply
  reply.type(`${type}; charset=utf-8`)
  if (!asGzip) return reply.send(await gunzipOnPool(bytes))
  return reply.header('content-encoding', 'gzip').send(bytes)
}
