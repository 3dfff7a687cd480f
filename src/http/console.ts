import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'
import { type Console, cookieValue, type Demo, type Operator } from '../identity/identity.ts'
import { randomText } from '../random.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { bearerGate, type Gate } from './auth.ts'
import { bareApp, chooseTenant } from './bare.ts'
import { branding } from './branding.ts'
import { clients } from './clients.ts'
import { demo } from './demo.ts'
import { CONSOLE_PAGES, SESSION, SIGN_OUT } from './described/console-calls.ts'
import type { AppParts } from './http.ts'
import { mediaType } from './media-type.ts'
import { MESSAGES } from './messages.ts'
import { description } from './openapi.ts'
import { outbox, type PostOffice } from './outbox.ts'
import { own } from './own.ts'
import { resource } from './resource.ts'
import { isSecure, sessionName } from './session-name.ts'
import { firstOf } from './target.ts'
import { setCookie } from './visit.ts'

const BUILT = join(import.meta.dirname, '../../console/dist')
const NONCE = /__NONCE__/g
const KEY_SECONDS = 3600

export interface ConsoleParts extends AppParts {
  readonly console: Console
  readonly demo: Demo
  readonly postOffice: PostOffice
}

/** The console's face: on an origin of its own, which no page of a theme can act on. */
export function createConsoleApp(parts: ConsoleParts): FastifyInstance {
  const { config, identity, console } = parts
  const { limits, uploadSeconds } = config
  const app = bareApp(parts)
  parts.calls.note(app, 'console')
  const gate = operatorGate(parts)
  app.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => await chooseTenant(identity, request, reply))
    signIn(scope, parts, console)
    description(scope, 'console', parts)
    scope.register(async inner => own(inner, { ...parts, gate, limits, uploadSeconds }), {
      prefix: '/v1.0/tabard',
    })
    scope.register(
      async inner => {
        inner.addHook('onRequest', gate())
        applications(inner, parts)
        clients(inner, parts)
        audit(inner, parts)
        demo(inner, parts)
        outbox(inner, parts)
      },
      { prefix: '/v1.0/tabard' },
    )
    scope.register(async inner => branding(inner, { ...parts, gate, limits, uploadSeconds }), {
      prefix: '/v1.0/branding',
    })
    scope.register(async inner => built(inner, parts))
  })
  return app
}

/** By the session of somebody who may use the console, and from its own pages only; a bearer token works here too. */
function operatorGate({ identity, console, consoleUrl }: ConsoleParts): Gate {
  const bearer = bearerGate(identity)
  return always => async request => {
    if (request.headers.authorization !== undefined) return await bearer(always)(request)
    request.operator = await operatorOf(request, console, consoleUrl())
  }
}

async function operatorOf(request: FastifyRequest, console: Console, consoleUrl: string): Promise<Operator> {
  const { origin, 'sec-fetch-site': site } = request.headers
  // A page of a theme stands at another port of the same host: cookies do not tell the two apart, this does.
  const own = origin === undefined ? site === 'same-origin' : origin === consoleUrl
  if (!own) throw new Refusal('origin_foreign', {})
  const session = cookieValue(request.headers.cookie, sessionName(consoleUrl))
  const operator = session && (await console.operator(request.tenant, session))
  if (!operator) throw new Refusal('session_missing', {})
  return operator
}

function signIn(app: FastifyInstance, parts: AppParts, console: Console): void {
  const { identity, consoleUrl, version } = parts

  resource(app, '/session', SESSION, {
    async GET(request) {
      const { account, role } = await operatorOf(request, console, consoleUrl())
      const { userName, givenName, familyName } = account
      const name = [givenName, familyName].filter(part => part !== null).join(' ') || userName
      return { userName, name, role, pagesUrl: identity.tenancy.address(request.tenant), version }
    },
  })

  resource(app, '/signin', CONSOLE_PAGES.signIn, {
    async GET(request, reply) {
      const wanted = firstOf(request.raw.url!).get('to') ?? '/'
      // Within the console, and nowhere else.
      const to = /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) ? wanted : '/'
      const fresh = firstOf(request.raw.url!).has('again')
      const { address, key } = await console.begin(request.tenant, to, fresh)
      setCookie(reply, `${sessionName(consoleUrl())}-begun`, key, isSecure(consoleUrl()), KEY_SECONDS)
      return reply.code(303).header('cache-control', 'no-store').header('location', address).send()
    },
  })

  resource(app, '/callback', CONSOLE_PAGES.callback, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const begun = `${sessionName(consoleUrl())}-begun`
      const key = cookieValue(request.headers.cookie, begun)
      const answer = { code: query.get('code') ?? '', state: query.get('state') ?? '' }
      const done = key === undefined ? 'unknown' : await console.finish(request.tenant, key, answer)
      if (done === 'forbidden') return noAccess(reply)
      reply.code(303).header('cache-control', 'no-store')
      if (done === 'unknown') return reply.header('location', '/signin').send()
      setCookie(reply, begun, '', isSecure(consoleUrl()), 0)
      setCookie(reply, sessionName(consoleUrl()), done.session, isSecure(consoleUrl()))
      return reply.header('location', done.to).send()
    },
  })

  resource(app, '/signout', SIGN_OUT, {
    async POST(request, reply) {
      await operatorOf(request, console, consoleUrl())
      await console.end(request.tenant, cookieValue(request.headers.cookie, sessionName(consoleUrl()))!)
      setCookie(reply, sessionName(consoleUrl()), '', isSecure(consoleUrl()), 0)
      return reply.code(204).send()
    },
  })
}

/** What somebody sees who is signed in, and has no part in the console. */
function noAccess(reply: FastifyReply): FastifyReply {
  const nonce = randomText()
  const { title, text } = MESSAGES.console_forbidden
  return reply
    .code(403)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
    })
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tabard</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  main { max-inline-size: 30rem; margin: 15vh auto; padding: 1rem }
</style>
<main>
  <h1>${title}</h1>
  <p>${text({})}</p>
  <p><a href="/signin?again=1">Sign in with another account</a></p>
</main>
</html>
`)
}

/** The pages of the console, as they were built. */
function built(app: FastifyInstance, { identity }: AppParts): void {
  const index = readText('index.html')
  const assets = new Map<string, Buffer>(
    names('assets').map(name => [`/assets/${name}`, readFileSync(join(BUILT, 'assets', name))]),
  )
  const packed = new Map(
    Array.from(assets, ([path, bytes]) => [path, gzipSync(bytes, { level: 9 })] as const),
  )

  app.get('/assets/*', { config: { described: CONSOLE_PAGES.asset.GET } }, async (request, reply) => {
    const path = request.raw.url!.split('?', 1)[0]!
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const bytes = (gzip ? packed : assets).get(path)
    if (bytes === undefined) throw new Refusal('route_unknown', {})
    if (gzip) reply.header('content-encoding', 'gzip')
    return reply
      .headers({
        'content-type': mediaType(path),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(bytes)
  })

  app.get('/*', { config: { described: CONSOLE_PAGES.index.GET } }, async (request, reply) => {
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
