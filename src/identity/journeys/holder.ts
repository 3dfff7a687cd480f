import { type Account, RecordKind } from '../../store/store.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { JOURNEY_MS, type Journey } from '../tenancy/seals.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import type { FlowParts } from './flow-parts.ts'

/** How many sign-ins one browser may have in progress past the password. */
const MOST = 5
const SECRET = /^[\w-]{20,60}$/

/** The record for a secret in the cookie: the hashes of the earlier journeys, and the journey that continues. */
interface Moved {
  readonly from: readonly string[]
  readonly to: Journey
}

const MOVED = new RecordKind<Moved>('FlowMoved')

/**
 * After the first proof, continues in a new journey and with a new cookie. Somebody may have planted the cookie that
 * flows are bound to from the start, and wait for the password. They could know that cookie and the earlier URL, but
 * not the new ones.
 */
export async function held(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
  goOn: (journey: Journey) => Promise<Answer>,
): Promise<Answer> {
  if (journey.holder !== null) return await goOn(journey)
  const secret = newSecret()
  const begun = parts.seals.journey({ ...journey, holder: secretHash(secret) })
  const to = await parts.flows.afterSignOut(visit.tenant, visit.browser, begun)
  const before = await moved(parts, visit, found => found.to.id === journey.id)
  const from = [...(before?.from ?? []), secretHash(journey.id)]
  await parts.store.tenant(visit.tenant.id).records.keep({
    ...MOVED.holding({ from, to }),
    idHash: secretHash(secret),
    owner: null,
    expiresAt: to.startedAt + JOURNEY_MS,
  })
  const answer = await goOn(to)
  // Sign-ins in other tabs stay valid. A planted secret among them has no effect, because no journey names it.
  const steps = [secret, ...secretsOf(visit)].slice(0, MOST).join('.')
  return { ...answer, cookies: { ...answer.cookies, steps } }
}

/**
 * The journey after a password, without the holder that it has from another person's proof. That person may have
 * returned to the password page, and planted their cookies. A person who took too long keeps the holder, and so the key
 * of an app that they may already have scanned.
 */
export async function released(
  { flows }: FlowParts,
  { tenant }: Visit,
  journey: Journey,
  { id }: Account,
): Promise<Journey> {
  if (journey.holder === null) return journey
  const state = await flows.state(tenant, journey)
  const isOwn = state !== undefined && state !== 'ended' && 'account' in state && state.account === id
  return isOwn ? journey : { ...journey, holder: null }
}

/** Whether a request comes from the browser that gave the proofs of a journey. */
export function isHeld(visit: Visit, { holder }: Journey): boolean {
  return holder === null || secretsOf(visit).some(secret => secretHash(secret) === holder)
}

/** The journey that continues this one after its first proof, for a page of this one that is still open. */
export async function movedOn(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
): Promise<Journey | undefined> {
  if (journey.kind !== 'sign-in') return undefined
  const before = secretHash(journey.id)
  return (await moved(parts, visit, ({ from }) => from.includes(before)))?.to
}

async function moved(
  { store }: FlowParts,
  visit: Visit,
  isWanted: (moved: Moved) => boolean,
): Promise<Moved | undefined> {
  for (const secret of secretsOf(visit)) {
    const record = await store.tenant(visit.tenant.id).records.get(MOVED.name, secretHash(secret))
    const found = record && MOVED.heldIn(record)
    if (found !== undefined && isWanted(found)) return found
  }
  return undefined
}

/** The secrets in the cookie, one for each sign-in in progress. */
function secretsOf({ steps = '' }: Visit): string[] {
  return steps.split('.', MOST).filter(secret => SECRET.test(secret))
}
