import type { FastifyInstance, FastifyReply } from 'fastify'
import { entryOf, isMail, type MailEntry, type PageEntry } from '../../core/catalogue/catalogue.ts'
import { type Limits, Refusal } from '../../core/refusal.ts'
import { shortened, urlComponent } from '../../core/text.ts'
import type { Identity } from '../../identity/identity.ts'
import { type Audience, type Framing, sampled, whyMaster } from '../../pages/pages.ts'
import { isPreview, type Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { audienceOf, authorsView } from '../pages/pages.ts'
import { authorOf } from '../request/auth.ts'
import { sendPage } from '../request/page-answer.ts'
import { callerOf, type Rates } from '../request/rate.ts'
import { assertReach } from '../request/reach.ts'
import { firstOf } from '../request/target.ts'
import { Turns } from '../request/turns.ts'
import { wholeBody } from '../request/upload.ts'
import type { UploadRoom } from '../request/upload-room.ts'
import { inspectorFor } from '../scripts/inspector.ts'
import { ARRIVALS, titlesIn, type Watching, watcherFor } from '../scripts/watcher.ts'
import { unsavedFiles } from './files-body.ts'
import { FRAMED_PREVIEW, PREVIEW } from './preview-calls.ts'

/** Of a body. It is parsed on the event loop, where nothing may take long. */
const LARGEST = 4 * 1024 * 1024
/** Every this many bytes of a preview count as one more preview. */
const BYTES_EACH = 128 * 1024
/** Large bodies are read one after the other; the limit for uploads bounds how many wait. */
const LARGE_ONES = { atOnce: 1, waiting: Infinity, waitingOfGroup: Infinity, waitingOfMember: Infinity }
/** Of a subject and a sender: together they stay below what clients take as headers. */
const HEADER_LENGTH = 200

interface Parts {
  readonly identity: Identity
  readonly themes: Themes
  readonly limits: Limits
  readonly uploadSeconds: number
  readonly uploads: UploadRoom
  readonly rates: Rates
}

/** Every page in every state and language with sample values; also with files that are not saved yet. */
export function preview(
  app: FastifyInstance,
  { identity, themes, limits, uploadSeconds, uploads, rates }: Parts,
): void {
  const large = new Turns(LARGE_ONES)
  resource(app, '/preview/:page', PREVIEW, {
    async GET(request, reply) {
      rates.samples.admit(callerOf(request))
      const entry = wantedEntry((request.params as { page: string }).page)
      const query = firstOf(request.raw.url!)
      const audience = await authorsView(identity, request, query.get('themeId'))
      // On the console's origin no script of a theme may run as a page of it.
      const framing = request.operator === undefined ? undefined : { sandbox: 'allow-scripts' }
      return await sendSample(themes, audience, entry, query.get('state'), framing, reply)
    },
    async POST(request, reply) {
      rates.previews.admit(callerOf(request))
      const entry = wantedEntry((request.params as { page: string }).page)
      const bytes = Math.min(LARGEST, limits.archive)
      const over = new Refusal('over_limit', { what: 'body', limit: bytes })
      const body = await wholeBody(request, reply, { bytes, seconds: uploadSeconds, over, room: uploads })
      rates.previews.spend(callerOf(request), Math.floor(body.length / BYTES_EACH))
      const keep = async () => {
        const { themeId, files } = await unsavedFiles(body, themes.of(request.tenant.id), limits)
        if (isPreview(themeId)) throw new Refusal('theme_unknown', {})
        assertReach(request, themeId)
        const { theme } = await authorsView(identity, request, themeId)
        const id = await themes.previews.keep(request.tenant.id, authorOf(request), theme.view.id, files)
        return { id, theme }
      }
      const { id, theme } =
        body.length < BYTES_EACH ? await keep() : await large.take(request.tenant.id, callerOf(request), keep)
      const audience = await authorsView(identity, request, id)
      const presented = await themes.pages.presented(
        audience,
        entry,
        true,
        await sampled(themes.pages.languages, audience, entry),
      )
      const query = new URL(request.raw.url!, 'http://preview').search
      return reply.code(201).send({
        id,
        theme: theme.view.id,
        url: `/preview/${id}/${entry.id}${query}`,
        fallback: whyMaster(presented) ?? null,
        problems: [...presented.problems, ...(await themes.pages.languages.faults(audience))],
        elements: presented.elements,
      })
    },
  })
}

/** A preview with unsaved files, for a frame: its id is the key, so that it needs no token. */
export function framedPreview(
  app: FastifyInstance,
  { identity, themes, rates }: Pick<Parts, 'identity' | 'themes' | 'rates'>,
): void {
  const frame = async (
    consoleUrl: string,
    audience: Audience,
    query: ReadonlyMap<string, string>,
  ): Promise<Framing> => {
    const direction = wantedDirection(query.get('direction'))
    const script = query.has('container')
      ? await watcher(consoleUrl, audience, query)
      : inspector(consoleUrl, query)
    return {
      frameAncestors: consoleUrl,
      sandbox: 'allow-scripts',
      numbered: true,
      ...(direction !== undefined && { direction }),
      ...(script !== undefined && { script }),
    }
  }
  const inspector = (consoleUrl: string, query: ReadonlyMap<string, string>) =>
    query.has('inspect') ? inspectorFor(consoleUrl) : undefined
  const watcher = async (consoleUrl: string, audience: Audience, query: ReadonlyMap<string, string>) => {
    const arrival = wantedArrival(query.get('container'))
    const { tag } = themes.pages.languages.of(audience)
    const own = query.has('titles')
      ? [[tag, titlesIn(await themes.pages.languages.words(audience))] as const]
      : []
    return watcherFor({ consoleUrl, arrival, titles: new Map(own) })
  }
  resource(app, '/preview/:id/:page', FRAMED_PREVIEW, {
    async GET(request, reply) {
      const { id, page } = request.params as { id: string; page: string }
      const found = await audienceOf(identity, request, id)
      const { view } = found.theme
      if (!isPreview(view.id)) throw new Refusal('theme_unknown', {})
      // Its frames count as work of its author.
      const audience = { ...found, customer: { author: view.author ?? view.id } }
      rates.frames.admit(`${request.tenant.id} ${id}`)
      const query = firstOf(request.raw.url!)
      const consoleUrl = identity.tenancy.console(request.tenant)
      // Frames are shown in a console, and nowhere else.
      if (consoleUrl === undefined) throw new Refusal('console_missing', {})
      const framing = await frame(consoleUrl, audience, query)
      return await sendSample(themes, audience, wantedEntry(page), query.get('state'), framing, reply)
    },
  })
}

/** The page or mail of the catalogue with this id. */
export function wantedEntry(id: string): PageEntry | MailEntry {
  const entry = entryOf(id)
  if (entry === undefined) throw new Refusal('page_unknown', { kind: 'page or mail', id })
  return entry
}

/** The direction that a frame asks for. */
export function wantedDirection(direction: string | undefined): Framing['direction'] {
  if (direction === undefined || direction === 'ltr' || direction === 'rtl') return direction
  throw new Refusal('query_invalid', { parameter: 'direction', problem: 'must be ltr or rtl' })
}

function wantedArrival(arrival: string | undefined): Watching['arrival'] {
  const found = ARRIVALS.find(candidate => candidate === arrival)
  if (found !== undefined) return found
  throw new Refusal('query_invalid', { parameter: 'container', problem: 'must be after or before' })
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
    const problem = `must be one of ${Object.keys(entry.states).join(', ')}`
    throw new Refusal('query_invalid', { parameter: 'state', problem })
  }
  const values = await sampled(themes.pages.languages, audience, entry, chosen)
  if (isMail(entry) && framing === undefined) {
    const { sender, subject, text } = await themes.pages.mail(audience, entry, values)
    reply.headers({
      'tabard-subject': urlComponent(shortened(subject, HEADER_LENGTH)),
      'tabard-sender': urlComponent(shortened(sender, HEADER_LENGTH)),
    })
    if (reply.request.headers.accept?.includes('text/plain'))
      return reply.type('text/plain; charset=utf-8').send(text)
  }
  const page = await themes.pages.page(audience, entry, values, framing)
  // The address of a preview is its secret.
  return sendPage(reply, page, 200, 'no-referrer')
}
