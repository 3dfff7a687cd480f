import { sql } from 'kysely'
import { Refusal } from '../../core/refusal.ts'
import type { AnalyticsCount, AnalyticsGroup, AnalyticsQuery, EventCount, ThemeAnalytics } from '../kept.ts'
import { isStorable } from './rows.ts'
import { refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** What registration pages may do, and the events that were counted on them. */
export interface AnalyticsReads {
  /** What the registration pages of themes may do, by theme. The pages of a missing theme may do nothing. */
  settings(): Promise<Map<string, ThemeAnalytics>>
  /** Ordered by group and event. */
  counts(query: AnalyticsQuery): Promise<AnalyticsCount[]>
}

/** What registration pages may do, and the events that were counted on them, inside a write. */
export interface AnalyticsWrites {
  /** Undefined for a theme without settings. */
  of(theme: string): Promise<ThemeAnalytics | undefined>
  /** Rejects a theme that does not exist. */
  set(theme: string, analytics: ThemeAnalytics): Promise<void>
  /** Adds to the existing counts. */
  count(counts: readonly EventCount[]): Promise<void>
}

/** What the registration pages of themes may send, by theme; a theme without settings is left out. */
async function analytics({ db, tenant }: Scope): Promise<Map<string, ThemeAnalytics>> {
  const rows = await db.selectFrom('theme_analytics').selectAll().where('tenant', '=', tenant).execute()
  return new Map(
    rows.map(({ theme, eval_container, first_party }) => [
      theme,
      { evalFor: eval_container, firstParty: first_party !== 0 },
    ]),
  )
}

/** Stores what a theme may send, replacing the settings before. Rejects a theme that does not exist. */
async function setAnalytics(
  scope: Scope,
  theme: string,
  { evalFor, firstParty }: ThemeAnalytics,
): Promise<void> {
  const values = { eval_container: evalFor, first_party: Number(firstParty) }
  await refusing(
    scope,
    'reference',
    new Refusal('theme_unknown', {}),
    scope.db
      .insertInto('theme_analytics')
      .values({ tenant: scope.tenant, theme, ...values })
      .onConflict(conflict => conflict.columns(['tenant', 'theme']).doUpdateSet(values))
      .execute(),
  )
}

/** Adds to the counts of days. The order is fixed, so that two nodes cannot deadlock. */
async function countEvents({ db, tenant }: Scope, counts: readonly EventCount[]): Promise<void> {
  for (const count of counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    await db
      .insertInto('analytics_days')
      .values({ tenant, ...count })
      .onConflict(conflict =>
        conflict.columns(['tenant', 'day', 'theme', 'application', 'locale', 'event']).doUpdateSet({
          times: sql`analytics_days.times + excluded.times`,
          journeys: sql`analytics_days.journeys + excluded.journeys`,
        }),
      )
      .execute()
  }
}

/** The counts of the requested days, summed by one of their columns. */
async function analyticsCounts(
  { db, tenant }: Scope,
  { from, to, by, theme, application, locale, themes }: AnalyticsQuery,
): Promise<AnalyticsCount[]> {
  if (![from, to, theme, application, locale].every(value => value === undefined || isStorable(value)))
    return []
  if (themes?.length === 0) return []
  let rows = db
    .selectFrom('analytics_days')
    .select(eb => [
      eb.ref(by satisfies AnalyticsGroup).as('group'),
      'event',
      eb.fn.sum<number>('times').as('times'),
      eb.fn.sum<number>('journeys').as('journeys'),
    ])
    .where('tenant', '=', tenant)
    .where('day', '>=', from)
    .where('day', '<=', to)
  for (const [column, value] of [
    ['theme', theme],
    ['application', application],
    ['locale', locale],
  ] as const) {
    if (value !== undefined) rows = rows.where(column, '=', value)
  }
  if (themes !== undefined) rows = rows.where('theme', 'in', themes)
  const found = await rows.groupBy([by, 'event']).orderBy(by).orderBy('event').execute()
  // PostgreSQL returns sums in another type.
  return found.map(row => ({ ...row, times: Number(row.times), journeys: Number(row.journeys) }))
}

function keyOf({ day, theme, application, locale, event }: EventCount): string {
  return [day, theme, application, locale, event].join('\n')
}

export const analyticsReads = shelf<AnalyticsReads>({ settings: analytics, counts: analyticsCounts })

export const analyticsWrites = shelf<AnalyticsWrites>({
  of: async (scope, theme) => (await analytics(scope)).get(theme),
  set: setAnalytics,
  count: countEvents,
})
