import { RecordKind } from '../../store/store.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import { JOURNEY_MS, type Journey } from '../tenancy/seals.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import type { FlowParts } from './flow-parts.ts'

/** Sign-ins that one browser may have under way at once, past the password. */
const MOST = 5
const SECRET = /^[\w-]{20,60}$/

/** What is kept for a cookie of `held`: the journeys before, by their hashes, and the one that goes on. */
interface Moved {
  readonly from: readonly string[]
  readonly to: Journey
}

const MOVED = new RecordKind<Moved>('FlowMoved')

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
  const secret = newSecret()
  const to = parts.seals.journey({ ...journey, holder: secretHash(secret) })
  const before = await moved(parts, visit, found => found.to.id === journey.id)
  const from = [...(before?.from ?? []), secretHash(journey.id)]
  await parts.store.tenant(visit.tenant.id).records.keep({
    ...MOVED.holding({ from, to }),
    idHash: secretHash(secret),
    owner: null,
    expiresAt: to.startedAt + JOURNEY_MS,
  })
  const answer = await goOn(to)
  // Sign-ins in other tabs go on beside it. One that was planted among them is worth nothing: no journey names it.
  const steps = [secret, ...secretsOf(visit)].slice(0, MOST).join('.')
  return { ...answer, cookies: { ...answer.cookies, steps } }
}

/** Whether a request comes from the browser that gave the proofs of a journey. */
export function isHeld(visit: Visit, { holder }: Journey): boolean {
  return holder === null || secretsOf(visit).some(secret => secretHash(secret) === holder)
}

/** The journey in which the browser goes on that has given its proofs in this one, on a page that is still open. */
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

/** What the cookie holds: a secret for each sign-in that is under way. */
function secretsOf({ steps = '' }: Visit): string[] {
  return steps.split('.', MOST).filter(secret => SECRET.test(secret))
}
