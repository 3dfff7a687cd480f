import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { DETAILS, ENROL, secretOn } from './fresh-proof-checks.ts'
import {
  alterSession,
  appCode,
  application,
  assertAsked,
  assertRefused,
  browser,
  enrolledResident,
  isSignedIn,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

for (const engine of usually('SQLite')) {
  describe(`the forms of the account pages on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const proved = async () => {
      const who = await enrolledResident(stage)
      const person = await signedIn(stage, who)
      await alterSession(stage, person, ({ proofs }) => ({ proofs: { ...proofs, totp: Date.now() } }))
      return { who, person }
    }
    /** The first form of the page with these fields, as sent by something that knows its address alone. */
    const guessed = async (person: Person, fields: Record<string, string>, name = 'form_verifier') => {
      const { action, fields: own } = person.shown!.forms[0]!
      assert.match(own[name]!, /^[\w-]{22}$/)
      const { [name]: _, ...rest } = own
      return [
        await person.send('POST', action, { ...rest, ...fields }),
        await person.send('POST', action, { ...rest, ...fields, [name]: 'A'.repeat(22) }),
      ] as const
    }

    test('for details are not posted by their address alone', async () => {
      for (const address of [DETAILS, '/flows/?reference=user_form']) {
        const who = await resident(stage, { givenName: 'Alex' })
        const person = await signedIn(stage, who)
        await person.visit(address)
        for (const answer of await guessed(person, { given_name: 'Eve' })) await assertRefused(answer)
        assert.equal((await stage.store.accounts.get(who.id))!.givenName, 'Alex')
      }
    })

    test('for an app are not posted by their address alone', async () => {
      const { who, person } = await proved()
      const page = await person.visit(ENROL)
      for (const { fields } of page.forms) assert.ok(fields.form_verifier)
      const code = { 'otp.user.otp': appCode(secretOn(page)) }
      for (const fields of [{ operation: 'remove' }, { operation: 'verify', ...code }]) {
        const [without, wrong] = await guessed(person, fields)
        assert.equal(without.status, 303)
        await assertRefused(wrong)
      }
      assert.equal((await stage.store.factors.authenticator(who.id))!.secret, who.secret)

      await person.visit(ENROL)
      await person.submit({ 'otp.user.otp': appCode(secretOn(person.shown!)) })
      assert.equal(person.shown!.heading, 'Save your recovery codes')
      const [without, wrong] = await guessed(person, { operation: 'done' })
      assert.equal(without.status, 303)
      await assertRefused(wrong)
      const codes = await person.visit(person.shown!.url)
      assert.equal(codes.heading, 'Save your recovery codes')
    })

    test('for an app that is due are not posted by their address alone', async () => {
      const demanding = await application(stage, { secondFactor: true })
      const who = await resident(stage, { email: undefined, userName: `mute ${engine}` })
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      const code = appCode(secretOn(person.shown!))
      const [without, wrong] = await guessed(person, { 'otp.user.otp': code })
      assert.equal(without.status, 303)
      await assertRefused(wrong)
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
    })

    test('for signing out are not posted by their address alone', async () => {
      const person = await signedIn(stage, await resident(stage))
      for (const address of [`${SIGN_IN}?runtime=true`, SIGN_OUT]) {
        await person.visit(address)
        for (const answer of await guessed(person, { logout: 'yes' }, 'xsrf')) assertAsked(answer)
        assert.equal(await isSignedIn(person), true)
      }
    })

    test('belong to the session: those of another one are refused', async () => {
      const { person } = await proved()
      const form = (await person.visit(ENROL)).forms[0]!
      const out = (await person.visit(SIGN_OUT)).forms[0]!
      const other = await signedIn(stage, await resident(stage), person.cookie('tabard-browser'))
      await alterSession(stage, other, ({ proofs }) => ({ proofs: { ...proofs, email: Date.now() } }))
      await assertRefused(await other.send('POST', form.action, form.fields))
      assertAsked(await other.send('POST', out.action, out.fields))
      assert.equal(await isSignedIn(other), true)
    })
  })
}
