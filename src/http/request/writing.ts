import type { FastifyRequest } from 'fastify'
import { type Precondition, precondition } from '../../core/precondition.ts'
import type { Writing } from '../../themes/themes.ts'
import { authorOf } from './auth.ts'

/** Who writes with a request, and under which condition. */
export function writingOf(request: FastifyRequest): Writing {
  const by = { account: request.operator?.account.id ?? null, address: request.ip }
  return { author: authorOf(request), by, precondition: preconditionOf(request) }
}

/** The condition that a request names in its headers. */
export function preconditionOf({ headers }: FastifyRequest): Precondition {
  return precondition(headers['if-match'], headers['if-none-match'])
}
