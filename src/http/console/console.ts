import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip, type ZlibOptions } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import type { Demo } from '../../identity/identity.ts'
import { projectFile } from '../../program.ts'
import { randomText } from '../../random.ts'
import { applications } from '../calls/applications.ts'
import { audit } from '../calls/audit.ts'
import { branding } from '../calls/branding.ts'
import { clients } from '../calls/clients.ts'
import { demo } from '../calls/demo.ts'
import { lintSettingCalls } from '../calls/lint-settings.ts'
import { outbox, type PostOffice } from '../calls/outbox.ts'
import { tabard } from '../calls/tabard.ts'
import { description } from '../description/openapi.ts'
import { mediaType } from '../request/media-type.ts'
import { navigationsOnly } from '../request/navigation.ts'
import type { AppParts } from '../server/app-parts.ts'
import { baseServer, chooseConsole } from '../server/base-server.ts'
import { refusePlanted } from '../server/planted-cookies.ts'
import { CONSOLE_PAGES } from './console-calls.ts'
import { consoleGate } from './console-gate.ts'
import { consoleErrors } from './console-page.ts'
import { consoleSignIn } from './console-sign-in.ts'
import { session } from './session.ts'

const BUILT = projectFile('console/dist')
const gzipOnPool = promisify<Buffer, ZlibOptions, Buffer>(gzip)
const NONCE = /__NONCE__/g
const READ: ReadonlySet<string> = new Set(['GET', 'HEAD'])

export interface ConsoleParts extends AppParts {
  readonly demo: Demo
  readonly postOffice: PostOffice
}

/** The server of the console, on an origin of its own, which no page of a theme can reach. */
export function createConsoleApp(parts: ConsoleParts): FastifyInstance {
  const { identity } = parts
  const app = baseServer(parts, consoleErrors(ICON))
  parts.calls.note(app, 'console')
  app.decorate('gate', consoleGate(identity))
  app.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => await chooseConsole(parts, request, reply))
    description(scope, 'console', parts)
    scope.register(async inner => {
      inner.addHook('onRequest', refusePlanted)
      session(inner, parts)
      consoleSignIn(inner, { identity, icon: ICON })
      calls(inner, parts)
    })
    scope.register(async inner => built(inner, parts))
  })
  return app
}

/** Calls that take a session or a token. */
function calls(app: FastifyInstance, parts: ConsoleParts): void {
  const { limits, uploadSeconds } = parts.config
  app.register(async inner => tabard(inner, { ...parts, limits, uploadSeconds }), {
    prefix: '/v1.0/tabard',
  })
  app.register(
    async inner => {
      applications(inner, parts)
      clients(inner, parts)
      audit(inner, parts)
      demo(inner, parts)
      outbox(inner, parts)
      lintSettingCalls(inner, parts)
    },
    { prefix: '/v1.0/tabard' },
  )
  app.register(async inner => branding(inner, { ...parts, limits, uploadSeconds }), {
    prefix: '/v1.0/branding',
  })
}

/** The pages of the console, as they were built. */
function built(app: FastifyInstance, { identity }: AppParts): void {
  const index = readText('index.html')
  const assets = builtAssets()

  app.get('/assets/*', { config: { described: CONSOLE_PAGES.asset, only: READ } }, async (request, reply) => {
    const path = request.raw.url!.split('?', 1)[0]!
    const asset = assets.get(path)
    if (asset === undefined) throw new Refusal('route_unknown', {})
    const asGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const bytes = asGzip ? await compressed(path, asset) : asset
    if (asGzip) reply.header('content-encoding', 'gzip')
    return reply
      .headers({
        'content-type': mediaType(path),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(bytes)
  })

  app.get('/*', { config: { described: CONSOLE_PAGES.index, only: READ } }, async (request, reply) => {
    // A program would take the page for the answer of a call that does not exist.
    if (request.raw.url!.startsWith('/v1.0/')) throw new Refusal('route_unknown', {})
    await navigationsOnly(request)
    if (index === undefined) throw new Refusal('console_unbuilt', {})
    const nonce = randomText()
    const pages = identity.tenancy.address(request.tenant)
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}' 'strict-dynamic'`,
        `style-src 'nonce-${nonce}' 'self'`,
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        `frame-src 'self' ${pages}`,
        "form-action 'none'",
        "base-uri 'none'",
        `frame-ancestors 'none'`,
      ].join('; '),
    })
    return reply.send(index.replace(NONCE, nonce))
  })
}

// The build does not change while the process runs, which may have several services.
let read: ReadonlyMap<string, Buffer> | undefined
const gzipped = new Map<string, Promise<Buffer>>()

/** The files that the pages of the console load, by their addresses. */
function builtAssets(): ReadonlyMap<string, Buffer> {
  read ??= new Map(
    names('assets').map(name => [`/assets/${name}`, readFileSync(join(BUILT, 'assets', name))]),
  )
  return read
}

/** Each file is compressed when it is first asked for: most starts of the service serve no console. */
function compressed(path: string, bytes: Buffer): Promise<Buffer> {
  const known = gzipped.get(path) ?? gzipOnPool(bytes, { level: 9 })
  gzipped.set(path, known)
  // What failed is tried again.
  known.catch(() => gzipped.delete(path))
  return known
}

/** The address of the icon that the build has a name for. */
const ICON = names('assets')
  .filter(name => /^tabard-.*\.svg$/.test(name))
  .map(name => `/assets/${name}`)[0]

function names(folder: string): string[] {
  try {
    return readdirSync(join(BUILT, folder))
  } catch {
    return []
  }
}

function readText(name: string): string | undefined {
  try {
    return readFileSync(join(BUILT, name), 'utf8')
  } catch {
    return undefined
  }
}
