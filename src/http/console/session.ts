import type { FastifyInstance } from 'fastify'
import { CONSOLE_PATHS, type Identity } from '../../identity/identity.ts'
import { resource } from '../description/resource.ts'
import { operatorIn } from '../request/auth.ts'
import { clearCookie, readCookie } from './console-cookies.ts'
import { SESSION, SIGN_OUT } from './session-calls.ts'

/** Who is signed in to the console, and signing out. */
export function session(
  app: FastifyInstance,
  { identity, version }: { identity: Identity; version: string },
): void {
  resource(app, '/session', SESSION, {
    async GET(request) {
      const { account, role } = operatorIn(request)
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
      const held = readCookie(request, 'session')
      if (held !== undefined) await identity.console.signOut(request.tenant, held, request.ip)
      for (const cookie of ['session', 'step'] as const) clearCookie(reply, cookie)
      return reply.code(204).send()
    },
  })
}
