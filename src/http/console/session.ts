import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { CONSOLE_PATHS, type Identity, type Operator } from '../../identity/identity.ts'
import { resource } from '../description/resource.ts'
import { isOwn } from '../request/own-origin.ts'
import { clearCookie, readCookie } from './console-cookies.ts'
import { SESSION, SIGN_OUT } from './session-calls.ts'

/** Marks a call that the console makes by itself, such as looking whether a mail was sent: nobody is at work. */
const BACKGROUND = 'tabard-background'

/** Who is signed in to the console, and signing out. */
export function session(
  app: FastifyInstance,
  { identity, version }: { identity: Identity; version: string },
): void {
  resource(app, '/session', SESSION, {
    async GET(request) {
      const { account, role } = await operatorOf(request, identity)
      const { userName, givenName, familyName } = account
      const name = [givenName, familyName].filter(part => part !== null).join(' ') || userName
      const { tenancy, surfaces, consoleSignIns } = identity
      const pages = {
        pagesUrl: tenancy.address(request.tenant),
        scripts: surfaces.runsScripts(request.tenant),
      }
      const draftKeys = await consoleSignIns.draftKeys(request.tenant, account)
      return { userName, name, role, ...pages, version, draftKeys }
    },
  })

  resource(app, CONSOLE_PATHS.signOut, SIGN_OUT, {
    async POST(request, reply) {
      if (!isOwn(request)) throw new Refusal('origin_foreign', {})
      const held = readCookie(request, 'session')
      if (held !== undefined) await identity.console.signOut(request.tenant, held, request.ip)
      for (const cookie of ['session', 'step'] as const) clearCookie(reply, cookie)
      return reply.code(204).send()
    },
  })
}

/** Who works in the console: the session of a request that the console's own pages sent. */
export async function operatorOf(request: FastifyRequest, identity: Identity): Promise<Operator> {
  if (!isOwn(request)) throw new Refusal('origin_foreign', {})
  const held = readCookie(request, 'session')
  const attended = request.headers[BACKGROUND] === undefined
  const operator = held && (await identity.console.operator(request.tenant, held, attended))
  if (!operator) throw new Refusal('session_missing', {})
  return operator
}
