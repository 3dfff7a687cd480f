import type { FastifyInstance, FastifyRequest } from 'fastify'
import { containerFile, measurementId } from '../../core/analytics/container.ts'
import { wordedWishes } from '../../core/analytics/designed-wishes.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import { flowsOf } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import type { AnalyticsWish, Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { queryOf } from '../request/target.ts'
import { writingOf } from '../request/writing.ts'
import { CONTAINER, THEME_ANALYTICS } from './theme-analytics-calls.ts'

const PARAMETERS = ['measurementId', 'eval', 'locales', 'themeId', 'designed']

/** What the registration pages of themes send, and the container that the tag manager sends it with. */
export function themeAnalytics(
  app: FastifyInstance,
  { themes, store }: { readonly themes: Themes; readonly store: Store },
): void {
  const here = (request: FastifyRequest) =>
    themes.of(request.tenant.id, { author: authorOf(request) }).measuring
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  resource(app, '/themes/:id/analytics', THEME_ANALYTICS, {
    async GET(request, reply) {
      reply.header('cache-control', 'private, no-cache')
      return await here(request).state(idOf(request))
    },
    async PUT(request, reply, wish: AnalyticsWish) {
      if (Object.keys(wish).length === 0)
        throw invalidValue('The body must have at least one of container, eval and firstParty.')
      const { state, tag } = await here(request).set(idOf(request), wish, writingOf(request))
      reply.header('etag', tag)
      return state
    },
  })

  resource(app, '/analytics/container', CONTAINER, {
    async GET(request, reply) {
      const query = queryOf(request.raw.url!, PARAMETERS)
      const property = measurementId(query.get('measurementId') ?? '')
      const locales = (query.get('locales') ?? '').split(',').filter(text => text.trim() !== '')
      const themeId = query.get('themeId') ?? DEFAULT_THEME
      const measuring = here(request)
      const words = {
        english: await measuring.words(themeId, ['en']),
        asked: await measuring.words(themeId, locales),
      }
      const flows = await flowsOf(store.tenant(request.tenant.id))
      const { name, text } = containerFile({
        measurementId: property,
        eval: isTrue(query, 'eval', true),
        ...wordedWishes(flows, words, isTrue(query, 'designed', false)),
      })
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        })
        .send(text)
    },
  })
}

function isTrue(query: ReadonlyMap<string, string>, parameter: string, usual: boolean): boolean {
  const text = query.get(parameter) ?? String(usual)
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Refusal('query_invalid', { parameter, problem: 'must be true or false' })
}
