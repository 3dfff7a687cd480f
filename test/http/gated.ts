import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { configFrom } from '../../src/config.ts'
import type { Entitlement } from '../../src/core/entitlement.ts'
import type { RefusalCode } from '../../src/core/refusal.ts'
import { consoleGate } from '../../src/http/console/console-gate.ts'
import type { Description, Method } from '../../src/http/description/call.ts'
import { resource } from '../../src/http/description/resource.ts'
import { actorIn, authorOf, bearerGate } from '../../src/http/request/auth.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { baseServer, chooseConsole, chooseTenant } from '../../src/http/server/base-server.ts'
import { logDestination } from '../../src/log.ts'
import { operatorOf } from '../support/console.ts'
import { identityOf } from '../support/identity.ts'
import { packageOf } from '../support/packages.ts'
import { testService } from '../support/service.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

export type Headers = Readonly<Record<string, string>>
export type Calls = Readonly<Partial<Record<Method, Description>>>

/** Who calls: programs by what their tokens are entitled to, and pages in the browsers of people. */
export const PROGRAMS = ['none', 'reader', 'writer', 'steward', 'registrar', 'limited'] as const
export const PEOPLE = ['page', 'foreign', 'developer', 'administrator'] as const
export type Caller = (typeof PROGRAMS)[number] | (typeof PEOPLE)[number] | 'nobody'

/** What came of a call: who made it, or why it was refused. */
export interface Told {
  readonly outcome: 'admitted' | RefusalCode
  readonly text: string
  readonly author?: string
  readonly actor?: unknown
}

/** Servers with calls of a test behind the gates of the service. */
export interface Gated {
  /** The theme of the caller who is limited to one. */
  readonly themeId: string
  readonly callers: Readonly<Record<Caller, Headers>>
  /** The ids of those who can be told apart by their id. */
  readonly ids: Readonly<Record<'writer' | 'developer' | 'limited', string>>
  /** Makes a call on the server that has these, at `/call` unless they are given another address. */
  ask(where: 'pages' | 'console', calls: Calls, asked: Asked): Promise<Told>
  stop(): Promise<void>
}

export interface Asked {
  readonly method?: string
  readonly headers?: Headers
  readonly route?: string
  readonly at?: string
}

/** Starts a service, and gives each caller a token or a session of it. `limited` may do everything with one theme. */
export async function gatedService(): Promise<Gated> {
  const service = await testService('SQLite')
  const identity = await identityOf(service)
  const config = configFrom({})
  const parts = {
    config,
    identity,
    logLevel: 'silent',
    logDestination: logDestination(config, process.stdout),
    newRequestId: randomUUID,
    tls: undefined,
    shed: undefined,
    stopping: () => false,
  }
  const { consoleUrl } = service.service
  const bearing = async (...entitlements: Entitlement[]) => await clientToken(service, entitlements)
  const withToken = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  const [none, reader, writer, steward, registrar] = await Promise.all([
    bearing(),
    bearing('readTemplates'),
    bearing('manageTemplates'),
    bearing('manageAccess'),
    bearing('manageSources'),
  ])
  const themeId = await service.createTheme('Own', packageOf({ 'common/page_style.css': 'a{}' }))
  const limited = await clientToken(service, ['manageTemplates'], { themes: [themeId] })
  // No call makes such a client; the gate does not rely on that.
  const entitlements = ['manageTemplates', 'manageAccess'] as const
  await mainStore(service).write(tx => tx.clients.update(limited.id, { entitlements }))
  const developer = await operatorOf(service, 'developer')
  const administrator = await operatorOf(service, 'administrator')

  /** A server with a bare face: its gate, its errors, and the calls of a test. */
  const serverOf = (where: 'pages' | 'console', calls: Calls, route: string): FastifyInstance => {
    const app = baseServer(parts)
    app.decorate('gate', where === 'pages' ? bearerGate(identity) : consoleGate(identity))
    const choose = where === 'pages' ? chooseTenant : chooseConsole
    app.addHook('onRequest', async (request, reply) => await choose(parts, request, reply))
    const handler = async (request: Parameters<typeof authorOf>[0]) => ({
      ...((request.client ?? request.operator) && { author: authorOf(request) }),
      ...(request.operator && { actor: actorIn(request) }),
    })
    resource(app, route, calls, Object.fromEntries(Object.keys(calls).map(method => [method, handler])))
    return app
  }

  /** The servers by their calls: most are asked by one caller after the other. */
  const servers = { pages: new Map<Calls, FastifyInstance>(), console: new Map<Calls, FastifyInstance>() }
  const served = (where: 'pages' | 'console', calls: Calls, route: string) => {
    const app = servers[where].get(calls) ?? serverOf(where, calls, route)
    servers[where].set(calls, app)
    return app
  }

  return {
    themeId,
    callers: {
      nobody: {},
      none: withToken(none),
      reader: withToken(reader),
      writer: withToken(writer),
      steward: withToken(steward),
      registrar: withToken(registrar),
      limited: withToken(limited),
      page: { origin: consoleUrl },
      foreign: { origin: 'https://evil.example', cookie: administrator.cookie },
      developer: { origin: consoleUrl, cookie: developer.cookie },
      administrator: { origin: consoleUrl, cookie: administrator.cookie },
    },
    ids: { writer: writer.id, limited: limited.id, developer: developer.id },
    async ask(where, calls, { method = 'GET', headers = {}, route = '/call', at = route }) {
      const app = served(where, calls, route)
      const { host } = new URL(where === 'pages' ? service.url : consoleUrl)
      const answer = await app.inject({ method: method as 'GET', url: at, headers: { host, ...headers } })
      if (answer.statusCode === 200)
        return { outcome: 'admitted', text: '', ...(method !== 'HEAD' && answer.json<object>()) }
      const { messageId, messageDescription } = answer.json<{
        messageId: string
        messageDescription: string
      }>()
      return { outcome: codeOf(messageId), text: messageDescription }
    },
    async stop() {
      for (const apps of Object.values(servers)) for (const app of apps.values()) await app.close()
      await identity.lastUses.stop()
      await service.stop()
    },
  }
}

function codeOf(messageId: string): RefusalCode {
  const codes = Object.keys(MESSAGES) as RefusalCode[]
  return codes.find(code => MESSAGES[code].id === messageId)!
}
