import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'

/** Some bytes of a content; both ends are included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The range that a request asks for (RFC 9110, section 14.2); undefined where it gets the whole content: also for more
 * than one range, for what is no range, and where the content is another one than the client has a part of.
 */
export function byteRange(request: FastifyRequest, tag: string, size: number): ByteRange | undefined {
  const { range, 'if-range': ifRange } = request.headers
  if (request.method !== 'GET' || range === undefined || (ifRange !== undefined && ifRange !== tag))
    return undefined
  const [, from, to] = /^\s*bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || `${from}${to}` === '') return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  if (first >= size) throw new Refusal('range_outside', { size })
  return { first, last: from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
