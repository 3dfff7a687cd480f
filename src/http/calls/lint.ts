import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BoundedCache } from '../../core/bounded-cache.ts'
import { type Limits, Refusal } from '../../core/refusal.ts'
import type { Identity } from '../../identity/identity.ts'
import type { LintReport } from '../../lint/lint.ts'
import type { Themes } from '../../themes/themes.ts'
import { toldRules } from '../description/lint-rules.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { packageUpload, parts } from '../request/multipart.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { assertReach } from '../request/reach.ts'
import type { Turns } from '../request/turns.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { wholeBody } from '../request/upload.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import { checkedFiles } from './files-body.ts'
import { documented } from './findings.ts'
import { LINT, LINT_PACKAGE, LINT_RULES } from './lint-calls.ts'

/** Of a body with unsaved files. It is parsed on the event loop, where nothing may take long. */
const LARGEST = 4 * 1024 * 1024
/** What a form has beside its archive. */
const FORM_BYTES = 128 * 1024
const TOLD = 100

interface Parts {
  readonly themes: Themes
  readonly identity: Identity
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
  readonly rates: Rates
  readonly plans: Turns
}

/** Finds mistakes in themes and packages, as `tabard lint` does. */
export function lint(
  app: FastifyInstance,
  { themes, identity, limits, uploadSeconds, uploads, rates, plans }: Parts,
): void {
  const here = (request: FastifyRequest) => themes.of(request.tenant.id, { author: authorOf(request) })
  const bodyOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    bytes: number,
    over: Refusal,
  ): Promise<Buffer> =>
    await wholeBody(request, reply, { bytes, seconds: uploadSeconds, over, room: uploads })
  const inTurn = async (request: FastifyRequest, work: () => Promise<LintReport>) => {
    const { findings, counts } = await plans.take(request.tenant.id, authorOf(request), work)
    return { findings: documented(identity, request, findings), counts }
  }

  resource(app, '/lint', LINT, {
    async POST(request, reply) {
      rates.previews.admit(callerOf(request))
      const most = Math.min(LARGEST, limits.archive)
      const over = new Refusal('over_limit', { what: 'body', limit: most })
      const body = await bodyOf(request, reply, most, over)
      const { themeId, files } = await checkedFiles(body, here(request), limits)
      assertReach(request, themeId)
      return await inTurn(request, () => here(request).linting.theme(themeId, files))
    },
  })

  resource(app, '/lint/package', LINT_PACKAGE, {
    async POST(request, reply) {
      rates.plans.admit(callerOf(request))
      const over = new Refusal('over_limit', { what: 'archive', limit: limits.archive })
      const body = await bodyOf(request, reply, limits.archive + FORM_BYTES, over)
      const { archive } = packageUpload(parts(request.headers['content-type'], body))
      if (archive === undefined)
        throw new Refusal('upload_malformed', { why: 'The part "files" with the archive is missing.' })
      return await inTurn(request, () => here(request).linting.package(archive))
    },
  })

  /** The rules as JSON, for each address that a tenant has. */
  const told = new BoundedCache<string, { body: string; tag: string }>(TOLD)
  const toldAt = (base: string) => {
    const known = told.get(base)
    if (known !== undefined) return known
    const body = JSON.stringify({ rules: toldRules(base) })
    const fresh = { body, tag: `"${hash('sha256', body, 'base64url')}"` }
    told.set(base, fresh)
    return fresh
  }

  resource(app, '/lint/rules', LINT_RULES, {
    async GET(request, reply) {
      const { body, tag } = toldAt(identity.tenancy.address(request.tenant))
      reply.header('cache-control', 'no-cache')
      if (isUnchanged(request, reply, tag)) return reply
      return reply.type('application/json; charset=utf-8').send(body)
    },
  })
}
