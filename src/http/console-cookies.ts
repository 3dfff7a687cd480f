import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieValue } from '../identity/identity.ts'
import { isSecure, sessionName } from './session-name.ts'
import { addCookie } from './visit.ts'

/** The cookies of the console, by what they hold. */
export type ConsoleCookie = 'session' | 'step' | 'device'

/** Reads and sets the cookies of the console. None is sent with a request that another site causes. */
export class ConsoleCookies {
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  read({ headers }: FastifyRequest, cookie: ConsoleCookie): string | undefined {
    return cookieValue(headers.cookie, this.#name(cookie))
  }

  set(reply: FastifyReply, cookie: ConsoleCookie, value: string, maxAge?: number): void {
    const secure = isSecure(this.#url()) ? '; Secure' : ''
    const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
    addCookie(reply, `${this.#name(cookie)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`)
  }

  clear(reply: FastifyReply, cookie: ConsoleCookie): void {
    this.set(reply, cookie, '', 0)
  }

  #name(cookie: ConsoleCookie): string {
    const session = sessionName(this.#url())
    return cookie === 'session' ? session : `${session}-${cookie}`
  }
}
