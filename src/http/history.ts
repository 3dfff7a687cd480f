import type { FastifyInstance, FastifyRequest } from 'fastify'
import { precondition } from '../core/precondition.ts'
import { Refusal } from '../core/refusal.ts'
import { MASTER } from '../core/theme.ts'
import type { Revision, Theme } from '../store/store.ts'
import { fileTag, type Point, type TenantThemes, type Themes } from '../themes/themes.ts'
import { authorOf } from './auth.ts'
import { jsonBody } from './json.ts'
import { mediaType } from './media-type.ts'
import { listPage } from './paging.ts'
import { resource } from './resource.ts'
import { queryOf, segmentsAfter } from './target.ts'

const FILES = /^\/v1\.0\/tabard\/themes\/[^/]+\/revisions\/[^/]+\/files\//

/** How themes came to be: what is in them, their revisions, and the way back. */
export function history(app: FastifyInstance, { themes }: { themes: Themes }): void {
  const here = (request: FastifyRequest): TenantThemes => themes.of(request.tenant.id)

  resource(app, '/themes', {
    async GET(request) {
      const { page, limit } = listPage(request.raw.url!)
      const { total, themes: found } = await here(request).list(page, limit)
      return { count: found.length, limit, page, total, themes: found.map(shown) }
    },
  })

  resource(app, '/themes/:id', {
    async GET(request, reply) {
      const { id } = request.params as { id: string }
      const { theme, tag } = await here(request).registered(id)
      const files = await here(request).history.files(id, theme.revision)
      reply.header('etag', tag).header('cache-control', 'private, no-cache')
      return { ...shown(theme), files }
    },
  })

  resource(app, '/themes/:id/revisions', {
    async GET(request) {
      const { id } = request.params as { id: string }
      return { revisions: (await here(request).history.revisions(id)).map(shownRevision) }
    },
  })

  resource(app, '/themes/:id/revisions/:revision/files', {
    async GET(request) {
      const { id, revision } = request.params as { id: string; revision: string }
      return { files: await here(request).history.files(id, pointOf(revision)) }
    },
  })

  resource(app, '/themes/:id/revisions/:revision/files/*', {
    async GET(request, reply) {
      const { id, revision } = request.params as { id: string; revision: string }
      const path = here(request).path(segmentsAfter(FILES, request.raw.url!).join('/'))
      const info = await here(request).history.file(id, pointOf(revision), path)
      reply.header('etag', fileTag(info)).header('content-type', mediaType(path))
      return reply.send(await here(request).content(info))
    },
  })

  resource(app, '/themes/:id/compare', {
    async GET(request) {
      const { id } = request.params as { id: string }
      const query = queryOf(request.raw.url!, ['from', 'to'])
      const from = pointOf(query.get('from') ?? MASTER)
      const to = pointOf(query.get('to') ?? MASTER)
      return { differences: await here(request).history.compare(id, from, to) }
    },
  })

  resource(app, '/themes/:id/restore', {
    async POST(request, reply) {
      const { id } = request.params as { id: string }
      const { revision, path } = await jsonBody(request, reply)
      const at = pointOf(String(revision ?? ''))
      if (path !== undefined && typeof path !== 'string')
        throw new Refusal('value_invalid', { what: 'path', why: 'it has to be a text' })
      const file = path === undefined ? undefined : here(request).path(path)
      const tag = await here(request).history.restore(id, at, file, {
        author: authorOf(request),
        precondition: precondition(request.headers['if-match'], request.headers['if-none-match']),
      })
      return reply.code(204).header('etag', tag).send()
    },
  })
}

function pointOf(text: string): Point {
  if (text === MASTER) return MASTER
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new Refusal('query_invalid', { parameter: 'revision', why: 'it has to be a number, or master' })
}

function shown({ id, name, description, revision, updatedAt }: Theme) {
  return { id, name, description, revision, updatedAt: new Date(updatedAt).toISOString() }
}

function shownRevision({ revision, at, author, cause, changes }: Revision) {
  return { revision, at: new Date(at).toISOString(), author, cause, changes }
}
