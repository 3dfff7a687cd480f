import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FIRST_TENANT, linkAccount, SIGN_IN } from '../../src/identity/identity.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { JOURNEY_MS, Seals } from '../../src/identity/tenancy/seals.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { executed } from '../support/store.ts'
import {
  assertAppAsked,
  assertPasswordAsked,
  authTime,
  CHANGE_PASSWORD,
  confirmed,
  confirmedWithApp,
  DETAILS,
  ENROL,
  letProofsAge,
  passesMaxAge,
  secretOn,
  sessionOf,
} from './fresh-proof-checks.ts'
import { holds } from './sign-in-checks.ts'
import { pressed, sourced } from './source-steps.ts'
import {
  alterFlow,
  alterSession,
  appCode,
  application,
  assertSentBack,
  browser,
  codeIn,
  enrolledResident,
  eventsOf,
  forgetTries,
  isSignedIn,
  letPass,
  mailTo,
  post,
  type Resident,
  resident,
  type Stage,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const HOUR = 3_600_000
const NEW = 'one more lamp by the water'

for (const engine of usually('PostgreSQL')) {
  describe(`a change of an account on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const givenName = async ({ id }: Resident) => (await stage.store.accounts.get(id))!.givenName
    /** Somebody with an app who gave the password and a code of it just now. */
    const provedWithApp = async () => {
      const who = await enrolledResident(stage)
      const person = await signedIn(stage, who)
      await alterSession(stage, person, ({ proofs }) => ({ proofs: { ...proofs, totp: Date.now() } }))
      return { who, person }
    }
    /** Gives the code that was mailed, on the way to setting up an app. */
    const mailed = async (person: Person, { userName }: Resident): Promise<Shown> => {
      assert.equal(person.shown!.heading, 'Two-step verification')
      await person.submit({})
      return await person.submit({
        'otp.user.otp': codeIn(await mailTo(stage, userName, 'Your one-time code')),
      })
    }

    test('asks for the password when the last proof is older than five minutes', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      for (const address of [DETAILS, '/flows/?reference=user_form']) {
        await letPass(stage, person, 4 * 60_000)
        assert.equal((await person.visit(address)).heading, 'Your details')
        await letProofsAge(stage, person)
        const asked = await person.visit(address)
        assertPasswordAsked(asked, who)
        assert.ok(!asked.html.includes('Alex'))
        assert.equal((await person.submit({ password: '' })).alert, 'Please enter your current password.')
        assert.equal(
          (await person.submit({ password: 'not the password' })).alert,
          'The current password is incorrect.',
        )
        const session = person.cookie('tabard-session')!
        const { startedAt } = await sessionOf(stage, person)
        const page = await confirmed(person, who)
        assert.equal(page.heading, 'Your details')
        assert.ok(page.url.includes(address), page.url)
        assert.notEqual(person.cookie('tabard-session'), session)
        assert.equal(await holds(stage, person, session), false)
        assert.equal((await sessionOf(stage, person)).startedAt, startedAt)
      }
      assert.deepEqual((await eventsOf(stage, who)).slice(1, 3), ['proof-refused', 'proof-renewed'])
    })

    test('takes the password of whoever is signed in, whatever user name is sent along', async () => {
      const [who, other] = [await resident(stage), await resident(stage, {}, { password: NEW })]
      const person = await signedIn(stage, who)
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      const page = await person.submit({ username: other.userName, password: NEW })
      assert.equal(page.alert, 'The current password is incorrect.')
      assert.equal(page.forms[0]!.fields.username, who.userName)
    })

    test('does not let somebody with a session guess the password', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      stage.stopClock()
      for (let guess = 0; guess < 5; guess++) await person.submit({ password: `guess ${guess}` })
      assert.match((await person.submit({ password: PASSWORD })).alert, /^Too many attempts/)
      // Once the wait is over, the same form counts.
      await forgetTries(stage)
      assert.equal((await person.submit({ password: PASSWORD })).heading, 'Your details')
      stage.startClock()
    })

    test('leads those who forgot the password to a new one', async () => {
      const person = await signedIn(stage, await resident(stage))
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      const page = await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
      assert.equal(page.heading, 'Reset your password')
    })

    test('of details that were open for too long asks again, and keeps what was typed', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      await person.visit(DETAILS)
      await letPass(stage, person, HOUR / 2)
      assertPasswordAsked(await person.submit({ given_name: 'Robin', mobile_number: '+1 555 010 9999' }), who)
      assert.equal(await givenName(who), 'Alex')
      const { heading, forms } = await confirmed(person, who)
      assert.equal(heading, 'Your details')
      assert.equal(forms[0]!.fields.given_name, 'Robin')
      assert.equal(forms[0]!.fields.mobile_number, '+1 555 010 9999')
      assert.equal(await givenName(who), 'Alex')
      assert.match((await person.submit({})).html, /Your details were saved\./)
      assert.equal(await givenName(who), 'Robin')
    })

    test('of details keeps what was typed even where the page is older than its flow', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      const keys = new TenantKeys(stage.service.service.store, Date.now)
      const then = new Seals(keys, () => Date.now() - JOURNEY_MS - 1_000)
      const journey = then.journey({ kind: 'profile' })
      const flow = await then.sealed(FIRST_TENANT, person.cookie('tabard-browser')!, journey)
      const { family } = (await sessionOf(stage, person)) as unknown as { family: string }
      const form_verifier = await then.verifier(FIRST_TENANT, journey, { family })
      const typed = { given_name: 'Robin', form_verifier }
      await letPass(stage, person, HOUR)
      const answer = await person.send('POST', `${DETAILS}&flow=${flow}`, typed)
      await person.visit(answer.headers.get('location')!)
      assert.equal((await confirmed(person, who)).forms[0]!.fields.given_name, 'Robin')
      assert.match((await person.submit({})).html, /Your details were saved\./)
      assert.equal(await givenName(who), 'Robin')
    })

    test('takes a proof at a source that is newer than the question, however long people stay there', async t => {
      const { provider, source } = await sourced(stage)
      t.after(() => provider.stop())
      const who = await resident(stage)
      await linkAccount(stage.store, { source: source.id, account: who.id, subject: 'confirms' })
      const person = await signedIn(stage, who)
      /** Comes back after two minutes at the source. */
      const back = async (provedSecondsAgo: number) => {
        await letProofsAge(stage, person)
        const there = await pressed(person, { provider, source }, await person.visit(DETAILS))
        await executed(
          stage.service.database,
          `update short_lived set expires_at = expires_at - 120000 where kind = 'SourceBegun'`,
        )
        provider.lie = { auth_time: Math.floor(Date.now() / 1000) - provedSecondsAgo }
        return await person.visit(provider.grant(there, { sub: 'confirms' }).redirect)
      }
      const early = await back(200)
      assert.equal(early.status, 403)
      assert.match(early.alert, /does not belong to your sign-in/)
      assert.equal((await back(100)).heading, 'Your details')
    })

    test('takes no proof at a source from an address outside the domains that it allows', async t => {
      const { provider, source } = await sourced(stage, 'openid', { allowedDomains: ['firm.example'] })
      t.after(() => provider.stop())
      const who = await resident(stage, { givenName: 'Alex' })
      await linkAccount(stage.store, { source: source.id, account: who.id, subject: 'moved' })
      const person = await signedIn(stage, who)
      await person.visit(DETAILS)
      await letProofsAge(stage, person)
      await person.submit({ given_name: 'Robin' })
      const page = person.shown!
      const back = async (email: string) => {
        const there = await pressed(person, { provider, source }, page)
        const claims = { sub: 'moved', email, email_verified: true }
        return await person.visit(provider.grant(there, claims).redirect)
      }
      const refused = await back('alex@other.example')
      assert.equal(refused.status, 403)
      assert.match(refused.alert, /with your email address cannot sign in this way/)
      assertPasswordAsked(await person.visit(DETAILS), who)
      assert.equal(await givenName(who), 'Alex')
      assert.equal((await back('alex@firm.example')).forms[0]!.fields.given_name, 'Robin')
    })

    test('of somebody with an app takes a code of it as well, and no mail in its place', async () => {
      const who = await enrolledResident(stage)
      const person = await signedIn(stage, who)
      assertAppAsked(await person.visit(DETAILS))
      const back = await person.submit({ operation: 'restart' })
      assertAppAsked(back)
      assert.equal((await person.submit({ 'otp.user.otp': appCode(who.secret) })).heading, 'Your details')
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      assert.equal((await confirmedWithApp(person, who, 1)).heading, 'Your details')
      assert.deepEqual((await eventsOf(stage, who)).slice(1), [
        'proof-renewed',
        'proof-renewed',
        'proof-renewed',
      ])
    })

    test('of the app: its key is shown, and a code of it taken, by a fresh proof alone', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await letProofsAge(stage, person)
      await person.visit(ENROL)
      assert.doesNotMatch(person.shown!.html, /qr-code|class="key"/)
      await confirmed(person, who)
      const page = await mailed(person, who)
      assert.equal(page.heading, 'Set up an authenticator app')
      const secret = secretOn(page)
      await letProofsAge(stage, person)
      assertPasswordAsked(await person.submit({ 'otp.user.otp': appCode(secret) }), who)
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
      assertPasswordAsked(await person.visit(page.forms[0]!.action), who)
      await confirmed(person, who)
      // The same key: somebody may have scanned it already.
      assert.equal(secretOn(await mailed(person, who)), secret)
      const codes = await person.submit({ 'otp.user.otp': appCode(secret) })
      assert.equal(codes.heading, 'Save your recovery codes')
      await letProofsAge(stage, person)
      assertAppAsked(await person.visit(codes.forms[0]!.action))
      const shown = await person.submit({ 'otp.user.otp': appCode(secret, 1) })
      assert.equal(shown.heading, 'Save your recovery codes')
      assert.match((await person.submit({})).html, /Your authenticator app is set up\./)
    })

    test('of the app is not made by a page that was open for too long', async () => {
      const { who, person } = await provedWithApp()
      await person.visit(ENROL)
      assert.equal(person.shown!.heading, 'Set up an authenticator app')
      await letProofsAge(stage, person)
      assertPasswordAsked(await person.submit({}, { button: 'Remove the app' }), who)
      assert.ok(await stage.store.factors.authenticator(who.id))
      assert.equal((await confirmedWithApp(person, who)).heading, 'Set up an authenticator app')
      await person.submit({}, { button: 'Remove the app' })
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
    })

    test('of the password takes the current one as its proof, and a code of the app', async () => {
      const plain = await resident(stage)
      const alone = await signedIn(stage, plain)
      await letPass(stage, alone, HOUR / 2)
      await alone.visit(CHANGE_PASSWORD)
      const fields = { oldpassword: PASSWORD, newpassword: NEW, confirmpassword: NEW }
      assert.match((await alone.submit(fields)).html, /Your password was changed\./)

      const who = await enrolledResident(stage)
      const person = await signedIn(stage, who)
      assertAppAsked(await person.visit(CHANGE_PASSWORD))
      const page = await person.submit({ 'otp.user.otp': appCode(who.secret) })
      assert.equal(page.heading, 'Change your password')
      await letProofsAge(stage, person)
      const { passwordHash } = (await stage.store.accounts.get(who.id))!
      assertAppAsked(await person.submit(fields))
      assert.equal((await stage.store.accounts.get(who.id))!.passwordHash, passwordHash)
      await person.submit({ 'otp.user.otp': appCode(who.secret, 1) })
      assert.match((await person.submit(fields)).html, /Your password was changed\./)
    })

    test('leaves the start of the session where it was, and auth_time', async () => {
      const app = await application(stage)
      const demanding = await application(stage, { secondFactor: true })
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await letPass(stage, person, 20 * 60_000)
      await person.visit(app.address)
      assertSentBack(person)
      const { startedAt } = await sessionOf(stage, person)
      const began = Math.floor(startedAt / 1000)
      const unmoved = async (after: string) => {
        await person.visit(app.address)
        assertSentBack(person)
        assert.equal(await passesMaxAge(person, app.address), false, after)
        assert.equal(await authTime(stage, person, app), began, after)
        assert.equal((await sessionOf(stage, person)).startedAt, startedAt, after)
      }
      await unmoved('nothing')
      await person.visit(DETAILS)
      await confirmed(person, who)
      await unmoved('a proof')
      await person.visit(DETAILS)
      await person.submit({ given_name: 'Robin' })
      await unmoved('a change of details')
      await person.visit(demanding.address)
      await person.submit({})
      await person.submit({
        'otp.user.otp': codeIn(await mailTo(stage, who.userName, 'Your one-time code')),
      })
      assertSentBack(person)
      await unmoved('a second factor')
      const secret = secretOn(await person.visit(ENROL))
      await person.submit({ 'otp.user.otp': appCode(secret) })
      await person.submit({})
      await unmoved('an app that was set up')
      await person.visit(ENROL)
      await person.submit({}, { button: 'Remove the app' })
      await unmoved('an app that was removed')
      await person.visit(CHANGE_PASSWORD)
      await person.submit({ oldpassword: PASSWORD, newpassword: NEW, confirmpassword: NEW })
      await unmoved('a change of the password')
      // Only signing in anew moves it.
      await person.visit(`${app.address}&max_age=10`)
      assert.equal(person.shown!.heading, 'Sign in')
      await person.submit({ username: who.userName, password: NEW })
      assertSentBack(person)
      assert.equal(await passesMaxAge(person, app.address), true)
      assert.ok((await authTime(stage, person, app)) > began)
      const { startedAt: later } = await sessionOf(stage, person)
      await letPass(stage, person, 60_000)
      await person.visit(`${app.address}&prompt=login`)
      await person.submit({ username: who.userName, password: NEW })
      assert.ok((await sessionOf(stage, person)).startedAt > later)
    })

    test('on the way in takes a password of the last fifteen minutes', async () => {
      const aged = (person: Person, seconds = 901) =>
        alterFlow(stage, person, () => ({ proofs: { pwd: Date.now() - seconds * 1000 } }))
      const mute = await resident(stage, { email: undefined, userName: `mute and slow ${engine}` })
      const demanding = await application(stage, { secondFactor: true })
      const person = browser(stage)
      await person.visit(demanding.address)
      const page = await person.submit({ username: mute.userName, password: PASSWORD })
      const secret = secretOn(page)
      await aged(person, 840)
      assert.equal(secretOn(await person.visit(person.shown!.url)), secret)
      await aged(person)
      const late = await person.submit({ 'otp.user.otp': appCode(secret) })
      assert.equal(late.heading, 'Sign in')
      assert.match(late.alert, /^Your sign-in has expired/)
      assert.equal(late.forms[0]!.fields.username, mute.userName)
      assert.equal(await stage.store.factors.authenticator(mute.id), undefined)
      const again = await person.submit({ username: mute.userName, password: PASSWORD })
      assert.equal(secretOn(again), secret)

      const fresh = await resident(stage, {}, { temporary: true })
      const first = browser(stage)
      assert.equal((await signIn(first, fresh)).heading, 'Choose a new password')
      await aged(first)
      const { passwordHash } = (await stage.store.accounts.get(fresh.id))!
      await post(first, { newpassword: NEW, confirmpassword: NEW })
      assert.equal((await stage.store.accounts.get(fresh.id))!.passwordHash, passwordHash)
      assert.equal((await first.visit(first.shown!.url)).heading, 'Sign in')

      // Whoever is signed in with nothing else to prove signs in again before an app is set up.
      const known = await signedIn(stage, mute)
      assert.equal((await known.visit(demanding.address)).heading, 'Sign in')
    })

    test('ends with the session: the proof, the form behind it and what was typed', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      await person.visit(DETAILS)
      const details = person.shown!.forms[0]!
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      const asked = person.shown!.forms[0]!
      await person.visit(`${SIGN_IN}?runtime=true`)
      await person.submit({}, { button: 'Sign out' })
      const proof = await person.send('POST', asked.action, { ...asked.fields, password: PASSWORD })
      assert.equal(proof.status, 403)
      assert.match(await proof.text(), /Your sign-in has expired, or you have signed out\./)
      const saved = await person.send('POST', details.action, { ...details.fields, given_name: 'Eve' })
      assert.ok(saved.headers.get('location')!.startsWith(SIGN_IN))
      assert.equal(await givenName(who), 'Alex')
      assert.equal(await isSignedIn(person), false)
    })
  })

  describe(`the longest time of a session on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, { TABARD_SESSION_HOURS: '1' })
    })
    after(() => stage.stop())

    test('is an end that no change of the account puts off', async () => {
      const who = await enrolledResident(stage)
      const person = await signedIn(stage, who)
      await letPass(stage, person, 58 * 60_000)
      await person.visit(ENROL)
      await confirmedWithApp(person, who)
      await person.submit({}, { button: 'Remove the app' })
      await person.visit(CHANGE_PASSWORD)
      await person.submit({ oldpassword: PASSWORD, newpassword: NEW, confirmpassword: NEW })
      await person.visit(DETAILS)
      await person.submit({ given_name: 'Robin' })
      assert.equal(await isSignedIn(person), true)
      await letPass(stage, person, 2 * 60_000)
      assert.equal(await isSignedIn(person), false)
      assert.equal((await person.visit(ENROL)).heading, 'Sign in')
    })
  })
}
