import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValue } from '../../identity/identity.ts'
import { isSecure, sessionName } from '../request/session-name.ts'
import { addCookie } from '../request/visit.ts'

const DEVICE_SECONDS = 365 * 24 * 3600

/** The cookies of the console, by what they hold. */
export type ConsoleCookie = 'session' | 'step' | 'device'

/** The value of a cookie of the console that a request was made to. */
export function readCookie(
  { headers, consoleUrl }: FastifyRequest,
  cookie: ConsoleCookie,
): string | undefined {
  return cookieValue(headers.cookie, nameOf(cookie, consoleUrl))
}

/** Sets a cookie of that console. It is not sent with a request that another site causes. */
export function setCookie(reply: FastifyReply, cookie: ConsoleCookie, value: string, maxAge?: number): void {
  const { consoleUrl } = reply.request
  const secure = isSecure(consoleUrl) ? '; Secure' : ''
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const name = nameOf(cookie, consoleUrl)
  addCookie(reply, `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`)
}

/** Sets the cookies of a session that has begun; the steps that led to it are over. */
export function setSession(reply: FastifyReply, begun: { session: string; device: string }): void {
  clearCookie(reply, 'step')
  setCookie(reply, 'device', begun.device, DEVICE_SECONDS)
  setCookie(reply, 'session', begun.session)
}

/** Removes a cookie of that console. */
export function clearCookie(reply: FastifyReply, cookie: ConsoleCookie): void {
  setCookie(reply, cookie, '', 0)
}

function nameOf(cookie: ConsoleCookie, consoleUrl: string): string {
  const session = sessionName(consoleUrl)
  return cookie === 'session' ? session : `${session}-${cookie}`
}
