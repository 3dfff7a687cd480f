import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ThemePath } from '../../core/path.ts'
import { Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME, MASTER, themeConfiguration } from '../../core/theme.ts'
import { authorNames, type Identity } from '../../identity/identity.ts'
import { fileTag } from '../../pages/pages.ts'
import type { Revision, Store, Theme } from '../../store/store.ts'
import type { Point, TenantThemes, Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { mediaType } from '../request/media-type.ts'
import { packageUpload, parts } from '../request/multipart.ts'
import { listPage } from '../request/paging.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { reachOf } from '../request/reach.ts'
import { queryOf, segmentsAfter } from '../request/target.ts'
import type { Turns } from '../request/turns.ts'
import { type FormBounds, uploadedForm, wholeBody } from '../request/upload.ts'
import { writingOf } from '../request/writing.ts'
import { changedFiles } from './files-body.ts'
import { countsOf, documented, soon } from './findings.ts'
import {
  CHANGED_FILES,
  COMPARE,
  DETAILS,
  FILE_AT,
  FILES_AT,
  ORIGINAL,
  PLAN,
  RESTORE,
  REVISIONS,
  SUMMARIES,
} from './history-calls.ts'

interface Parts extends FormBounds {
  readonly themes: Themes
  readonly store: Store
  readonly rates: Rates
  readonly plans: Turns
  readonly identity: Identity
}

/** Of a body with several files. It is parsed on the event loop, where nothing may take long. */
const LARGEST_BATCH = 4 * 1024 * 1024
const FILES = /^\/v1\.0\/tabard\/themes\/[^/]+\/revisions\/[^/]+\/files\//

const ORIGINALS = /^\/v1\.0\/tabard\/themes\/[^/]+\/originals\//

/** The history of themes: their files, their revisions, and how to restore one. */
export function history(
  app: FastifyInstance,
  { themes, store, limits, uploadSeconds, uploads, rates, plans, identity }: Parts,
): void {
  const here = (request: FastifyRequest): TenantThemes =>
    themes.of(request.tenant.id, { author: authorOf(request) })

  /** The applications that use each theme. */
  const usersOf = async (request: FastifyRequest) => {
    const users = new Map<string, { id: string; name: string }[]>()
    for (const { id, name, themeId } of await store.tenant(request.tenant.id).applications.list()) {
      const theme = themeId ?? DEFAULT_THEME
      users.set(theme, [...(users.get(theme) ?? []), { id, name }])
    }
    return users
  }

  const namesIn = async (request: FastifyRequest) => await authorNames(store.tenant(request.tenant.id))

  resource(app, '/themes', SUMMARIES, {
    async GET(request) {
      const { page, limit } = listPage(request.raw.url!)
      const { total, themes: found } = await here(request).list(page, limit, reachOf(request))
      const users = await usersOf(request)
      const states = await store.tenant(request.tenant.id).themes.states()
      const nameOf = await namesIn(request)
      const all = found.map(theme => ({
        ...shown(theme),
        updatedBy: states.get(theme.id)?.author ?? null,
        updatedByName: nameOf(states.get(theme.id)?.author),
        customized: states.get(theme.id)?.customized ?? 0,
        applications: users.get(theme.id) ?? [],
      }))
      return { count: found.length, limit, page, total, themes: all }
    },
    async POST(request, reply, { from, ...given }) {
      const configuration = themeConfiguration(JSON.stringify(given))
      const { theme, tag } = await here(request).duplicate(configuration, from, writingOf(request))
      const { id, name, description } = theme
      return reply.code(201).header('etag', tag).send({ id, name, description })
    },
  })

  resource(app, '/themes/:id/plan', PLAN, {
    async POST(request, reply) {
      rates.plans.admit(callerOf(request))
      const { id } = request.params as { id: string }
      const form = await uploadedForm(request, reply, 'archive', { limits, uploadSeconds, uploads })
      const { archive } = packageUpload(parts(request.headers['content-type'], form))
      if (archive === undefined)
        throw new Refusal('upload_malformed', { why: 'The part "files" with the archive is missing.' })
      const { origin } = new URL(identity.tenancy.address(request.tenant))
      const abandoned = () => reply.raw.destroyed
      const { plan, tag } = await plans.take(request.tenant.id, authorOf(request), () =>
        here(request).plan(id, archive, { origin, abandoned }),
      )
      // A change since what the plan looked at is noticed when the package is put.
      if (tag !== undefined) reply.header('etag', tag)
      const { findings } = plan
      return { ...plan, findings: { ...findings, added: documented(identity, request, findings.added) } }
    },
  })

  resource(app, '/themes/:id', DETAILS, {
    async GET(request, reply) {
      const { id } = request.params as { id: string }
      const { theme, tag } = await here(request).registered(id)
      const files = await here(request).history.files(id, theme.revision)
      const [newest] = await here(request).history.revisions(id)
      reply.header('etag', tag).header('cache-control', 'private, no-cache')
      return {
        ...shown(theme),
        updatedBy: newest?.author ?? null,
        updatedByName: (await namesIn(request))(newest?.author),
        customized: files.filter(({ state }) => state !== 'master').length,
        applications: (await usersOf(request)).get(id) ?? [],
        files,
      }
    },
  })

  resource(app, '/themes/:id/files', CHANGED_FILES, {
    async POST(request, reply) {
      const { id } = request.params as { id: string }
      const bytes = Math.min(LARGEST_BATCH, limits.archive)
      const over = new Refusal('over_limit', { what: 'body', limit: bytes })
      const body = await wholeBody(request, reply, { bytes, seconds: uploadSeconds, over, room: uploads })
      const changes = await changedFiles(body, here(request), limits)
      const { revision, tag, tags, checked } = await here(request).writeFiles(id, changes, writingOf(request))
      const report = await soon(checked)
      const isChanged = (file: string) => changes.get(file as ThemePath)?.bytes !== undefined
      reply.header('etag', tag)
      return {
        revision,
        etags: Object.fromEntries(tags),
        ...(report !== undefined && { findings: countsOf(report, isChanged) }),
      }
    },
  })

  resource(app, '/themes/:id/revisions', REVISIONS, {
    async GET(request) {
      const { id } = request.params as { id: string }
      const revisions = await here(request).history.revisions(id)
      const nameOf = await namesIn(request)
      return { revisions: revisions.map(revision => shownRevision(revision, nameOf(revision.author))) }
    },
  })

  resource(app, '/themes/:id/revisions/:revision/files', FILES_AT, {
    async GET(request) {
      const { id, revision } = request.params as { id: string; revision: string }
      return { files: await here(request).history.files(id, pointOf(revision)) }
    },
  })

  resource(app, '/themes/:id/revisions/:revision/files/*', FILE_AT, {
    async GET(request, reply) {
      const { id, revision } = request.params as { id: string; revision: string }
      const path = here(request).path(segmentsAfter(FILES, request.raw.url!).join('/'))
      const info = await here(request).history.file(id, pointOf(revision), path)
      reply.header('etag', fileTag(info)).header('content-type', mediaType(path))
      return reply.send(await here(request).content(info))
    },
  })

  resource(app, '/themes/:id/originals/*', ORIGINAL, {
    async GET(request, reply) {
      const { id } = request.params as { id: string }
      const path = here(request).path(segmentsAfter(ORIGINALS, request.raw.url!).join('/'))
      const info = await here(request).history.original(id, path)
      reply.header('etag', fileTag(info)).header('content-type', mediaType(path))
      return reply.send(await here(request).content(info))
    },
  })

  resource(app, '/themes/:id/compare', COMPARE, {
    async GET(request) {
      const { id } = request.params as { id: string }
      const query = queryOf(request.raw.url!, ['from', 'to'])
      const from = pointOf(query.get('from') ?? MASTER)
      const to = pointOf(query.get('to') ?? MASTER)
      return { differences: await here(request).history.compare(id, from, to) }
    },
  })

  resource(app, '/themes/:id/restore', RESTORE, {
    async POST(request, reply, { revision, path }) {
      const { id } = request.params as { id: string }
      const at = pointOf(String(revision))
      const file = path === undefined ? undefined : here(request).path(path)
      const tag = await here(request).history.restore(id, at, file, writingOf(request))
      return reply.code(204).header('etag', tag).send()
    },
  })
}

function pointOf(text: string): Point {
  if (text === MASTER) return MASTER
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new Refusal('query_invalid', { parameter: 'revision', problem: 'must be a number, or master' })
}

function shown({ id, name, description, revision, updatedAt }: Theme) {
  return { id, name, description, revision, updatedAt: new Date(updatedAt).toISOString() }
}

function shownRevision({ at, master: _, ...revision }: Revision, authorName: string | null) {
  return { ...revision, at: new Date(at).toISOString(), authorName }
}
