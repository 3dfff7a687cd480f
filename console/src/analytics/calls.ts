import { sendJson } from '../api.ts'
import { refresh } from '../resource.ts'
import { themePlace, themeResource, themesChanged } from '../themes/calls.ts'

const OWN = '/v1.0/tabard/analytics'

/** What the registration pages of a theme send, and where to. */
export interface ThemeAnalytics {
  /** The container that they carry. */
  readonly container: string | null
  /** Whether a person put it there, and not the service. */
  readonly byHand: boolean
  /** Whether the tag manager may evaluate text as script. */
  readonly eval: boolean
  /** Whether they tell the service what happens on them. */
  readonly firstParty: boolean
}

/** What of a theme its analytics depend on. */
export interface MeasuredTheme {
  readonly id: string
  readonly files: readonly { readonly path: string }[]
}

export interface EventFigures {
  readonly event: string
  readonly times: number
  readonly journeys: number
  /** The share that was lost against the step before, of fields against the start; null without one. */
  readonly dropOff: number | null
}

export interface Figures {
  readonly steps: readonly EventFigures[]
  readonly fields: readonly EventFigures[]
}

export interface Funnel {
  readonly from: string
  readonly to: string
  readonly by: GroupKind
  readonly total: Figures
  readonly groups: readonly ({ readonly group: string } & Figures)[]
}

export type GroupKind = 'day' | 'theme' | 'application' | 'locale'

/** Which registrations are counted; what is absent is not narrowed, and an empty application is none. */
export interface FunnelQuery {
  readonly from: string
  readonly to: string
  readonly by: GroupKind
  readonly themeId?: string | undefined
  readonly application?: string | undefined
  readonly locale?: string | undefined
}

/** Where a walk through the registration of a theme is watched. */
export function walkPlace(id: string): string {
  return `${themePlace(id)}/debug`
}

export function analyticsResource(id: string): string {
  return `${themeResource(id)}/analytics`
}

/** What is to change; what is absent stays as it is. */
export type AnalyticsWish = Partial<Omit<ThemeAnalytics, 'byHand'>>

export async function setAnalytics(id: string, wanted: AnalyticsWish): Promise<void> {
  await sendJson('PUT', analyticsResource(id), wanted)
  await Promise.all([themesChanged(), refresh('/v1.0/tabard/explain')])
}

/** How the registration page of a theme comes to be. */
export function explainResource(id: string): string {
  return `/v1.0/tabard/explain?${new URLSearchParams({ page: 'registration', themeId: id })}`
}

interface ContainerWish {
  readonly measurementId: string
  readonly eval: boolean
  readonly locales: readonly string[]
  readonly themeId: string
}

/** Where the container for the tag manager is downloaded. */
export function containerAddress({
  measurementId,
  locales,
  themeId,
  eval: evaluates,
}: ContainerWish): string {
  const query = new URLSearchParams({ measurementId, eval: String(evaluates), themeId })
  if (locales.length > 0) query.set('locales', locales.join(','))
  return `${OWN}/container?${query}`
}

export function funnelResource(query: FunnelQuery, format?: 'csv' | 'json'): string {
  const given = Object.entries({ ...query, format }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return `${OWN}/funnel?${new URLSearchParams(given)}`
}
