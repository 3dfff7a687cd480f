import assert from 'node:assert/strict'
import { FIRST_TENANT, SIGN_IN } from '../../src/identity/identity.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { Seals } from '../../src/identity/tenancy/seals.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  alterFlow,
  appCode,
  application,
  assertRefused,
  assertSentBack,
  browser,
  codeIn,
  enrolledResident,
  eventsOf,
  expireCode,
  flowOf,
  forgetTries,
  type Ground,
  isSignedIn,
  letAskAgain,
  mailTo,
  otherThan,
  post,
  type Resident,
  resident,
  type Stage,
  sessionSet,
  signIn,
} from './steps.ts'

const WRONG = 'The code is incorrect.'
const TRIES = 'Too many wrong codes. Please ask for a new one.'
const EXPIRED = 'The code is no longer valid. Please ask for a new one.'

/** Somebody in front of the page that asks for a mailed code, and the code. */
export async function askedForCode(
  stage: Ground,
  who: Resident,
  address?: string,
): Promise<{ person: Person; code: string }> {
  const person = browser(stage)
  await person.visit(address ?? (await application(stage, { secondFactor: true })).address)
  const page = await person.submit({ username: who.userName, password: PASSWORD })
  assert.equal(page.heading, 'Confirm that it is you')
  return { person, code: codeIn(await mailTo(stage, who.userName, 'Your one-time code')) }
}

/** Types a code. */
export async function typed(person: Person, code: string) {
  return await person.submit({ 'otp.user.otp': code })
}

/** A code can be guessed five times, and the codes of an account ten times before it has to wait. */
export async function fewGuesses(stage: Ground): Promise<void> {
  const who = await resident(stage)
  const { address } = await application(stage, { secondFactor: true })
  const flows = [
    await askedForCode(stage, who, address),
    await askedForCode(stage, who, address),
    await askedForCode(stage, who, address),
  ] as const
  const [{ person, code }, second, third] = flows
  for (let guess = 1; guess < 5; guess++) assert.equal((await typed(person, otherThan(code))).alert, WRONG)
  assert.equal((await typed(person, otherThan(code))).alert, TRIES)
  assert.equal((await typed(person, code)).alert, TRIES)
  for (let guess = 1; guess < 5; guess++)
    await post(second.person, { 'otp.user.otp': otherThan(second.code) })
  // Ten tries so far: even the right code of another sign-in has to wait.
  assert.equal(
    (await typed(third.person, third.code)).alert,
    'Too many attempts. Please wait 60 minutes and try again.',
  )

  await letAskAgain(stage, person)
  await person.submit({}, { button: 'Send a new code' })
  const another = codeIn(await mailTo(stage, who.userName, 'Your one-time code'))
  await forgetTries(stage)
  await typed(person, another)
  assertSentBack(person)
}

/** Guesses that are sent at once are all counted. */
export async function guessesAtOnce(stage: Ground): Promise<void> {
  const who = await resident(stage)
  const { person, code } = await askedForCode(stage, who)
  await Promise.all(
    Array.from({ length: 30 }, (_, more) =>
      // The same form sent twice would count once.
      post(person, { 'otp.user.otp': otherThan(String(Number(code) + more)) }).then(a => a.text()),
    ),
  )
  const refused = (await eventsOf(stage, who)).filter(event => event === 'code-refused')
  assert.ok(refused.length <= 10, `${refused.length}`)
  assert.notEqual((await typed(person, code)).alert, '')
  assert.equal(person.cookie('tabard-session'), undefined)
}

/** The right code, sent fifty times at once, signs in once. */
export async function rightCodeAtOnce(stage: Ground): Promise<void> {
  const who = await resident(stage)
  const { person, code } = await askedForCode(stage, who)
  const form = person.shown!.forms[0]!
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(person, { 'otp.user.otp': code })))
  assert.equal(new Set(answers.map(sessionSet).filter(session => session !== undefined)).size, 1)
  const done = (await eventsOf(stage, who)).filter(event => event === 'signed-in')
  assert.equal(done.length, 1)
  for (const answer of answers) assert.ok([303, 403].includes(answer.status), `${answer.status}`)
  assert.equal(await isSignedIn(person), true)
  // The flow has ended, whatever came after the one that ended it.
  await assertRefused(await person.send('POST', form.action, { ...form.fields, 'otp.user.otp': `${code} ` }))
}

/** A code that was used is worth nothing, here or elsewhere. */
export async function usedCode(stage: Ground): Promise<void> {
  const who = await resident(stage)
  const { address } = await application(stage, { secondFactor: true })
  const { person, code } = await askedForCode(stage, who, address)
  const form = person.shown!.forms[0]!
  await typed(person, code)
  assertSentBack(person)
  // The same form again is answered like the first time: it begins nothing new.
  const twice = await person.send('POST', form.action, { ...form.fields, 'otp.user.otp': code })
  assert.equal(sessionSet(twice), person.cookie('tabard-session'))
  await assertRefused(await person.send('POST', form.action, { ...form.fields, 'otp.user.otp': `${code} ` }))
  const again = await askedForCode(stage, who, address)
  assert.notEqual(again.code, code)
  assert.equal((await typed(again.person, code)).alert, WRONG)
}

/** A code belongs to the sign-in that it was sent for. */
export async function codeOfAnotherFlow(stage: Ground): Promise<void> {
  const who = await resident(stage)
  const { address } = await application(stage, { secondFactor: true })
  const one = await askedForCode(stage, who, address)
  const two = await askedForCode(stage, who, address)
  assert.notEqual(one.code, two.code)
  assert.equal((await typed(one.person, two.code)).alert, WRONG)
  assert.equal((await typed(two.person, one.code)).alert, WRONG)
  await typed(one.person, one.code)
  assertSentBack(one.person)
}

/** A code ends at the time that was kept with it. */
export async function expiredCode(stage: Ground): Promise<void> {
  const { person, code } = await askedForCode(stage, await resident(stage))
  await expireCode(stage, person)
  const page = await typed(person, code)
  assert.equal(page.alert, EXPIRED)
  assert.match(page.html, /valid for 1 minute\./)
}

/** A clock that is moved forwards or back moves no code and loses no flow. */
export async function movedClock(stage: Stage): Promise<void> {
  const { person, code } = await askedForCode(stage, await resident(stage))
  stage.stopClock()
  const moved = (by: number) =>
    alterFlow(stage, person, ({ challenge }) => ({
      challenge: { ...challenge, expiresAt: stage.store.now() + by, againAt: stage.store.now() + by },
    }))
  try {
    await moved(-90_000)
    assert.equal((await typed(person, code)).alert, EXPIRED)
    await moved(90_000)
    assert.match((await person.submit({}, { button: 'Send a new code' })).alert, /wait (?:8\d|90) seconds/)
    await typed(person, code)
    assertSentBack(person)
  } finally {
    stage.startClock()
  }

  const later = new Seals(new TenantKeys(stage.service.service.store, Date.now), () => Date.now() + 90_000)
  const visitor = browser(stage)
  await visitor.visit(SIGN_IN)
  const flow = await later.sealed(
    FIRST_TENANT,
    visitor.cookie('tabard-browser')!,
    later.journey({ kind: 'sign-in' }),
  )
  assert.equal((await visitor.visit(`${SIGN_IN}?runtime=true&flow=${flow}`)).heading, 'Sign in')
}

/** Each code of an app is good for one sign-in. */
export async function appCodeTwice(stage: Ground): Promise<void> {
  const who = await enrolledResident(stage)
  const [first, second] = [browser(stage), browser(stage)]
  for (const person of [first, second]) await signIn(person, who)
  const code = appCode(who.secret)
  assert.equal((await typed(first, code)).heading, 'You are signed in')
  assert.equal((await typed(second, code)).alert, WRONG)
  // Nor is one from before.
  assert.equal((await typed(second, appCode(who.secret, -1))).alert, WRONG)
  assert.equal((await typed(second, appCode(who.secret, 1))).heading, 'You are signed in')
}

/** The same code of an app in many sign-ins at once is good for one. */
export async function appCodeAtOnce(stage: Ground): Promise<void> {
  const who = await enrolledResident(stage)
  const people: Person[] = []
  for (let index = 0; index < 4; index++) {
    const person = browser(stage)
    await signIn(person, who)
    people.push(person)
  }
  const code = appCode(who.secret)
  const answers = await Promise.all(people.map(person => post(person, { 'otp.user.otp': code })))
  assert.equal(answers.filter(sessionSet).length, 1)
}

/** A recovery code is used up by the sign-in that it was used for. */
export async function recoveryCodeTwice(stage: Ground): Promise<void> {
  const who = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e', '6y2m-d5hs-x9ra-0gbn'])
  const [first, second] = [browser(stage), browser(stage)]
  for (const person of [first, second]) await signIn(person, who)
  assert.equal((await typed(first, ' P4TW 8lkc nOqz 7v3e ')).heading, 'You are signed in')
  assert.equal(await stage.store.factors.recoveryCodesLeft(who.id), 1)
  assert.equal((await typed(second, 'p4tw-81kc-n0qz-7v3e')).alert, WRONG)
  assert.equal((await typed(second, '6y2m-d5hs-x9ra-0gbn')).heading, 'You are signed in')
}

/** A page that asks for a code says the same of every flow that it does not know. */
export async function unknownFlow(stage: Ground): Promise<void> {
  const { person } = await askedForCode(stage, await resident(stage))
  const stranger = browser(stage)
  const said = async (flow: string) => {
    const { status, alert } = await stranger.visit(`${SIGN_IN}?runtime=true&flow=${flow}`)
    const answer = await stranger.send('POST', `${SIGN_IN}?runtime=true&flow=${flow}`, {
      'otp.user.otp': '123456',
    })
    return [status, alert, answer.status, sessionSet(answer)]
  }
  const real = await said(flowOf(person.shown!))
  assert.equal(real[0], 403)
  assert.deepEqual(await said('nonsense'), real)
  assert.deepEqual(await said(''), await said('.'))
}
