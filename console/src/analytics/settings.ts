import type { AnalyticsWish, ThemeAnalytics } from './calls.ts'

/** The settings as edited. The container id is kept while the tag manager is off. */
export interface Wanted {
  readonly tagManager: boolean
  readonly container: string
  readonly eval: boolean
  readonly firstParty: boolean
}

/** The settings as they are now. */
export function wantedOf(state: ThemeAnalytics): Wanted {
  const { container, byHand, eval: evaluates, firstParty } = state
  return {
    tagManager: byHand || container !== null,
    container: container ?? '',
    eval: evaluates,
    firstParty,
  }
}

/** The changed settings to send. Nothing else is sent, so that files change only if their container does. */
export function sentOf(wanted: Wanted, state: ThemeAnalytics): AnalyticsWish {
  const id = wanted.container.trim()
  const container = state.byHand ? state.container : wanted.tagManager && id !== '' ? id : null
  const evaluates = container !== null && wanted.eval
  const moved = container !== state.container
  return {
    ...(moved && { container }),
    ...((moved || evaluates !== state.eval) && { eval: evaluates }),
    ...(wanted.firstParty !== state.firstParty && { firstParty: wanted.firstParty }),
  }
}
