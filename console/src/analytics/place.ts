import { useLocation } from 'wouter'
import { useQuery } from '../parts/query.ts'
import type { FunnelQuery, GroupKind } from './calls.ts'

/** What the screen shows, as stored in its URL. */
export interface FunnelPlace {
  readonly days: number
  readonly by: GroupKind
  readonly themeId: string | undefined
  readonly application: string | undefined
  readonly locale: string | undefined
  /** The theme to compare with. */
  readonly other: string | undefined
}

export const RANGES = [7, 30, 90, 365]
export const GROUPS: readonly { value: GroupKind; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'theme', label: 'Theme' },
  { value: 'application', label: 'Application' },
  { value: 'locale', label: 'Language' },
]
const USUAL_DAYS = 30
const DAY_MS = 86_400_000

/** What the screen shows, and a function to change it. */
export function useFunnelPlace(): [FunnelPlace, (some: Partial<FunnelPlace>) => void] {
  const [, navigate] = useLocation()
  const query = useQuery()
  const given = (name: string) => query.get(name) ?? undefined
  const place: FunnelPlace = {
    days: RANGES.find(days => String(days) === given('days')) ?? USUAL_DAYS,
    by: GROUPS.find(({ value }) => value === given('by'))?.value ?? 'day',
    themeId: given('theme'),
    application: given('application'),
    locale: given('locale'),
    other: given('with'),
  }
  return [place, some => navigate(addressOf({ ...place, ...some }), { replace: true })]
}

function addressOf({ days, by, themeId, application, locale, other }: FunnelPlace): string {
  const query = Object.entries({
    days: days === USUAL_DAYS ? undefined : String(days),
    by: by === 'day' ? undefined : by,
    theme: themeId,
    application,
    locale,
    with: other,
  }).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return query.length === 0 ? '/analytics' : `/analytics?${new URLSearchParams(query)}`
}

/** The query for a place. Days are in UTC, as the service counts them. */
export function queryOf({ days, by, themeId, application, locale }: FunnelPlace): FunnelQuery {
  const to = dayOf(Date.now())
  return { from: dayOf(Date.now() - (days - 1) * DAY_MS), to, by, themeId, application, locale }
}

/** Every day from one to another. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayOf(Date.parse(from) + index * DAY_MS))
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
