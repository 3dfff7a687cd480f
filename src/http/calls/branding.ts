import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ThemePath } from '../../core/path.ts'
import { Refusal } from '../../core/refusal.ts'
import { isShown } from '../../core/shown.ts'
import {
  checkWritable,
  DEFAULT_THEME,
  type ThemeConfiguration,
  themeConfiguration,
} from '../../core/theme.ts'
import type { Identity } from '../../identity/identity.ts'
import { fileTag } from '../../pages/pages.ts'
import type { Store, Theme } from '../../store/store.ts'
import type { TenantThemes, Themes, Written } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { mediaType } from '../request/media-type.ts'
import { fileUpload, packageUpload, parts } from '../request/multipart.ts'
import { listPage } from '../request/paging.ts'
import { reachOf } from '../request/reach.ts'
import { queryOf, segmentsAfter } from '../request/target.ts'
import { isUnchanged } from '../request/unchanged.ts'
import { type FormBounds, uploadedForm } from '../request/upload.ts'
import { writingOf } from '../request/writing.ts'
import { keepable } from '../server/kept-answers.ts'
import { FILE, RESET, THEME, THEMES } from './branding-calls.ts'
import { countsOf, soon, tellFindings } from './findings.ts'

const PREFIX = /^\/(?:template\/)?v1\.0\/branding\/themes\//
/** User-Agents of tools that accept only 204 as a success; verifyctl sends the name of its HTTP library. */
const EXPECTS_204 = /^(?:Go-http-client|verifyctl)\//

/** The branding REST API: themes, their files, and the reset. */
export function branding(
  app: FastifyInstance,
  { themes, identity, store, ...bounds }: FormBounds & { themes: Themes; identity: Identity; store: Store },
): void {
  const here = (request: FastifyRequest): TenantThemes => themes.of(request.tenant.id)

  /**
   * A conflict would reveal that another theme has the name, so a limited client cannot rename. The default theme always
   * keeps its name, whatever is sent.
   */
  const assertNameKept = async (request: FastifyRequest, id: string, given?: ThemeConfiguration) => {
    if (reachOf(request) === null || given?.name === undefined || id === DEFAULT_THEME) return
    const { theme } = await here(request).registered(id)
    if (theme.name !== given.name) throw new Refusal('client_limited', {})
  }

  const uploadedPackage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { archive, configuration } = packageUpload(
      parts(request.headers['content-type'], await uploadedForm(request, reply, 'archive', bounds)),
    )
    return {
      archive,
      configuration: configuration === undefined ? undefined : themeConfiguration(configuration),
    }
  }

  resource(app, '/themes', THEMES, {
    async GET(request, reply) {
      const epoch = store.epoch()
      const { page, limit } = listPage(request.raw.url!)
      const { total, themes } = await here(request).list(page, limit, reachOf(request))
      const list = { count: themes.length, limit, page, total, themeRegistrations: themes.map(registration) }
      const body = Buffer.from(JSON.stringify(list))
      keepable(request, epoch, body)
      return reply.type('application/json; charset=utf-8').send(body)
    },
    async POST(request, reply) {
      const upload = await uploadedPackage(request, reply)
      if (upload.archive === undefined) {
        throw new Refusal('upload_malformed', { why: 'The part "files" with the archive is missing.' })
      }
      const written = await here(request).create(upload, writingOf(request))
      reply
        .code(201)
        .header('location', `/v1.0/branding/themes/${written.theme.id}`)
        .header('etag', written.tag)
      await tellChecked(written, reply)
      return answer(written)
    },
  })

  resource(app, '/themes/:id', THEME, {
    async GET(request, reply) {
      const { id } = request.params as { id: string }
      const customizedOnly = flag(request.raw.url!, 'customized_only')
      const archive = await here(request).archive(id, customizedOnly)
      reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept' })
      if (isUnchanged(request, reply, archive.tag)) return reply
      return reply
        .header('content-type', wantsZip(request) ? 'application/zip' : 'application/octet-stream')
        .header('content-disposition', `attachment; filename="${id}.zip"`)
        .header('content-length', archive.size)
        .send(await bodyOf(archive))
    },
    async PUT(request, reply) {
      const { id } = request.params as { id: string }
      checkWritable(id)
      const upload = await uploadedPackage(request, reply)
      if (upload.archive === undefined && upload.configuration === undefined) {
        throw new Refusal('upload_malformed', {
          why: 'The form has neither a part "files" nor a part "configuration".',
        })
      }
      await assertNameKept(request, id, upload.configuration)
      const written = await here(request).replace(id, upload, writingOf(request))
      reply.header('etag', written.tag)
      await tellChecked(written, reply)
      if (request.client?.replaceStatus === 204) {
        return reply.headers(counts(written)).code(204).send()
      }
      const { client, headers, tenant } = request
      if (client !== undefined && EXPECTS_204.test(headers['user-agent'] ?? ''))
        identity.lastUses.misread(tenant.id, client.id)
      reply.code(201)
      return answer(written)
    },
    async DELETE(request, reply) {
      const { id } = request.params as { id: string }
      await here(request).remove(id, writingOf(request))
      return reply.code(204).send()
    },
  })

  resource(app, '/themes/:id/*', FILE, {
    async GET(request, reply) {
      const epoch = store.epoch()
      const { id, path } = fileTarget(request, here(request))
      const info = await here(request).file(id, path)
      reply.header('cache-control', 'private, no-cache')
      if (isUnchanged(request, reply, fileTag(info))) return reply
      const content = await here(request).content(info)
      keepable(request, epoch, content)
      return reply.header('content-type', mediaType(path)).send(content)
    },
    async PUT(request, reply) {
      const { id, path } = fileTarget(request, here(request))
      checkWritable(id)
      const form = await uploadedForm(request, reply, 'file', bounds)
      const file = fileUpload(parts(request.headers['content-type'], form))
      const limit = bounds.limits.file
      if (file.length > limit) throw new Refusal('over_limit', { what: 'file', limit })
      const { tag, checked } = await here(request).writeFile(id, path, file, writingOf(request))
      if (!isShown(path)) reply.header('tabard-never-shown', 1)
      const report = await soon(checked)
      if (report !== undefined)
        tellFindings(
          reply,
          countsOf(report, one => one === path),
        )
      return reply.code(204).header('etag', tag).send()
    },
    async DELETE(request, reply) {
      const { id, path } = fileTarget(request, here(request))
      const tag = await here(request).revertFile(id, path, writingOf(request))
      if (tag !== undefined) reply.header('etag', tag)
      return reply.code(204).send()
    },
  })

  resource(app, '/reset', RESET, {
    async DELETE(request, reply) {
      await here(request).reset(writingOf(request))
      return reply.code(204).send()
    },
  })
}

/** A theme as the branding REST API returns it; without a description, that member is absent. */
function registration({ id, name, description }: Theme): { id: string; name: string; description?: string } {
  return { id, name, ...(description !== null && { description }) }
}

function answer({ theme, ignored, outdated, neverShown, nameIgnored }: Written) {
  return {
    ...registration(theme),
    ...(ignored.length > 0 && { ignored }),
    ...(outdated.length > 0 && { outdated }),
    ...(neverShown.length > 0 && { neverShown }),
    ...(nameIgnored !== undefined && { nameIgnored }),
  }
}

/** Tells how many errors and warnings a theme has after a package; nothing where the linter takes longer. */
async function tellChecked({ checked }: Written, reply: FastifyReply): Promise<void> {
  const report = await soon(checked)
  if (report !== undefined) tellFindings(reply, report.counts)
}

/** What a write ignored, as headers, for an answer without a body. */
function counts({ ignored, outdated, neverShown, nameIgnored }: Written): Record<string, string> {
  const numbers = {
    'tabard-ignored': ignored.length + (nameIgnored === undefined ? 0 : 1),
    'tabard-outdated': outdated.length,
    'tabard-never-shown': neverShown.length,
  }
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, count]) => (count > 0 ? [[name, String(count)]] : [])),
  )
}

function fileTarget(request: FastifyRequest, themes: TenantThemes): { id: string; path: ThemePath } {
  // The id is the one by which the caller was admitted.
  const { id } = request.params as { id: string }
  const [, ...rest] = segmentsAfter(PREFIX, request.raw.url!)
  const name = rest.join('/')
  // A path without a file name, which some clients send: no such file exists.
  if (name === '') throw new Refusal('file_unknown', { path: name })
  const path = themes.path(name.replace(/\/$/, ''))
  if (name.endsWith('/')) throw new Refusal('file_unknown', { path: name })
  return { id, path }
}

function flag(target: string, name: string): boolean {
  const value = queryOf(target, [name]).get(name)
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  throw new Refusal('query_invalid', { parameter: name, problem: 'must be true or false' })
}

async function bodyOf({ body }: Awaited<ReturnType<TenantThemes['archive']>>): Promise<Buffer | Readable> {
  const content = body()
  return content instanceof Promise ? await content : Readable.from(content, { objectMode: false })
}

function wantsZip({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('application/zip') ?? false
}
