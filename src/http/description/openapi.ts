import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { isFresh, precondition } from '../../core/precondition.ts'
import type { Identity } from '../../identity/identity.ts'
import { sessionName } from '../request/session-name.ts'
import type { CallBook } from './call-book.ts'
import { openApi, type Place } from './described.ts'
import { DESCRIPTION, REFERENCE } from './openapi-calls.ts'
import { reference, STYLE_HASH } from './reference.ts'
import type { Origin } from './refusals.ts'
import { resource } from './resource.ts'

interface Parts {
  readonly identity: Identity
  readonly calls: CallBook
  readonly version: string
}

interface Text {
  readonly body: string
  readonly tag: string
}

const KEPT = 100
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The calls described, for programs and for people. */
export function description(app: FastifyInstance, origin: Origin, { identity, calls, version }: Parts): void {
  const kept = new BoundedCache<string, Text>(KEPT)

  /** Each tenant has addresses of its own. */
  const text = (request: FastifyRequest, kind: string, made: (place: Place) => string): Text => {
    const pagesUrl = identity.tenancy.address(request.tenant)
    const consoleUrl = identity.tenancy.console(request.tenant) ?? ''
    const key = `${kind} ${pagesUrl} ${consoleUrl}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const cookie = sessionName(consoleUrl)
    const body = made({ version, pagesUrl, consoleUrl, cookie })
    const fresh = { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` }
    kept.set(key, fresh)
    return fresh
  }

  const send = (request: FastifyRequest, reply: FastifyReply, type: string, { body, tag }: Text) => {
    reply.header('etag', tag).header('cache-control', 'no-cache')
    if (isFresh(precondition(undefined, request.headers['if-none-match']), tag)) return reply.code(304).send()
    return reply.type(`${type}; charset=utf-8`).send(body)
  }

  resource(app, '/openapi.json', DESCRIPTION, {
    async GET(request, reply) {
      const made = (place: Place) => JSON.stringify(openApi(calls, origin, place))
      return send(request, reply, 'application/json', text(request, 'openapi', made))
    },
  })

  resource(app, '/docs', REFERENCE, {
    async GET(request, reply) {
      const made = (place: Place) => reference(calls, origin, place)
      reply.header('content-security-policy', POLICY)
      return send(request, reply, 'text/html', text(request, 'reference', made))
    },
  })
}
