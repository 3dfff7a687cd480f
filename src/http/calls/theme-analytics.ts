import type { FastifyInstance, FastifyRequest } from 'fastify'
import { containerFile, measurementId } from '../../core/analytics/container.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import { DEFAULT_THEME } from '../../core/theme.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import type { AnalyticsWish, Themes } from '../../themes/themes.ts'
import { resource } from '../description/resource.ts'
import { authorOf } from '../request/auth.ts'
import { queryOf } from '../request/target.ts'
import { writingOf } from '../request/writing.ts'
import { designedTitles } from './designed-titles.ts'
import { CONTAINER, THEME_ANALYTICS } from './theme-analytics-calls.ts'

const PARAMETERS = ['measurementId', 'eval', 'locales', 'themeId', 'designed']

/** What the registration pages of themes send, and the container that the tag manager sends it with. */
export function themeAnalytics(
  app: FastifyInstance,
  parts: { themes: Themes; store: Store; identity: Identity },
): void {
  const { themes } = parts
  const here = (request: FastifyRequest) =>
    themes.of(request.tenant.id, { author: authorOf(request) }).measuring
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

  resource(app, '/themes/:id/analytics', THEME_ANALYTICS, {
    async GET(request, reply) {
      reply.header('cache-control', 'private, no-cache')
      return await here(request).state(idOf(request))
    },
    async PUT(request, _, wish: AnalyticsWish) {
      if (Object.keys(wish).length === 0)
        throw invalidValue('The body must have at least one of container, eval and firstParty.')
      return await here(request).set(idOf(request), wish, writingOf(request))
    },
  })

  resource(app, '/analytics/container', CONTAINER, {
    async GET(request, reply) {
      const query = queryOf(request.raw.url!, PARAMETERS)
      const property = measurementId(query.get('measurementId') ?? '')
      const locales = (query.get('locales') ?? '').split(',').filter(text => text.trim() !== '')
      const themeId = query.get('themeId') ?? DEFAULT_THEME
      const titles = await here(request).titles(themeId, locales)
      const own = await designedTitles(parts, request.tenant, themeId, titles)
      const wishes = {
        measurementId: property,
        eval: isTrue(query, 'eval', true),
        titles: new Map([...titles, ...own.titles]),
        own: own.registrations.fields,
        ...(isTrue(query, 'designed', false) && { designed: own.registrations }),
      }
      const { name, text } = containerFile(wishes)
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
