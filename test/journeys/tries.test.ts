import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { ENGINES, usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  appCodeAtOnce,
  appCodeTwice,
  codeOfAnotherFlow,
  expiredCode,
  fewGuesses,
  guessesAtOnce,
  movedClock,
  recoveryCodeTwice,
  rightCodeAtOnce,
  unknownFlow,
  usedCode,
} from './code-checks.ts'
import {
  browser,
  eventsOf,
  forgetTries,
  opened,
  post,
  type Resident,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const WAIT = /^Too many attempts\. Please wait \d+ seconds? and try again\.$/
const from = (address: string) => ({ 'x-forwarded-for': address })

for (const engine of ENGINES) {
  describe(`tries on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, { TABARD_TRUSTED_PROXIES: 'loopback' })
    })
    after(() => stage.stop())
    afterEach(() => stage.startClock())

    /**
     * Fails so often, and answers with the browser that did. The first wait is a second, which a busy machine may need for
     * the next try, so that the clock stands still from then on.
     */
    const failed = async ({ userName }: Resident, times: number, headers = {}): Promise<Person> => {
      stage.stopClock()
      const person = await opened(stage)
      for (let time = 0; time < times; time++)
        await post(person, { username: userName, password: 'wrong password' }, { headers })
      return person
    }
    const failures = async (who: Resident) =>
      (await eventsOf(stage, who)).filter(event => event === 'sign-in-failed').length

    test('after five wrong passwords even the right one has to wait', async () => {
      const who = await resident(stage)
      const person = await failed(who, 5)
      const before = await failures(who)
      const page = await person.submit({ username: who.userName, password: PASSWORD })
      assert.match(page.alert, WAIT)
      assert.equal(page.status, 200)
      assert.equal(page.forms[0]!.fields.username, who.userName)
      assert.equal(await failures(who), before)
      await forgetTries(stage)
      assert.equal((await person.submit({ password: PASSWORD })).heading, 'You are signed in')
    })

    test('a success in between is forgiven', async () => {
      const who = await resident(stage)
      for (let round = 0; round < 2; round++) {
        const person = await failed(who, 4)
        const answer = await post(person, { username: who.userName, password: PASSWORD })
        assert.ok(sessionSet(answer), `round ${round}`)
      }
    })

    test('another address does not have to wait', async () => {
      const who = await resident(stage)
      await failed(who, 5, from('203.0.113.1'))
      const fields = { username: who.userName, password: PASSWORD }
      const tried = async (address: string) =>
        sessionSet(await post(await opened(stage), fields, { headers: from(address) })) !== undefined
      assert.equal(await tried('203.0.113.1'), false)
      assert.equal(await tried('203.0.113.2'), true)
    })

    test('whoever has signed in on this device before is not slowed down by strangers', async () => {
      const who = await resident(stage)
      const deviceOf = async (somebody: Resident) => {
        const person = browser(stage)
        await signIn(person, somebody)
        return person.cookie('tabard-device')!
      }
      const known = await deviceOf(who)
      const another = await deviceOf(await resident(stage))
      const bearing = async (device: string) => {
        const person = browser(stage)
        person.setCookie('tabard-device', device)
        await person.visit(SIGN_IN)
        return person
      }
      const owner = await bearing(known)
      // The cookie of another account, or one that somebody made up, is none.
      const other = known.startsWith('x') ? 'y' : 'x'
      const made = [another, `${known}x`, `${other}${known.slice(1)}`, known.split('.')[0]!]
      const strangers = await Promise.all(made.map(bearing))
      await failed(who, 5)
      const fields = { username: who.userName, password: PASSWORD }
      const answers = await Promise.all(strangers.map(person => post(person, fields)))
      assert.deepEqual(
        answers.map(sessionSet),
        made.map(() => undefined),
      )
      assert.equal((await owner.submit(fields)).heading, 'You are signed in')
    })

    test('people behind one address who sign in at the same moment do not slow each other down', async () => {
      const people = await Promise.all(
        Array.from({ length: 8 }, async () => [await resident(stage), await opened(stage)] as const),
      )
      const answers = await Promise.all(
        people.map(([{ userName }, person]) => post(person, { username: userName, password: PASSWORD })),
      )
      assert.equal(answers.filter(sessionSet).length, people.length)
      // The one that came first may be counted last.
      const key = `network ${engine}`
      const now = Date.now()
      assert.equal(await stage.store.tries.count([{ key, free: 100, longest: 1_000 }], now), undefined)
      assert.equal(await stage.store.tries.count([{ key, free: 100, longest: 1_000 }], now - 5), undefined)
    })

    test('guesses that are sent at once are all counted', async () => {
      const who = await resident(stage)
      stage.stopClock()
      const people = await Promise.all(Array.from({ length: 20 }, () => opened(stage)))
      const answers = await Promise.all(
        people.map(person => post(person, { username: who.userName, password: 'wrong password' })),
      )
      for (const answer of answers) assert.equal(answer.status, 303)
      assert.equal(await failures(who), 5)
    })

    test('a mailed code can be guessed five times, and an account’s codes ten times', () => fewGuesses(stage))
    test('guesses of a code that are sent at once are all counted', () => guessesAtOnce(stage))
    test('the right code, sent fifty times at once, begins one session', () => rightCodeAtOnce(stage))
    test('a used code is refused', () => usedCode(stage))
    test('the code of another sign-in is refused', () => codeOfAnotherFlow(stage))
    test('an expired code is refused', () => expiredCode(stage))
    test('a clock that is moved loses no code and no flow', () => movedClock(stage))
    test('nobody learns from the page of a code whether a flow exists', () => unknownFlow(stage))
    test('a code of an app is taken once', () => appCodeTwice(stage))
    test('a code of an app in several sign-ins at once is taken once', () => appCodeAtOnce(stage))
    test('a recovery code is taken once', () => recoveryCodeTwice(stage))

    // What follows is about pages and forms, whatever the database.
    if (!usually('PostgreSQL').includes(engine)) return

    test('a user name that nobody has is slowed down in the same way', async () => {
      const person = await failed({ id: '', userName: 'nobody@example.com' }, 5)
      assert.match((await person.submit({ username: 'NOBODY@example.com', password: 'x' })).alert, WAIT)
    })

    test('the addresses of one network are one address', async () => {
      const who = await resident(stage)
      await failed(who, 5, from('2001:db8:0:7::1'))
      const fields = { username: who.userName, password: PASSWORD }
      const tried = async (address: string) =>
        sessionSet(await post(await opened(stage), fields, { headers: from(address) })) !== undefined
      assert.equal(await tried('2001:db8:0:7:ffff::2'), false)
      assert.equal(await tried('2001:db8:0:8::1'), true)
    })

    test('a current password cannot be guessed in a stolen browser either', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(`${new URL(person.shown!.url).pathname}?runtime=true&operation=change_password`)
      const fields = { newpassword: 'another one entirely', confirmpassword: 'another one entirely' }
      stage.stopClock()
      for (let guess = 0; guess < 5; guess++) await post(person, { ...fields, oldpassword: 'wrong password' })
      assert.match((await person.submit({ ...fields, oldpassword: PASSWORD })).alert, WAIT)
    })
  })
}
