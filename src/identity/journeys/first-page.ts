import type { Tenant } from '../../store/store.ts'
import type { Answer } from '../surfaces/visit.ts'
import type { NewJourney, Seals } from '../tenancy/seals.ts'

/** The first page with a way to make it again for the next visitor, whose journey begins then. */
export function repeatable(seals: Seals, { id }: Tenant, beginning: NewJourney, first: Answer): Answer {
  if (!('page' in first) || first.page.again === undefined) return first
  const { again } = first.page
  return {
    ...first,
    again(browser) {
      const flow = seals.sealedNow(id, browser, seals.journey(beginning))
      return flow === undefined ? undefined : again(flow)
    },
  }
}
