import type { ThemeAnalytics } from './calls.ts'

/** What can be edited: the id is kept while the tag manager is off. */
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

/** What is sent: nothing else than switching off takes the container out. */
export function sentOf(
  wanted: Wanted,
  { byHand, container }: ThemeAnalytics,
): Omit<ThemeAnalytics, 'byHand'> {
  const id = wanted.container.trim()
  const kept = byHand ? container : wanted.tagManager && id !== '' ? id : null
  return { container: kept, eval: kept !== null && wanted.eval, firstParty: wanted.firstParty }
}
