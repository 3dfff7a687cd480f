import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  browserCookie,
  cookieValue,
  deviceCookie,
  type Identity,
  providerCookies,
  sessionCookie,
  type Visit,
} from '../identity/identity.ts'
import { randomText } from '../random.ts'
import { sendPage } from './pages.ts'
import { declines, localeWish } from './wish.ts'

const BROWSER = /^[\w-]{22}$/
const SECRET = /^[\w-]{43}$/
const DEVICE_SECONDS = 365 * 24 * 3600

/** Who asks. A browser that has not been here before gets a cookie that its flows are bound to. */
export async function visitOf(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ReadonlyMap<string, string>,
): Promise<Visit> {
  const { tenant, headers } = request
  const secure = isSecure(identity, request)
  const known = cookieValue(headers.cookie, browserCookie(secure))
  const browser = known !== undefined && BROWSER.test(known) ? known : randomText()
  if (browser !== known) setCookie(reply, browserCookie(secure), browser, secure)
  const session = cookieValue(headers.cookie, sessionCookie(secure))
  return {
    tenant,
    browser,
    session:
      session !== undefined && SECRET.test(session)
        ? await identity.sessions.find(tenant.id, session)
        : undefined,
    device: cookieValue(headers.cookie, deviceCookie(secure)),
    providerSession: cookieValue(headers.cookie, providerCookies(secure).session),
    address: request.ip,
    wish: localeWish(request, query),
    declines: declines(request),
    reference: request.id,
  }
}

/** Sends what came of a visit. */
export function sendAnswer(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): FastifyReply {
  const secure = isSecure(identity, request)
  const { session, device } = answer.cookies ?? {}
  if (session !== undefined)
    setCookie(reply, sessionCookie(secure), session ?? '', secure, session === null ? 0 : undefined)
  if (device !== undefined) setCookie(reply, deviceCookie(secure), device, secure, DEVICE_SECONDS)
  if ('redirect' in answer) {
    // 303: what follows a form is fetched, never posted again.
    return reply.code(303).header('cache-control', 'no-store').header('location', answer.redirect).send()
  }
  if (answer.status >= 400) request.log.warn({ status: answer.status }, 'a flow could not go on')
  return sendPage(reply, answer.page, answer.status)
}

function isSecure({ tenancy }: Identity, { tenant }: FastifyRequest): boolean {
  return tenancy.address(tenant).startsWith('https:')
}

/** Sets a cookie that scripts do not see, beside those that the answer sets already. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  secure: boolean,
  maxAge?: number,
): void {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const cookie = `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${age}`
  const before = reply.getHeader('set-cookie')
  const all =
    before === undefined ? [cookie] : [...(Array.isArray(before) ? before : [String(before)]), cookie]
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', all)
}
