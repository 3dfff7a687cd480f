import { sendJson } from '../api.ts'
import { refresh } from '../resource.ts'
import { themePlace, themeResource, themesChanged } from '../themes/calls.ts'
import type { AnalyticsWish, Funnel } from '../wire.ts'

export type { AnalyticsWish, Funnel, ThemeAnalytics } from '../wire.ts'

const OWN = '/v1.0/tabard/analytics'

/** The properties of a theme that its analytics need. */
export interface MeasuredTheme {
  readonly id: string
  readonly files: readonly { readonly path: string }[]
}

export type Figures = Funnel['total']
export type EventFigures = Figures['steps'][number]
export type GroupKind = Funnel['by']

/**
 * Selects registrations to count. Absent properties do not restrict; an empty application means registrations without
 * one.
 */
export interface FunnelQuery {
  readonly from: string
  readonly to: string
  readonly by: GroupKind
  readonly themeId?: string | undefined
  readonly application?: string | undefined
  readonly locale?: string | undefined
}

/** The screen for a test walk through the registration of a theme. */
export function walkPlace(id: string): string {
  return `${themePlace(id)}/debug`
}

export function analyticsResource(id: string): string {
  return `${themeResource(id)}/analytics`
}

export async function setAnalytics(id: string, wanted: AnalyticsWish): Promise<void> {
  await sendJson('PUT', analyticsResource(id), wanted)
  await Promise.all([themesChanged(), refresh('/v1.0/tabard/explain')])
}

/** The API path that explains how a theme's registration page is made. */
export function explainResource(id: string): string {
  return `/v1.0/tabard/explain?${new URLSearchParams({ page: 'registration', themeId: id })}`
}

interface ContainerWish {
  readonly measurementId: string
  readonly eval: boolean
  readonly locales: readonly string[]
  readonly themeId: string
  /** Whether the steps and fields of custom registrations also have events. */
  readonly designed: boolean
}

/** The download URL of the container for the tag manager. */
export function containerAddress({
  measurementId,
  locales,
  themeId,
  eval: evaluates,
  designed,
}: ContainerWish): string {
  const query = new URLSearchParams({ measurementId, eval: String(evaluates), themeId })
  if (designed) query.set('designed', 'true')
  if (locales.length > 0) query.set('locales', locales.join(','))
  return `${OWN}/container?${query}`
}

export function funnelResource(query: FunnelQuery, format?: 'csv' | 'json'): string {
  const given = Object.entries({ ...query, format }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return `${OWN}/funnel?${new URLSearchParams(given)}`
}
