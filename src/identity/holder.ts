import type { Journey, Seals } from './seals.ts'
import { newSecret, secretHash } from './secrets.ts'
import type { Answer, Visit } from './visit.ts'

/**
 * Goes on after a proof in a new journey, under an address that nobody knows who knew the one before. With the first proof
 * the browser also gets a new cookie: the one that flows are bound to from the start may have been planted there by
 * somebody who opened the same page and waits for the password.
 */
export async function held(
  seals: Seals,
  journey: Journey,
  goOn: (journey: Journey) => Promise<Answer>,
): Promise<Answer> {
  if (journey.holder !== null) return await goOn(seals.journey(journey))
  const steps = newSecret()
  const answer = await goOn(seals.journey({ ...journey, holder: secretHash(steps) }))
  return { ...answer, cookies: { ...answer.cookies, steps } }
}

/** Whether a request comes from the browser that gave the proofs of a journey. */
export function isHeld({ steps }: Visit, { holder }: Journey): boolean {
  return holder === null || (steps !== undefined && secretHash(steps) === holder)
}
