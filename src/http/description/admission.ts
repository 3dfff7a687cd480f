import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import { entitlementFor, type Gate } from '../request/auth.ts'
import { assertReach, reachOf } from '../request/reach.ts'
import { firstOf } from '../request/target.ts'
import { type Description, ENTITLED, isPage, type Method, type ThemeAt, type Who } from './call.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How the server finds out who calls. */
    gate: Gate
  }
}

/** Refuses a request whose sender may not make the call. */
export type Admission = (request: FastifyRequest) => Promise<void>

/** Calls that are open to requests with neither a token nor a session. */
const OPEN: ReadonlySet<Who> = new Set(['anyone', 'console page', 'session'])

/** Admits those who may make a call, as its description says; undefined where that is anyone. */
export function admission(app: FastifyInstance, described: Description): Admission | undefined {
  const who = whoOf(described)
  const themeAt = isPage(described) ? undefined : described.theme
  if (who === 'anyone') return undefined
  const gate = gateOf(app)
  switch (who) {
    case 'console page':
      return gate.page
    case 'session':
      return gate.operator
    case 'reader':
    case 'writer':
      return async request => {
        await gate.caller(request, ENTITLED[who])
        if (themeAt !== undefined) assertThemeAt(request, themeAt)
      }
    case 'steward':
    case 'designer':
    case 'registrar':
      return async request => {
        await gate.caller(request, ENTITLED[who])
        if (request.client === undefined && request.operator?.role !== 'administrator')
          throw new Refusal('role_missing', {})
      }
    case 'somebody':
      return async request => {
        await gate.caller(request, entitlementFor(request))
        if (request.operator === undefined) throw new Refusal('session_missing', {})
      }
    case 'administrator':
      return async request => {
        await gate.caller(request, entitlementFor(request))
        if (request.operator?.role !== 'administrator') throw new Refusal('role_missing', {})
      }
  }
}

/** Denies an API client that is limited to some themes access to all others, before the body is read. */
function assertThemeAt(request: FastifyRequest, at: ThemeAt): void {
  if (reachOf(request) === null) return
  if (at === 'every') throw new Refusal('client_limited', {})
  if (at === 'path') assertReach(request, (request.params as { id: string }).id)
  if (at === 'query') assertReach(request, firstOf(request.raw.url!).get('themeId') ?? DEFAULT_THEME)
}

/**
 * Admits requests with a method that an address does not support. If only some callers may use the address, only they
 * learn which methods it supports.
 */
export function admissionOfOthers(
  app: FastifyInstance,
  described: Readonly<Partial<Record<Method, Description>>>,
): Admission | undefined {
  const calls = Object.entries(described).map(([method, call]) => ({ method, who: whoOf(call) }))
  if (calls.every(({ who }) => OPEN.has(who))) return undefined
  const gate = gateOf(app)
  for (const keeper of ['steward', 'designer', 'registrar'] as const)
    if (calls.every(({ who }) => who === keeper))
      return async request => await gate.caller(request, ENTITLED[keeper])
  const writes = calls.filter(({ method }) => method !== 'GET')
  const readersSuffice = writes.length > 0 && writes.every(({ who }) => who === 'reader')
  return request => gate.caller(request, readersSuffice ? ENTITLED.reader : entitlementFor(request))
}

function whoOf(described: Description): Who {
  return isPage(described) ? 'anyone' : described.who
}

function gateOf(app: FastifyInstance): Gate {
  if (!app.hasDecorator('gate'))
    throw new Error('a server with calls that not everybody may make needs a gate')
  return app.gate
}
