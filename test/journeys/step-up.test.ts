import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  ISSUER_PATH,
  linkAccount,
  publishFlow,
  SIGN_IN,
  SIGN_OUT,
} from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { PageForm, Person } from '../support/person.ts'
import { CHANGE_PASSWORD, confirmed, DETAILS, letProofsAge } from './fresh-proof-checks.ts'
import { newcomer } from './registration-checks.ts'
import { type Sourced, sourced } from './source-steps.ts'
import {
  alterSession,
  appCode,
  application,
  assertSentBack,
  browser,
  codeIn,
  enrolledResident,
  flowOf,
  isSignedIn,
  mailTo,
  type Resident,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const EXPIRED = /Your sign-in has expired, or you have signed out\. Please start again\./

for (const engine of usually('SQLite')) {
  describe(`a second factor that is still missing on ${engine}`, () => {
    let stage: Stage
    let demanding: Awaited<ReturnType<typeof application>>
    let main: Sourced

    before(async () => {
      stage = await stageOf(engine)
      main = await sourced(stage)
      demanding = await application(stage, { secondFactor: true })
    })
    after(async () => {
      await main.provider.stop()
      await stage.stop()
    })

    /** Signed in with a password, and at the page that asks for the mailed code besides. */
    const stepping = async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(demanding.address)
      await person.submit({})
      assert.equal(person.shown!.heading, 'Confirm that it is you')
      const code = codeIn(await mailTo(stage, who.userName, 'Your one-time code'))
      return { who, person, code, form: person.shown!.forms[0]!, url: person.shown!.url }
    }
    /** That the open page leads nowhere but to a new sign-in: posted with the right code, and shown. */
    const assertEnded = async (
      person: Person,
      { form, url, code, who }: { form: PageForm; url: string; code: string; who: Resident },
      password = PASSWORD,
    ) => {
      const posted = await person.send('POST', form.action, { ...form.fields, 'otp.user.otp': code })
      assert.equal(posted.status, 403)
      assert.equal(sessionSet(posted), undefined)
      assert.match(await posted.text(), EXPIRED)
      const shown = await person.visit(url)
      assert.equal(shown.status, 403)
      assert.match(shown.html, EXPIRED)
      // The way to begin again leads to the application that waits.
      const [, again] = /<a [^>]*href="([^"]*flow=[^"]*)"/.exec(shown.html) ?? []
      assert.equal((await person.visit(again!.replaceAll('&amp;', '&'))).heading, 'Sign in')
      await person.submit({ username: who.userName, password })
      assert.equal(person.shown!.heading, 'Confirm that it is you')
      const mail = await mailTo(stage, who.userName, 'Your one-time code')
      await person.submit({ 'otp.user.otp': codeIn(mail) })
      assertSentBack(person)
    }

    test('is given, and the session goes on with it', async () => {
      const { person, code } = await stepping()
      await person.submit({ 'otp.user.otp': code })
      assertSentBack(person)
      assert.equal(await isSignedIn(person), true)
    })

    test('signs nobody in after signing out at our page', async () => {
      const open = await stepping()
      await open.person.visit(SIGN_OUT)
      assert.equal((await open.person.submit({})).heading, 'You are signed out')
      await assertEnded(open.person, open)
    })

    test('signs nobody in after signing out by an application', async () => {
      const open = await stepping()
      await open.person.visit(`${ISSUER_PATH}/logout?client_id=${demanding.id}`)
      assert.equal((await open.person.submit({})).heading, 'You are signed out')
      await assertEnded(open.person, open)
    })

    test('signs nobody in when the session has ended by itself', async () => {
      const open = await stepping()
      await alterSession(stage, open.person, () => ({ seenAt: Date.now() - 24 * 3_600_000 }))
      await assertEnded(open.person, open)
    })

    test('signs nobody in with a password that was changed', async () => {
      const open = await stepping()
      const next = 'one more lamp by the water'
      await open.person.visit(CHANGE_PASSWORD)
      await open.person.submit({ oldpassword: PASSWORD, newpassword: next, confirmpassword: next })
      assert.equal(await isSignedIn(open.person), true)
      await assertEnded(open.person, open, next)
    })

    test('does not count for a session that was begun later', async () => {
      const open = await stepping()
      await open.person.visit(SIGN_OUT)
      await open.person.submit({})
      assert.equal((await signIn(open.person, open.who)).heading, 'You are signed in')
      const { form, code } = open
      const posted = await open.person.send('POST', form.action, { ...form.fields, 'otp.user.otp': code })
      assert.equal(posted.status, 403)
      assert.match(await posted.text(), EXPIRED)
    })

    test('stays good when a proof is renewed meanwhile', async () => {
      const { who, person, form, code } = await stepping()
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      await confirmed(person, who)
      const answer = await person.send('POST', form.action, { ...form.fields, 'otp.user.otp': code })
      assert.equal(answer.status, 303)
      assert.ok(sessionSet(answer))
    })

    test('after a password in the same flow ends with a sign-out in that browser', async () => {
      const who = await enrolledResident(stage)
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      await person.submit({ 'otp.user.otp-method.id': 'totp' })
      const { forms, url } = person.shown!
      const first = await person.visit(`${SIGN_IN}?runtime=true`)
      const other = await resident(stage)
      assert.equal((await signIn(person, other)).heading, 'You are signed in')
      await person.submit({}, { button: 'Sign out' })
      const form = forms[0]!
      const code = appCode(who.secret)
      const posted = await person.send('POST', form.action, { ...form.fields, 'otp.user.otp': code })
      assert.equal(posted.status, 403)
      assert.equal(sessionSet(posted), undefined)
      assert.match(await posted.text(), EXPIRED)
      assert.match((await person.visit(url)).html, EXPIRED)
      // A page on which nothing was proved yet is as good as before, and so is a flow that begins now.
      const fields = { ...first.forms[0]!.fields, username: other.userName, password: PASSWORD }
      assert.ok(sessionSet(await person.send('POST', first.forms[0]!.action, fields)))
      await person.visit(`${demanding.address}&prompt=login`)
      await person.submit({ username: who.userName, password: PASSWORD })
      await person.submit({ 'otp.user.otp-method.id': 'totp' })
      await person.submit({ 'otp.user.otp': code })
      assertSentBack(person)
    })

    test('after a password in the same flow is as good as before while nobody signs out', async () => {
      const who = await enrolledResident(stage)
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      await person.submit({ 'otp.user.otp-method.id': 'totp' })
      const form = person.shown!.forms[0]!
      await signIn(person, await resident(stage))
      const fields = { ...form.fields, 'otp.user.otp': appCode(who.secret) }
      assert.ok(sessionSet(await person.send('POST', form.action, fields)))
    })

    test('begins with the password for somebody else, without the session', async () => {
      const { person } = await stepping()
      const other = await resident(stage)
      const page = await person.submit({ operation: 'other_account' })
      assert.equal(page.heading, 'Sign in')
      await person.submit({ username: other.userName, password: PASSWORD })
      await person.submit({
        'otp.user.otp': codeIn(await mailTo(stage, other.userName, 'Your one-time code')),
      })
      assertSentBack(person)
      assert.match((await person.visit(`${SIGN_IN}?runtime=true`)).html, new RegExp(other.userName))
    })

    /** Gives the mailed code of an account. The application and the browser then belong to that account alone. */
    const assertOwnSession = async (person: Person, who: Resident, userName: string) => {
      assert.equal(person.shown!.heading, 'Confirm that it is you')
      const code = codeIn(await mailTo(stage, userName, 'Your one-time code'))
      await person.submit({ 'otp.user.otp': code })
      assertSentBack(person)
      const { html } = await person.visit(`${SIGN_IN}?runtime=true`)
      assert.match(html, new RegExp(userName))
      assert.doesNotMatch(html, new RegExp(who.userName))
    }
    /** Goes to a source from an open page, by an address that no page shows, and comes back as somebody. */
    const viaSource = async (person: Person, sub: string) => {
      const { provider, source } = main
      await person.visit(`/sources/${source.id}?flow=${flowOf(person.shown!)}`)
      await person.visit(provider.grant(person.left!, { sub }).redirect)
    }

    test('takes no proof of another account from a source into the session', async () => {
      const { who, person } = await stepping()
      const other = await resident(stage)
      await linkAccount(stage.store, { source: main.source.id, account: other.id, subject: 'other' })
      await viaSource(person, 'other')
      await assertOwnSession(person, who, other.userName)
    })

    test('can be given after the same person came from a source', async () => {
      const { who, person } = await stepping()
      await linkAccount(stage.store, { source: main.source.id, account: who.id, subject: 'same' })
      await viaSource(person, 'same')
      assert.equal(person.shown!.heading, 'Confirm that it is you')
      await person.submit({
        'otp.user.otp': codeIn(await mailTo(stage, who.userName, 'Your one-time code')),
      })
      assertSentBack(person)
      assert.match((await person.visit(`${SIGN_IN}?runtime=true`)).html, new RegExp(who.userName))
    })

    test('takes no proof of a new account into the session', async () => {
      await publishFlow(stage.store, 'enter', { ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } }, BY)
      const { who, person } = await stepping()
      const fields = newcomer()
      await person.visit(`/flows/?reference=enter&from=${flowOf(person.shown!)}`)
      await person.submit(fields)
      await person.submit({ code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
      await person.submit({})
      await assertOwnSession(person, who, fields.email)
    })
  })
}
