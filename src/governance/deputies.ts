import { endOf } from '../core/access.ts'
import { invalidValue } from '../core/refusal.ts'
import { accountOf } from '../identity/identity.ts'
import type { Deputy, TenantStore } from '../store/store.ts'
import { record, type Steward } from './steward.ts'

const DAY = 86_400_000

/** Who decides in place of whom, and when. */
export interface NewDeputy {
  /** The approver, by id or user name. */
  readonly account: string
  readonly deputy: string
  /** The first day, or an instant; now where it is left out. */
  readonly from?: string | undefined
  /** The last day, or an instant. */
  readonly until: string
}

/** Lets somebody decide about requests while an approver is away. */
export async function addDeputy(
  store: TenantStore,
  { account: given, deputy: standing, from, until }: NewDeputy,
  by: Steward,
): Promise<Deputy> {
  const [away, deputy] = [await accountOf(store, given), await accountOf(store, standing)]
  if (away.id === deputy.id) throw invalidValue('Nobody can be their own deputy.')
  const fromAt = from === undefined ? store.now() : beginOf(from)
  const untilAt = endOf(until)
  if (fromAt === undefined || untilAt === undefined)
    throw invalidValue('Give dates such as 2027-01-31, or instants such as 2027-01-31T18:00:00Z.')
  if (untilAt <= store.now()) throw invalidValue(`The end must be in the future; ${until} has passed.`)
  if (untilAt <= fromAt) throw invalidValue('The end must come after the beginning.')
  const made: Deputy = { id: store.newId(), account: away.id, deputy: deputy.id, fromAt, untilAt }
  await store.write(async tx => {
    await tx.deciders.dropPast()
    await tx.deciders.addDeputy(made)
    const time = { from: new Date(fromAt).toISOString(), until: new Date(untilAt).toISOString() }
    await record(tx, by, 'deputy-added', { account: away.id, details: { deputy: deputy.id, ...time } })
  })
  return made
}

/** Ends the time of a deputy. */
export async function removeDeputy(store: TenantStore, id: string, by: Steward): Promise<Deputy> {
  return await store.write(async tx => {
    const gone = await tx.deciders.removeDeputy(id)
    if (gone === undefined) throw invalidValue(`No deputy has the id ${JSON.stringify(id)}.`)
    await record(tx, by, 'deputy-removed', { account: gone.account, details: { deputy: gone.deputy } })
    return gone
  })
}

/** A date begins with its first moment, where an end comes with its last one. */
function beginOf(given: string): number | undefined {
  const end = endOf(given)
  return end === undefined || given.includes('T') ? end : end - DAY
}
