import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wantedDays } from '../../core/analytics/days.ts'
import { funnelCsv, funnelOf } from '../../core/analytics/funnel.ts'
import { Refusal } from '../../core/refusal.ts'
import type { AnalyticsGroup, Store } from '../../store/store.ts'
import { resource } from '../description/resource.ts'
import { assertReach, reachOf } from '../request/reach.ts'
import { queryOf } from '../request/target.ts'
import { FUNNEL } from './funnel-calls.ts'

const GROUPS = ['day', 'theme', 'application', 'locale'] as const satisfies AnalyticsGroup[]
const PARAMETERS = ['from', 'to', 'themeId', 'application', 'locale', 'by', 'format']
const CSV = 'text/csv'

/** The funnel of registrations. It identifies nobody, so everybody who may read themes may read it. */
export function funnel(app: FastifyInstance, { store }: { store: Store }): void {
  resource(app, '/analytics/funnel', FUNNEL, {
    async GET(request, reply) {
      const given = queryOf(request.raw.url!, PARAMETERS)
      const days = wantedDays({ from: given.get('from'), to: given.get('to') }, store.now())
      const by = wanted(given, 'by', GROUPS) ?? 'day'
      const format = wanted(given, 'format', ['json', 'csv']) ?? accepted(request)
      const counts = await store.tenant(request.tenant.id).analytics.counts({
        ...days,
        by,
        ...chosen(given, 'themeId', 'theme'),
        ...within(request, given.get('themeId')),
        ...chosen(given, 'application'),
        ...chosen(given, 'locale'),
      })
      const found = funnelOf(counts)
      reply.header('cache-control', 'no-store').header('vary', 'accept')
      if (format === 'json') return { ...days, by, ...found }
      return reply
        .headers({
          'content-type': `${CSV}; charset=utf-8`,
          'content-disposition': `attachment; filename="registrations-by-${by}-${days.from}-${days.to}.csv"`,
        })
        .send(funnelCsv(found, by))
    },
  })
}

/** What an API client that is limited to some themes may count. */
function within(request: FastifyRequest, themeId: string | undefined) {
  if (themeId !== undefined) assertReach(request, themeId)
  const themes = reachOf(request)
  return themes !== null && { themes }
}

function chosen(given: ReadonlyMap<string, string>, parameter: string, column = parameter) {
  const value = given.get(parameter)
  return value !== undefined && { [column]: value }
}

function wanted<T extends string>(
  given: ReadonlyMap<string, string>,
  parameter: string,
  among: readonly T[],
): T | undefined {
  const value = given.get(parameter)
  const found = among.find(candidate => candidate === value)
  if (value !== undefined && found === undefined) {
    const problem = `must be one of ${among.join(', ')}`
    throw new Refusal('query_invalid', { parameter, problem })
  }
  return found
}

function accepted({ headers }: FastifyRequest): 'json' | 'csv' {
  return headers.accept?.split(',').some(range => range.split(';', 1)[0]!.trim() === CSV) ? 'csv' : 'json'
}
