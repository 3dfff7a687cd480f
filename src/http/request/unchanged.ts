import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFresh, precondition } from '../../core/precondition.ts'

/** Names the version of what a GET returns. If the client already has it, sends 304 and returns true. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  if (!isFresh(precondition(undefined, request.headers['if-none-match']), tag)) return false
  void reply.code(304).send()
  return true
}
