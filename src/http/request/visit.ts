import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  ACCESS_REQUESTS,
  type Answer,
  APPS,
  browserCookie,
  cookieValue,
  deviceCookie,
  FLOWS,
  type Identity,
  leavingPage,
  providerCookies,
  registrationCookie,
  SIGN_IN,
  SOURCES,
  sessionCookie,
  sourceCookie,
  stepsCookie,
  type Visit,
} from '../../identity/identity.ts'
import { randomText } from '../../random.ts'
import { lacksCookies } from './foreign.ts'
import { sendPage } from './page-answer.ts'
import { pathOf } from './target.ts'
import { declines, wishOf } from './wish.ts'

/** Where redirects lead to a page of ours. */
const PAGES = [SIGN_IN, FLOWS, APPS, ACCESS_REQUESTS, `${SOURCES}?`]
export const BROWSER = /^[\w-]{22}$/
export const SECRET = /^[\w-]{43}$/
const DEVICE_SECONDS = 365 * 24 * 3600

/**
 * The id that flows and sessions of a browser are bound to. A browser without it gets a cookie, unless it may have a
 * cookie that it did not send: a new one would replace it, so any website could sign people out.
 */
export function browserOf(identity: Identity, request: FastifyRequest, reply: FastifyReply): string {
  const secure = isSecure(identity, request)
  const known = cookieValue(request.headers.cookie, browserCookie(secure))
  if (known !== undefined && BROWSER.test(known)) return known
  const browser = randomText()
  if (!lacksCookies(identity, request)) setCookie(reply, browserCookie(secure), browser, secure)
  return browser
}

/** Who asks. */
export async function visitOf(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  query: ReadonlyMap<string, string>,
): Promise<Visit> {
  const { tenant, headers } = request
  const secure = isSecure(identity, request)
  const browser = browserOf(identity, request, reply)
  const cookie = cookieValue(headers.cookie, sessionCookie(secure))
  const held = cookie !== undefined && SECRET.test(cookie) ? cookie : undefined
  const session = await identity.sessions.find(tenant.id, { session: held, browser })
  return {
    tenant,
    browser,
    session,
    endedSession: session === undefined ? held : undefined,
    steps: cookieValue(headers.cookie, stepsCookie(secure)),
    registration: cookieValue(headers.cookie, registrationCookie(secure)),
    device: cookieValue(headers.cookie, deviceCookie(secure)),
    source: cookieValue(headers.cookie, sourceCookie(secure)),
    providerSession: cookieValue(headers.cookie, providerCookies(secure).session),
    address: request.ip,
    wish: wishOf(request, query),
    declines: declines(request),
    path: pathOf(request),
    reference: request.id,
  }
}

/** Sends the answer to a visit. */
export async function sendAnswer(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  const secure = isSecure(identity, request)
  const { session, steps, registration, device, source } = answer.cookies ?? {}
  // Not "cookies": that would reach those of other hosts of the domain.
  if (session === null) reply.header('clear-site-data', '"storage"')
  const set = (name: string, value: string | null) =>
    setCookie(reply, name, value ?? '', secure, value === null ? 0 : undefined)
  if (session !== undefined) set(sessionCookie(secure), session)
  if (steps !== undefined) set(stepsCookie(secure), steps)
  if (registration !== undefined) set(registrationCookie(secure), registration)
  if (device !== undefined) setCookie(reply, deviceCookie(secure), device, secure, DEVICE_SECONDS)
  if (source !== undefined) setCookie(reply, sourceCookie(secure), source, secure, DEVICE_SECONDS)
  if ('leaves' in answer) {
    const { headers, html } = leavingPage(answer)
    return reply.code(200).headers(headers).send(html)
  }
  if ('redirect' in answer) {
    // 303: what follows a form is fetched, never posted again.
    const { redirect } = answer
    // A redirect is the detour that a page needs; without a token there would be a second one.
    const isPage = PAGES.some(page => redirect.startsWith(page))
    const isBrowser = request.headers['sec-fetch-site'] !== undefined
    const held = session === undefined ? cookieValue(request.headers.cookie, sessionCookie(secure)) : session
    const location =
      isPage && isBrowser ? await identity.detours.through(request.tenant, redirect, held ?? '') : redirect
    return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
  }
  if (answer.again !== undefined) request.repeatable = { again: answer.again, page: answer.page }
  if (answer.status >= 400) request.log.warn({ status: answer.status }, 'a flow could not go on')
  return sendPage(reply, answer.page, answer.status)
}

export function isSecure({ tenancy }: Identity, { tenant }: FastifyRequest): boolean {
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
  addCookie(reply, cookieLine(name, value, secure, maxAge))
}

/** The header that gives a browser the id that flows and sessions are bound to. */
export function browserCookieLine(browser: string, secure: boolean): string {
  return cookieLine(browserCookie(secure), browser, secure)
}

function cookieLine(name: string, value: string, secure: boolean, maxAge?: number): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${age}`
}

/** Adds a `Set-Cookie` header to those that the answer has already. */
export function addCookie(reply: FastifyReply, cookie: string): void {
  const before = reply.getHeader('set-cookie')
  const all =
    before === undefined ? [cookie] : [...(Array.isArray(before) ? before : [String(before)]), cookie]
  reply.removeHeader('set-cookie')
  reply.header('set-cookie', all)
}
