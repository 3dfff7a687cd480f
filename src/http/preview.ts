import type { FastifyInstance, FastifyReply } from 'fastify'
import { contradiction } from '../core/asset.ts'
import {
  entryOf,
  isMail,
  type MailEntry,
  type PageEntry,
  sampleRows,
  sampleValues,
} from '../core/catalogue/catalogue.ts'
import { collision, type ThemePath } from '../core/path.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { DEFAULT_THEME } from '../core/theme.ts'
import type { Identity } from '../identity/identity.ts'
import {
  type Audience,
  type Framing,
  isPreview,
  problemsOf,
  sourceMap,
  type TenantThemes,
  type Themes,
} from '../themes/themes.ts'
import { authorOf, type Gate } from './auth.ts'
import { PREVIEW } from './described/own-calls.ts'
import { PAGES } from './described/service-calls.ts'
import { inspectorFor } from './inspector.ts'
import { audienceOf, sendPage } from './pages.ts'
import { resource } from './resource.ts'
import { firstOf } from './target.ts'
import { wholeBody } from './upload.ts'
import type { UploadRoom } from './upload-room.ts'
import { ARRIVALS, titlesIn, type Watching, watcherFor } from './watcher.ts'

const HEAD_BYTES = 64

interface Parts {
  readonly gate: Gate
  readonly identity: Identity
  readonly themes: Themes
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
}

/** Every page in every state and language with sample values; also with files that are not saved yet. */
export function preview(
  app: FastifyInstance,
  { gate, identity, themes, limits, uploadSeconds, uploads }: Parts,
): void {
  app.addHook('onRequest', gate('readTemplates'))

  resource(app, '/preview/:page', PREVIEW, {
    async GET(request, reply) {
      const entry = wantedEntry((request.params as { page: string }).page)
      const query = firstOf(request.raw.url!)
      const audience = await audienceOf(identity, request, query.get('themeId'))
      // On the console's origin no script of a theme may run as a page of it.
      const framing = request.operator === undefined ? undefined : { sandbox: 'allow-scripts' }
      return await sendSample(themes, audience, entry, query.get('state'), framing, reply)
    },
    async POST(request, reply) {
      const entry = wantedEntry((request.params as { page: string }).page)
      const over = new Refusal('over_limit', { what: 'archive', limit: limits.archive })
      const body = await wholeBody(request, reply, {
        bytes: limits.archive,
        seconds: uploadSeconds,
        over,
        room: uploads,
      })
      const { themeId, files } = unsaved(body, themes.of(request.tenant.id), limits)
      if (isPreview(themeId)) throw new Refusal('theme_unknown', {})
      const { theme } = await audienceOf(identity, request, themeId)
      const id = await themes.previews.keep(request.tenant.id, authorOf(request), theme.view.id, files)
      const audience = await audienceOf(identity, request, id)
      const presented = await themes.pages.presented(audience, entry, true)
      const query = new URL(request.raw.url!, 'http://preview').search
      return reply.code(201).send({
        id,
        theme: theme.view.id,
        url: `/preview/${id}/${entry.id}${query}`,
        fallback: presented.fallback ?? null,
        problems: problemsOf(presented),
        elements: sourceMap(presented),
      })
    },
  })
}

/** A preview with unsaved files, for a frame: its id is the key, so that it needs no token. */
export function framedPreview(
  app: FastifyInstance,
  { identity, themes, consoleUrl }: Pick<Parts, 'identity' | 'themes'> & { consoleUrl: () => string },
): void {
  const frame = async (audience: Audience, query: ReadonlyMap<string, string>): Promise<Framing> => {
    const direction = wantedDirection(query.get('direction'))
    const script = query.has('container') ? await watcher(audience, query) : inspector(query)
    return {
      frameAncestors: consoleUrl(),
      sandbox: 'allow-scripts',
      numbered: true,
      ...(direction !== undefined && { direction }),
      ...(script !== undefined && { script }),
    }
  }
  const inspector = (query: ReadonlyMap<string, string>) =>
    query.has('inspect') ? inspectorFor(consoleUrl()) : undefined
  const watcher = async (audience: Audience, query: ReadonlyMap<string, string>) => {
    const arrival = wantedArrival(query.get('container'))
    const { tag } = themes.pages.language(audience)
    const own = query.has('titles') ? [[tag, titlesIn(await themes.pages.words(audience))] as const] : []
    return watcherFor({ consoleUrl: consoleUrl(), arrival, titles: new Map(own) })
  }
  resource(app, '/preview/:id/:page', PAGES.frame, {
    async GET(request, reply) {
      const { id, page } = request.params as { id: string; page: string }
      const audience = await audienceOf(identity, request, id)
      if (!isPreview(audience.theme.view.id)) throw new Refusal('theme_unknown', {})
      const query = firstOf(request.raw.url!)
      const framing = await frame(audience, query)
      return await sendSample(themes, audience, wantedEntry(page), query.get('state'), framing, reply)
    },
  })
}

/** The page or mail of the catalogue with this id. */
export function wantedEntry(id: string): PageEntry | MailEntry {
  const entry = entryOf(id)
  if (entry === undefined) throw new Refusal('page_unknown', {})
  return entry
}

function wantedDirection(direction: string | undefined): Framing['direction'] {
  if (direction === undefined || direction === 'ltr' || direction === 'rtl') return direction
  throw new Refusal('query_invalid', { parameter: 'direction', why: 'it has to be ltr or rtl' })
}

function wantedArrival(arrival: string | undefined): Watching['arrival'] {
  const found = ARRIVALS.find(candidate => candidate === arrival)
  if (found !== undefined) return found
  throw new Refusal('query_invalid', { parameter: 'container', why: 'it has to be after or before' })
}

async function sendSample(
  themes: Themes,
  audience: Audience,
  entry: PageEntry | MailEntry,
  state: string | undefined,
  framing: Framing | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const chosen = state ?? Object.keys(entry.states)[0]!
  if (!Object.hasOwn(entry.states, chosen)) {
    const why = `it has to be one of ${Object.keys(entry.states).join(', ')}`
    throw new Refusal('query_invalid', { parameter: 'state', why })
  }
  const word = await themes.pages.words(audience)
  const values = { macros: sampleValues(entry, chosen, word), repeats: sampleRows(entry, chosen, word) }
  if (isMail(entry) && framing === undefined) {
    const { sender, subject, text } = await themes.pages.mail(audience, entry, values)
    reply.headers({
      'tabard-subject': encodeURIComponent(subject),
      'tabard-sender': encodeURIComponent(sender),
    })
    if (reply.request.headers.accept?.includes('text/plain'))
      return reply.type('text/plain; charset=utf-8').send(text)
  }
  const page = await themes.pages.page(audience, entry, values, framing)
  // The address of a preview is the key to it.
  return sendPage(reply, page, 200, 'no-referrer')
}

/** The body of a preview: which theme, and the files over it, as text or base64. */
function unsaved(
  body: Buffer,
  themes: TenantThemes,
  limits: Limits,
): { themeId: string; files: Map<ThemePath, Buffer> } {
  const given = parsed(body)
  const files = new Map<ThemePath, Buffer>()
  for (const [name, content] of Object.entries(given.files ?? {})) {
    const bytes = contentOf(content)
    if (bytes === undefined) throw malformed('Each of files has to be a text, or an object with base64.')
    if (bytes.length > limits.file)
      throw new Refusal('over_limit', { what: 'file', limit: limits.file, entry: name })
    const path = themes.path(name)
    const expected = contradiction(path, bytes.subarray(0, HEAD_BYTES))
    if (expected !== undefined) throw new Refusal('content_contradicts', { path, expected })
    files.set(path, bytes)
  }
  const clash = collision([], files.keys())
  if (clash !== undefined) throw new Refusal('path_collides', clash)
  return { themeId: typeof given.themeId === 'string' ? given.themeId : DEFAULT_THEME, files }
}

function parsed(body: Buffer): { themeId?: unknown; files?: Record<string, unknown> } {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const { files } = value as { files?: unknown }
      if (files === undefined || (typeof files === 'object' && files !== null && !Array.isArray(files)))
        return value
    }
  } catch {
    // Told below, like every other body that is not what it should be.
  }
  throw malformed(
    'The body has to be JSON such as {"themeId": "default", "files": {"common/page_style.css": "…"}}.',
  )
}

function contentOf(content: unknown): Buffer | undefined {
  if (typeof content === 'string') return Buffer.from(content, 'utf8')
  const { base64 } = (content ?? {}) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
}

function malformed(why: string): Refusal {
  return new Refusal('upload_malformed', { why })
}
