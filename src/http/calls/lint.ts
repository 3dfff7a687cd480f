import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Limits, Refusal } from '../../core/refusal.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { packageUpload, parts } from '../request/multipart.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import type { Turns } from '../request/turns.ts'
import { wholeBody } from '../request/upload.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import { unsavedFiles } from './files-body.ts'
import { LINT, LINT_PACKAGE } from './lint-calls.ts'

/** Of a body with unsaved files. It is parsed on the event loop, where nothing may take long. */
const LARGEST = 4 * 1024 * 1024
/** What a form has beside its archive. */
const FORM_BYTES = 128 * 1024

interface Parts {
  readonly themes: Themes
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
  readonly rates: Rates
  readonly plans: Turns
}

/** Finds mistakes in themes and packages, as `tabard lint` does. */
export function lint(
  app: FastifyInstance,
  { themes, limits, uploadSeconds, uploads, rates, plans }: Parts,
): void {
  const here = (request: FastifyRequest) => themes.of(request.tenant.id, { author: authorOf(request) })
  const bodyOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    bytes: number,
    over: Refusal,
  ): Promise<Buffer> =>
    await wholeBody(request, reply, { bytes, seconds: uploadSeconds, over, room: uploads })
  const inTurn = async <T>(request: FastifyRequest, work: () => Promise<T>) =>
    await plans.take(request.tenant.id, authorOf(request), work)

  resource(app, '/lint', LINT, {
    async POST(request, reply) {
      rates.previews.admit(callerOf(request))
      const most = Math.min(LARGEST, limits.archive)
      const over = new Refusal('over_limit', { what: 'body', limit: most })
      const body = await bodyOf(request, reply, most, over)
      const { themeId, files } = await unsavedFiles(body, here(request), limits)
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
}
