import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { excessOf } from './json-bounds.ts'
import { wholeBody } from './upload.ts'

const LARGEST = 256 * 1024
const SECONDS = 10
const DEEPEST = 20

/** The object that a call brings. */
export async function jsonBody(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Record<string, unknown>> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal('upload_type', { expected: 'application/json' })
  const over = new Refusal('upload_malformed', { why: `The body has more than ${LARGEST} bytes.` })
  const body = await wholeBody(request, reply, { bytes: LARGEST, seconds: SECONDS, over })
  // Limits the depth, so that later code may use recursion.
  if ((await excessOf(body, { commas: LARGEST, depth: DEEPEST })) !== undefined)
    throw new Refusal('upload_malformed', { why: `The body is nested more than ${DEEPEST} levels deep.` })
  const value = objectIn(body)
  if (value === undefined) throw new Refusal('upload_malformed', { why: 'The body is not a JSON object.' })
  return value
}

/** The object that a text of JSON describes; undefined where it describes none. */
export function objectIn(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
