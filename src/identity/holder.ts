import type { FlowParts } from './parts.ts'
import { JOURNEY_MS, type Journey } from './seals.ts'
import { newSecret, secretHash } from './secrets.ts'
import type { Answer, Visit } from './visit.ts'

const MOVED = 'FlowMoved'

/** What is kept for a cookie of `held`: the journeys before, by their hashes, and the one that goes on. */
interface Moved {
  readonly from: readonly string[]
  readonly to: Journey
}

/**
 * Goes on after the first proof in a new journey and with a new cookie. The address before it, and the cookie that flows
 * are bound to from the start, may be known to somebody who planted that cookie and waits for the password.
 */
export async function held(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
  goOn: (journey: Journey) => Promise<Answer>,
): Promise<Answer> {
  if (journey.holder !== null) return await goOn(journey)
  const steps = newSecret()
  const to = parts.seals.journey({ ...journey, holder: secretHash(steps) })
  const before = await moved(parts, visit)
  const from = [...(before?.to.id === journey.id ? before.from : []), secretHash(journey.id)]
  await parts.store.tenant(visit.tenant.id).keepShortLived({
    kind: MOVED,
    idHash: secretHash(steps),
    owner: null,
    payload: JSON.stringify({ from, to } satisfies Moved),
    expiresAt: to.startedAt + JOURNEY_MS,
  })
  const answer = await goOn(to)
  return { ...answer, cookies: { ...answer.cookies, steps } }
}

/** Whether a request comes from the browser that gave the proofs of a journey. */
export function isHeld({ steps }: Visit, { holder }: Journey): boolean {
  return holder === null || (steps !== undefined && secretHash(steps) === holder)
}

/** The journey in which the browser goes on that has given its proofs in this one, on a page that is still open. */
export async function movedOn(
  parts: FlowParts,
  visit: Visit,
  journey: Journey,
): Promise<Journey | undefined> {
  if (journey.kind !== 'sign-in') return undefined
  const found = await moved(parts, visit)
  return found?.from.includes(secretHash(journey.id)) ? found.to : undefined
}

async function moved({ store }: FlowParts, { tenant, steps }: Visit): Promise<Moved | undefined> {
  if (steps === undefined) return undefined
  const record = await store.tenant(tenant.id).shortLived(MOVED, secretHash(steps))
  return record && (JSON.parse(record.payload) as Moved)
}
