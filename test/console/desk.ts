import assert from 'node:assert/strict'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { enrolledResident, type Resident, resident, type Stage } from '../journeys/steps.ts'
import { consoleCall, consolePerson } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'

export const SESSION = 'tabard-console'
export const STEP = 'tabard-console-step'

/** Somebody with a role in the console, and PASSWORD. */
export async function operatorAt(
  stage: Stage,
  how: { temporary?: boolean; role?: 'administrator' | 'themeDeveloper' } = {},
): Promise<Resident> {
  const who = await resident(stage, {}, { temporary: how.temporary ?? false })
  return await givenRole(stage, who, how.role)
}

/** The same with an authenticator app. */
export async function enrolledOperator(stage: Stage, recoveryCodes: readonly string[] = []) {
  const who = await enrolledResident(stage, recoveryCodes)
  await givenRole(stage, who)
  return who
}

async function givenRole(
  { store }: Stage,
  who: Resident,
  role: 'administrator' | 'themeDeveloper' = 'administrator',
): Promise<Resident> {
  await store.write(tx => tx.accounts.update(who.id, { [role]: true }))
  return who
}

/** Opens the sign-in page of the console, and gives a password there. */
export async function signInAt(
  stage: Stage,
  { userName }: Pick<Resident, 'userName'>,
  { password = PASSWORD, person = consolePerson(stage.service), to = '/session' } = {},
): Promise<Person> {
  const page = await person.visit(`/signin?again=1&to=${encodeURIComponent(to)}`)
  assert.equal(page.heading, 'Sign in')
  await person.submit({ username: userName, password })
  return person
}

/** Whether somebody's browser has a session of the console. */
export async function isIn(stage: Stage, person: Person): Promise<boolean> {
  const answer = await consoleCall(stage.service, person.cookies(), 'GET', '/session')
  assert.ok(answer.status === 200 || answer.status === 401, String(answer.status))
  return answer.status === 200
}

/** What is wrong, as the page says it. */
export function problemOn({ alert }: Shown): string {
  return alert
}

/** Lets time pass for a session of the console. */
export async function letPass(
  { store }: Stage,
  person: Person,
  milliseconds: { readonly idle?: number; readonly since?: number },
): Promise<void> {
  const record = await store.records.get('OperatorSession', secretHash(person.cookie(SESSION)!))
  assert.ok(record, 'there is a session')
  const kept = JSON.parse(record.payload) as { startedAt: number; seenAt: number }
  const { idle = 0, since = 0 } = milliseconds
  const moved = { ...kept, startedAt: kept.startedAt - since, seenAt: kept.seenAt - idle }
  await store.write(tx => tx.records.keep({ ...record, payload: JSON.stringify(moved) }))
}

/** When a session was last seen. */
export async function seenAt({ store }: Stage, person: Person): Promise<number> {
  const record = await store.records.get('OperatorSession', secretHash(person.cookie(SESSION)!))
  return (JSON.parse(record!.payload) as { seenAt: number }).seenAt
}

/** Sessions of the console that began and ended, the first one first: why each ended, and from where. */
export async function sessionsOf({ store }: Stage, { id }: Pick<Resident, 'id'>): Promise<string[]> {
  const entries = await store.audit.list({ limit: 1_000, account: id })
  return entries
    .filter(({ event }) => event.startsWith('console-session-'))
    .map(({ event, details, address }) =>
      event === 'console-session-begun'
        ? `begun ${details.proofs} ${address}`
        : `ended ${details.why} ${address}`,
    )
    .reverse()
}
