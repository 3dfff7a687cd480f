import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  application,
  browser,
  codeIn,
  enrolledResident,
  forgetTries,
  letAskAgain,
  mailTo,
  otherThan,
  type Resident,
  resident,
  type Stage,
  signIn,
  stageOf,
} from './steps.ts'

const HOME = '198.51.100.7'
const ELSEWHERE = '192.0.2.77'
const STRANGER = '203.0.113.9'
const WAIT = /Too many attempts\. Please wait \d+ minutes and try again\./
const CODES = ['p4tw-81kc-n0qz-7v3e', '6y2m-d5hs-x9ra-0gbn', '2c8v-4kfw-h7tn-m5ye', 'q9rz-1xjd-b6sp-3wka']
const CODE_MAIL = 'Your one-time code'

for (const engine of usually('SQLite')) {
  describe(`a stranger who knows the password, on ${engine},`, () => {
    let stage: Stage
    let demanding: string

    before(async () => {
      stage = await stageOf(engine, { TABARD_TRUSTED_PROXIES: 'loopback' })
      demanding = (await application(stage, { secondFactor: true })).address
    })
    after(() => stage.stop())

    /** Somebody who has given the password, and is asked for a code. */
    const asked = async ({ userName }: Resident, address: string, device?: string): Promise<Person> => {
      const person = browser(stage, { 'x-forwarded-for': address })
      if (device !== undefined) person.setCookie('tabard-device', device)
      await person.visit(demanding)
      await person.submit({ username: userName, password: PASSWORD })
      return person
    }
    const type = async (person: Person, code: string) => {
      const page = await person.submit({ 'otp.user.otp': code })
      return person.left === undefined ? page.alert : 'signed in'
    }
    /** Guesses until a code has to wait. */
    const exhaust = async (person: Person): Promise<number> => {
      for (let guess = 0; guess < 20; guess++) if (WAIT.test(await type(person, '000000'))) return guess
      return 20
    }

    test('does not keep the owner from using an app on a known device or in a known network', async () => {
      const who = await enrolledResident(stage, CODES)
      const owner = await asked(who, HOME)
      assert.equal(await type(owner, CODES[0]!), 'signed in')
      const device = owner.cookie('tabard-device')!
      assert.equal(await exhaust(await asked(who, STRANGER)), 10)
      assert.match(await type(await asked(who, ELSEWHERE), CODES[1]!), WAIT, 'the limit holds elsewhere')
      assert.equal(await type(await asked(who, ELSEWHERE, device), CODES[1]!), 'signed in')
      assert.equal(await type(await asked(who, HOME), CODES[2]!), 'signed in')
      await forgetTries(stage)
    })

    test('does not keep the owner from getting a code by mail there', async () => {
      const who = await resident(stage)
      const first = await asked(who, HOME)
      const code = async () => codeIn(await mailTo(stage, who.userName, CODE_MAIL))
      assert.equal(await type(first, await code()), 'signed in')
      // The owner's first mail counts as one of the twenty: nothing was known yet.
      const stranger = await asked(who, STRANGER)
      for (let mail = 2; mail < 20; mail++) {
        await letAskAgain(stage, stranger)
        await stranger.submit({}, { button: 'Send a new code' })
      }
      for (let mail = 1; mail < 20; mail++) await code()
      assert.match((await asked(who, ELSEWHERE)).shown!.alert, WAIT, 'the limit holds elsewhere')
      const device = first.cookie('tabard-device')!
      assert.equal(await type(await asked(who, ELSEWHERE, device), await code()), 'signed in')
      assert.equal(await type(await asked(who, HOME), await code()), 'signed in')
      await forgetTries(stage)
    })

    test('gets no further guesses by signing in where the password is enough', async () => {
      const who = await resident(stage)
      let guesses = 0
      for (let round = 0; round < 4; round++) {
        const address = `203.0.113.${20 + round}`
        const weak = browser(stage, { 'x-forwarded-for': address })
        assert.equal((await signIn(weak, who)).heading, 'You are signed in')
        const person = await asked(who, address, weak.cookie('tabard-device'))
        const code = otherThan(codeIn(await mailTo(stage, who.userName, CODE_MAIL)))
        for (let guess = 0; guess < 5; guess++) if (!WAIT.test(await type(person, code))) guesses += 1
      }
      assert.equal(guesses, 10)
      await forgetTries(stage)
    })

    test('does not take the second factor from a device by signing in there with the password', async () => {
      const who = await resident(stage)
      const owner = await asked(who, HOME)
      await type(owner, codeIn(await mailTo(stage, who.userName, CODE_MAIL)))
      const device = owner.cookie('tabard-device')!
      const again = browser(stage, { 'x-forwarded-for': ELSEWHERE })
      again.setCookie('tabard-device', device)
      await signIn(again, who)
      assert.equal(again.cookie('tabard-device'), device, 'the device stays known as it was')
    })
  })
}
