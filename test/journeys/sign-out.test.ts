import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FIRST_TENANT, ISSUER_PATH, SIGN_OUT } from '../../src/identity/identity.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { CHANGE_PASSWORD } from './fresh-proof-checks.ts'
import {
  appCode,
  application,
  assertAsked,
  assertRefused,
  browser,
  enrolledResident,
  isSignedIn,
  opened,
  resident,
  type Stage,
  sealsOf,
  sessionSet,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

for (const engine of usually('SQLite')) {
  describe(`signing out on ${engine}`, () => {
    let stage: Stage
    let later = 0

    before(async () => {
      const now = () => Date.now() + later
      stage = await stageOf(engine, { TABARD_SESSION_IDLE_MINUTES: '300' }, { now })
    })
    after(() => stage.stop())

    /** The form of a page that a signed-in person of the same browser had open. */
    const signOut = async (person: Person) => {
      const seals = sealsOf(stage)
      const journey = seals.journey({ kind: 'sign-out' })
      const flow = await seals.sealed(FIRST_TENANT, person.cookie('tabard-browser')!, journey)
      return await person.send('POST', `${SIGN_OUT}?flow=${flow}`)
    }

    test('keeps the language that the address asks for, in its links and forms', async () => {
      const stranger = await opened(stage)
      const nobody = await stranger.visit(`${SIGN_OUT}?ui_locales=de`)
      assert.equal(nobody.heading, 'Sie sind abgemeldet')
      assert.match(nobody.html, /href="[^"]*\/login\?[^"]*ui_locales=de/)
      const person = await signedIn(stage, await resident(stage))
      assert.match((await person.visit(`${SIGN_OUT}?ui_locales=de`)).html, /<html lang="de"/)
      const gone = await person.submit({})
      assert.equal(gone.heading, 'Sie sind abgemeldet')
      assert.match(gone.html, /href="[^"]*\/login\?[^"]*ui_locales=de/)
      const { id, address } = await application(stage)
      const other = await signedIn(stage, await resident(stage))
      await other.visit(address)
      await other.visit(`${ISSUER_PATH}/logout?${new URLSearchParams({ client_id: id, ui_locales: 'de' })}`)
      const left = await other.submit({})
      assert.equal(left.heading, 'Sie sind abgemeldet')
      assert.match(left.html, /href="[^"]*\/login\?[^"]*ui_locales=de/)
    })

    test('writes nothing that strangers could fill the database with', async () => {
      const person = await opened(stage)
      assert.equal((await signOut(person)).status, 200)
      const kept = await stage.store.records.get('SignedOut', secretHash(person.cookie('tabard-browser')!))
      assert.equal(kept, undefined)
    })

    test('works from a page that was open for hours, while the session was used in another tab', async t => {
      const person = browser(stage)
      const [form] = (await signIn(person, await resident(stage))).forms
      later = 2 * 3_600_000
      t.after(() => {
        later = 0
      })
      assert.equal(await isSignedIn(person), true)
      const forged = await person.send('POST', form!.action, { ...form!.fields, xsrf: 'A'.repeat(22) })
      assertAsked(forged)
      assert.equal(await isSignedIn(person), true)
      const answer = await person.send('POST', form!.action, form!.fields)
      assert.match(await answer.text(), /<h1>You are signed out/)
      assert.equal(await isSignedIn(person), false)
    })

    test('asks again on a page from before a new password, in its language, and only for our own pages', async () => {
      const person = await signedIn(stage, await resident(stage))
      const [form] = (await person.visit(`${SIGN_OUT}?ui_locales=de`)).forms
      await person.visit(CHANGE_PASSWORD)
      const words = 'a lantern at the gate'
      await person.submit({ oldpassword: PASSWORD, newpassword: words, confirmpassword: words })
      const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
      await assertRefused(await person.send('POST', form!.action, form!.fields, foreign))
      const answer = await person.send('POST', form!.action, form!.fields)
      assertAsked(answer)
      assert.equal(await isSignedIn(person), true)
      const question = await person.visit(answer.headers.get('location')!)
      assert.match(question.html, /<html lang="de"/)
      assert.equal((await person.submit({})).heading, 'Sie sind abgemeldet')
      assert.equal(await isSignedIn(person), false)
    })

    test('does not end a sign-in after it, if the clock of the node was ahead', async t => {
      t.after(() => {
        later = 0
      })
      const who = await enrolledResident(stage)
      const person = await signedIn(stage, await resident(stage))
      later = 2_000
      await person.submit({}, { button: 'Sign out' })
      later = 0
      await signIn(person, who)
      await person.submit({ 'otp.user.otp': appCode(who.secret) })
      assert.equal(person.shown!.heading, 'You are signed in')
    })

    test('still ends what was proved on pages that are open in that browser', async () => {
      const who = await enrolledResident(stage)
      const person = await opened(stage)
      await person.submit({ username: who.userName, password: PASSWORD })
      await person.submit({ 'otp.user.otp-method.id': 'totp' })
      const form = person.shown!.forms[0]!
      await signOut(person)
      const fields = { ...form.fields, 'otp.user.otp': appCode(who.secret) }
      const answer = await person.send('POST', form.action, fields)
      assert.deepEqual([answer.status, sessionSet(answer)], [403, undefined])
    })
  })
}
