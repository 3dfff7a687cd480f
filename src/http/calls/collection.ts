import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stepTitles } from '../../core/analytics/designed-wishes.ts'
import { COLLECTION_PATH } from '../../core/collection-path.ts'
import { DEFAULT_LOCALE, languageTag } from '../../core/locale.ts'
import { Refusal } from '../../core/refusal.ts'
import { type Identity, SCRIPT_PATH } from '../../identity/identity.ts'
import type { Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { Aside } from '../request/aside.ts'
import { firstOf } from '../request/target.ts'
import { wholeBody } from '../request/upload.ts'
import { declines } from '../request/wish.ts'
import { collectionScript } from '../scripts/collection-script.ts'
import { COLLECT, COLLECTION_SCRIPT } from './collection-calls.ts'

const LARGEST = 4 * 1024
/** Created once, because allocations are most of the cost of a batch. */
const BOUNDS = {
  bytes: LARGEST,
  seconds: 5,
  over: new Refusal('over_limit', { what: 'body', limit: LARGEST }),
}
/** The content types that browsers send by themselves, and that other clients send. */
const TYPES = ['text/plain', 'application/json']

type Snapshot = NonNullable<Awaited<ReturnType<Themes['view']>>>

/** Receives the events of registration pages, and serves the script that sends them. No token is needed. */
export function collection(
  app: FastifyInstance,
  { identity, themes }: { identity: Identity; themes: Themes },
): void {
  const { analytics, surfaces } = identity
  const scripts = new WeakMap<Snapshot, Map<string, string>>()
  const aside = new Aside()

  const scriptFor = async (request: FastifyRequest, view: Snapshot, locale: string): Promise<string> => {
    const known = scripts.get(view) ?? new Map<string, string>()
    scripts.set(view, known)
    let script = known.get(locale)
    if (script === undefined) {
      const { measuring } = themes.of(request.tenant.id)
      script = collectionScript(stepTitles(await measuring.words(view.id, [languageTag(locale)])))
      known.set(locale, script)
    }
    return script
  }

  resource(app, SCRIPT_PATH, COLLECTION_SCRIPT, {
    async GET(request, reply) {
      const query = firstOf(request.raw.url!)
      const tenant = request.tenant.id
      const view = await themes.view(tenant, query.get('themeId') ?? '')
      if (view === undefined || !(await surfaces.analytics(tenant, view.id)).firstParty)
        throw new Refusal('theme_unknown', {})
      const asked = query.get('locale') ?? DEFAULT_LOCALE
      const locale = view.locales.has(asked) ? asked : DEFAULT_LOCALE
      const current = locale === asked && analytics.isCurrent(view.generation, query.get('v'))
      return reply
        .headers({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': current ? 'public, max-age=31536000, immutable' : 'public, no-cache',
        })
        .send(await scriptFor(request, view, locale))
    },
  })

  const bodyOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    try {
      const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
      if (type === undefined || !TYPES.includes(type))
        throw new Refusal('upload_type', { expected: TYPES.join(' or ') })
      return (await wholeBody(request, reply, BOUNDS)).toString('utf8')
    } catch (error) {
      analytics.note('malformed')
      throw error
    }
  }

  resource(app, COLLECTION_PATH, COLLECT, {
    async POST(request, reply) {
      if (declines(request)) analytics.note('declined')
      else {
        analytics.admit(request.ip)
        // The script does not look at the answer, but somebody waits for each page.
        await aside.turn()
        await analytics.collect(request.tenant, await bodyOf(request, reply))
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  })
}
