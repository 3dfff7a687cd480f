import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import type { Identity } from '../../identity/identity.ts'
import { bearerGate, type Gate } from '../request/auth.ts'
import { isOwn } from '../request/own-origin.ts'
import { readCookie } from './console-cookies.ts'

/** Marks a background call of the console, such as checking whether a mail was sent. It does not extend the session. */
const BACKGROUND = 'tabard-background'

/** By the session of somebody who may use the console, and from its own pages only; a bearer token works here too. */
export function consoleGate(identity: Identity): Gate {
  const bearer = bearerGate(identity)
  const page = async (request: FastifyRequest) => {
    if (!isOwn(request)) throw new Refusal('origin_foreign', {})
  }
  const operator = async (request: FastifyRequest) => {
    await page(request)
    const session = readCookie(request, 'session')
    const attended = request.headers[BACKGROUND] === undefined
    const found = session && (await identity.console.operator(request.tenant, session, attended))
    if (!found) throw new Refusal('session_missing', {})
    request.operator = found
  }
  return {
    page,
    operator,
    caller: async (request, needed) =>
      request.headers.authorization === undefined
        ? await operator(request)
        : await bearer.caller(request, needed),
  }
}
