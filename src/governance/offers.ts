import type { TenantStore } from '../store/store.ts'
import type { OfferedApplication } from './request-types.ts'

/** Requests that are looked at for the applications that wait for a decision; nobody can have more open. */
const MOST = 1_000

/** The applications that an account may open or ask for, by name. */
export async function offeredTo(store: TenantStore, account: string): Promise<OfferedApplication[]> {
  const access = Map.groupBy(await store.access.givenTo(account), ({ application }) => application)
  const others = new Set(await store.requests.forOthers())
  const { requests } = await store.requests.list({ open: true, about: account }, { limit: MOST, offset: 0 })
  const mine = requests.filter(({ person, expiresAt }) => person.id === account && expiresAt > store.now())
  const open = new Map(mine.map(({ application, id }) => [application, id]))
  const offers = (await store.applications.list()).map(
    ({ id, name, description, redirects, themeId, access: mode }): OfferedApplication => {
      const given = access.get(id) ?? []
      const isLasting = given.some(({ endsAt }) => endsAt === null)
      const request = open.get(id)
      return {
        application: { id, name, description, redirects, themeId },
        mayUse: mode === 'open' || given.length > 0,
        mayAsk: mode === 'request' && !isLasting && request === undefined,
        mayAskForOthers: mode === 'request' && others.has(id),
        endsAt: isLasting ? null : latest(given.map(({ endsAt }) => endsAt)),
        request,
      }
    },
  )
  return offers.filter(
    ({ mayUse, mayAsk, mayAskForOthers, request }) =>
      mayUse || mayAsk || mayAskForOthers || request !== undefined,
  )
}

function latest(ends: readonly (number | null)[]): number | null {
  return ends.reduce((last, end) => (last === null || (end !== null && end > last) ? end : last), null)
}
