import type { TestService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

export const REGISTRATION = '/flows/?reference=registration'
export const COLLECT = '/v1.0/tabard/analytics/collect'
export const FUNNEL = '/v1.0/tabard/analytics/funnel'

interface Figures {
  readonly steps: readonly EventFigures[]
  readonly fields: readonly EventFigures[]
  readonly designed: readonly EventFigures[]
}

interface EventFigures {
  readonly event: string
  readonly times: number
  readonly journeys: number
  readonly dropOff: number | null
}

export interface FunnelAnswer {
  readonly from: string
  readonly to: string
  readonly by: string
  readonly total: Figures
  readonly groups: readonly ({ readonly group: string } & Figures)[]
}

/** Times and journeys by event. */
export function countedBy({
  steps,
  fields,
  designed,
}: Figures): Record<string, readonly [times: number, journeys: number]> {
  return Object.fromEntries(
    [...steps, ...fields, ...designed].map(({ event, times, journeys }) => [
      event,
      [times, journeys] as const,
    ]),
  )
}

/** The script that sends the events of a page, and its ticket; undefined where it has none. */
export function senderOn({ html }: { html: string }): { src: string; ticket: string } | undefined {
  const [, src, ticket] =
    /<script defer nonce="[\w-]+" src="([^"]+)" data-ticket="([^"]+)"[^>]*>/.exec(html) ?? []
  return src === undefined ? undefined : { src: src.replaceAll('&amp;', '&'), ticket: ticket! }
}

/** Switches on or off that the pages of a theme send their events to the service. */
export async function switched(service: TestService, theme: string, firstParty: boolean): Promise<void> {
  await mainStore(service).write(tx => tx.analytics.set(theme, { evalFor: null, firstParty }))
}
