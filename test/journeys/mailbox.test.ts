import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  createAccount,
  ISSUER_PATH,
  resetFactors,
  resetPassword,
  SIGN_IN,
} from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { typed } from './code-checks.ts'
import { ENROL, secretOn } from './fresh-proof-checks.ts'
import { officeOf } from './offices.ts'
import { changed, forgotten } from './password-checks.ts'
import {
  appCode,
  application,
  assertSentBack,
  browser,
  codeIn,
  enrolledResident,
  linkIn,
  mailTo,
  post,
  type Resident,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const NEW = 'a lantern in the fog'
const DAY = 86_400_000
const HELD = /Your password was reset by email a short time ago, so a code by email is not enough/

for (const engine of usually('SQLite')) {
  describe(`whoever has nothing but a mailbox, on ${engine},`, () => {
    let stage: Stage
    let usual: Awaited<ReturnType<typeof application>>
    let demanding: Awaited<ReturnType<typeof application>>
    let strict: Awaited<ReturnType<typeof application>>

    before(async () => {
      stage = await stageOf(engine)
      usual = await application(stage)
      demanding = await application(stage, { secondFactor: true })
      strict = await application(stage, { secondFactor: true, factors: ['app'] })
    })
    after(() => stage.stop())

    /** Replaces a forgotten password through the link of a mail. */
    const recovered = async (who: Resident) => {
      await forgotten(stage, who)
      return await replaced(who.userName)
    }
    const replaced = async (userName: string, subject = 'Reset your password') => {
      const person = browser(stage)
      await person.visit(linkIn(await mailTo(stage, userName, subject)))
      const done = await person.submit({ newpassword: NEW, confirmpassword: NEW })
      assert.match(done.html, /Your password was changed/)
      return person
    }
    const entered = async (address: string, { userName }: Resident, password = NEW) => {
      const person = browser(stage)
      await person.visit(address)
      await person.submit({ username: userName, password })
      return person
    }
    const codesSent = async ({ userName }: Resident) =>
      (await stage.store.outbox.list(10_000)).filter(
        ({ event, recipient }) => event === 'mail-one-time-code' && recipient === userName,
      ).length
    const assertHeld = ({ status, html, heading }: Shown) => {
      assert.equal(status, 403)
      assert.equal(heading, 'We could not confirm that it is you')
      assert.match(html, HELD)
      assert.match(html, /after \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC/)
    }
    const letHoldPass = async ({ id }: Resident) =>
      await stage.store.write(tx => tx.accounts.update(id, { recoveredAt: Date.now() - DAY }))

    test('does not get past the app of an account', async () => {
      const who = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
      await recovered(who)
      for (const { address } of [usual, demanding]) {
        const person = await entered(address, who)
        assert.match(person.shown!.html, /Enter the code that your authenticator app shows/)
        const choice = await person.submit({}, { button: 'Use another method' })
        assert.match(choice.html, /<span>Authenticator app<\/span>/)
        assert.match(choice.html, /<span>Recovery code<\/span>/)
        assert.doesNotMatch(choice.html, /Email/)
        const again = await person.submit({ 'otp.user.otp-method.id': 'email' })
        assert.equal(again.heading, 'Two-step verification')
        assert.equal(sessionSet(await post(person, { operation: 'generate' })), undefined)
      }
      assert.equal(await codesSent(who), 0)
    })

    test('gets no code for an account whose password the mailbox has just replaced', async () => {
      const who = await resident(stage)
      const person = await recovered(who)
      await person.visit(demanding.address)
      await person.submit({ username: who.userName, password: NEW })
      assertHeld(person.shown!)
      assert.equal(person.cookie('tabard-session'), undefined)
      const elsewhere = await entered(demanding.address, who)
      assertHeld(elsewhere.shown!)
      // The way to begin again leads to the application that waits, and no further.
      const [, again] = /<a class="button" href="([^"]*flow=[^"]*)"/.exec(elsewhere.shown!.html)!
      await elsewhere.visit(again!.replaceAll('&amp;', '&'))
      await elsewhere.submit({ username: who.userName, password: NEW })
      assertHeld(elsewhere.shown!)
      const flow = elsewhere.shown!.url
      for (const operation of ['verify', 'generate', 'restart', 'done'])
        assert.equal(sessionSet(await elsewhere.send('POST', flow, { operation })), undefined)
      assert.equal(await codesSent(who), 0)
    })

    test('can use what asks for no second factor, and gains none by being signed in', async () => {
      const who = await resident(stage)
      await recovered(who)
      const person = await entered(usual.address, who)
      assertSentBack(person)
      // A wish for a code by mail cannot be met now, and so keeps nobody out.
      assertSentBack(await entered(`${usual.address}&acr_values=urn:tabard:acr:mail`, who))
      assertHeld(await person.visit(demanding.address))
      assertHeld(await person.visit(strict.address))
      assertHeld(await person.visit(ENROL))
      await person.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
      assert.match((await changed(person, 'violet anchor on sand', NEW)).html, /Your password was changed\./)
      assertHeld(await person.visit(demanding.address))
      assertHeld((await entered(demanding.address, who, 'violet anchor on sand')).shown!)
      assert.equal(await codesSent(who), 0)
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
    })

    test('has to wait for a day, in which the owner can notice', async () => {
      const who = await resident(stage)
      await recovered(who)
      await stage.store.write(tx => tx.accounts.update(who.id, { recoveredAt: Date.now() - DAY + 60_000 }))
      assertHeld((await entered(demanding.address, who)).shown!)
      await letHoldPass(who)
      const person = await entered(demanding.address, who)
      await typed(person, codeIn(await mailTo(stage, who.userName, 'Your one-time code')))
      assertSentBack(person)
    })

    test('is told by the help desk when not to wait', async () => {
      for (const lift of [resetFactors, resetPassword]) {
        const who = await resident(stage)
        await recovered(who)
        const office = await quietOffice(stage.service)
        await stage.store.write(tx => tx.accounts.update(who.id, { email: null }))
        await lift(office, who.id)
        const { recoveredAt } = (await stage.store.accounts.get(who.id))!
        assert.equal(recoveredAt, null)
      }
    })

    test('is not somebody for whom an administrator vouches, by an invitation or a reset', async () => {
      await using office = await officeOf(stage)
      const who = await resident(stage)
      await recovered(who)
      await resetPassword(office, who.id)
      await createAccount(office, { email: 'vouched@example.com' })
      const mails = { [who.userName]: 'Reset your password', 'vouched@example.com': 'Your new account' }
      for (const [userName, subject] of Object.entries(mails)) {
        await replaced(userName, subject)
        const person = await entered(demanding.address, { ...who, userName })
        await typed(person, codeIn(await mailTo(stage, userName, 'Your one-time code')))
        assertSentBack(person)
      }
    })

    test('is somebody else than the one who has the app: a code of it ends the wait', async () => {
      const who = await enrolledResident(stage)
      await recovered(who)
      assert.notEqual((await stage.store.accounts.get(who.id))!.recoveredAt, null)
      const person = await entered(demanding.address, who)
      await typed(person, appCode(who.secret))
      assertSentBack(person)
      assert.equal((await stage.store.accounts.get(who.id))!.recoveredAt, null)
    })

    test('sets up no app for an application that accepts nothing else', async () => {
      const who = await resident(stage)
      await recovered(who)
      assertHeld((await entered(strict.address, who)).shown!)
    })
  })

  describe(`the second factors that count, on ${engine},`, () => {
    let stage: Stage
    let usual: Awaited<ReturnType<typeof application>>
    let strict: Awaited<ReturnType<typeof application>>
    let demanding: Awaited<ReturnType<typeof application>>

    before(async () => {
      stage = await stageOf(engine)
      usual = await application(stage)
      demanding = await application(stage, { secondFactor: true })
      strict = await application(stage, { secondFactor: true, factors: ['app'] })
    })
    after(() => stage.stop())

    const claims = async (person: Person, { id, secret }: Awaited<ReturnType<typeof application>>) => {
      assertSentBack(person)
      const response = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: new URL(person.left!).searchParams.get('code')!,
          redirect_uri: 'https://app.example.com/callback',
          client_id: id,
          client_secret: secret,
        }),
      })
      const { id_token } = (await response.json()) as { id_token: string }
      const { acr, amr } = JSON.parse(Buffer.from(id_token.split('.')[1]!, 'base64url').toString())
      return { acr, amr }
    }
    const begun = async (address: string, { userName }: Resident) => {
      const person = browser(stage)
      await person.visit(address)
      await person.submit({ username: userName, password: PASSWORD })
      return person
    }
    const mailed = async (person: Person, { userName }: Resident) =>
      await typed(person, codeIn(await mailTo(stage, userName, 'Your one-time code')))
    const PWD = { acr: 'urn:tabard:acr:password', amr: ['pwd'] }
    const MAIL = { acr: 'urn:tabard:acr:mail', amr: ['pwd', 'mca'] }
    const APP = { acr: 'urn:tabard:acr:app', amr: ['pwd', 'otp', 'mfa'] }

    test('are told to applications as they are', async () => {
      const who = await resident(stage)
      assert.deepEqual(await claims(await begun(usual.address, who), usual), PWD)
      const person = await begun(demanding.address, who)
      await mailed(person, who)
      assert.deepEqual(await claims(person, demanding), MAIL)
      const enrolled = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
      for (const code of [appCode(enrolled.secret), 'p4tw-81kc-n0qz-7v3e']) {
        const other = await begun(demanding.address, enrolled)
        await typed(other, code)
        assert.deepEqual(await claims(other, demanding), APP)
        // A session tells the same without a question.
        await other.visit(usual.address)
        assert.deepEqual(await claims(other, usual), APP)
      }
    })

    test('lead whoever has no app to set one up, with a mailed code first', async () => {
      const who = await resident(stage)
      const person = await begun(strict.address, who)
      assert.match(person.shown!.html, /We sent a code to/)
      const page = await mailed(person, who)
      assert.equal(page.heading, 'Set up an authenticator app')
      assert.equal(person.cookie('tabard-session'), undefined)
      assert.equal((await typed(person, appCode(secretOn(page)))).heading, 'Save your recovery codes')
      await person.submit({})
      assert.deepEqual(await claims(person, strict), {
        ...APP,
        amr: ['pwd', 'otp', 'mca', 'mfa'],
      })
    })

    test('are not those of a session that was confirmed by mail, where mail does not count', async () => {
      const who = await resident(stage)
      const person = await begun(demanding.address, who)
      await mailed(person, who)
      assertSentBack(person)
      // What sets up an app takes a new sign-in.
      assert.equal((await person.visit(strict.address)).heading, 'Sign in')
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.equal((await mailed(person, who)).heading, 'Set up an authenticator app')
      const silent = await person.send('GET', `${strict.address}&prompt=none`)
      assert.match(silent.headers.get('location')!, /error=login_required/)
      const plain = await signedIn(stage, who)
      assert.equal((await plain.visit(strict.address)).heading, 'Sign in')
    })

    test('are those of the tenant as well: an application accepts no more', async () => {
      const { store } = stage.service.service
      const [tenant] = await store.tenants()
      const who = await resident(stage)
      await store.tenant(tenant!.id).write(tx => tx.tenant.update({ factors: ['app'] }))
      try {
        const person = await begun(demanding.address, who)
        assert.equal((await mailed(person, who)).heading, 'Set up an authenticator app')
      } finally {
        await store.tenant(tenant!.id).write(tx => tx.tenant.update({ factors: null }))
      }
      const person = await begun(demanding.address, who)
      await mailed(person, who)
      assertSentBack(person)
    })

    test('are asked for by a wish, of whoever can give them', async () => {
      const wishing = (wish: string) => `${usual.address}&acr_values=${encodeURIComponent(wish)}`
      const [app, mail] = [wishing(APP.acr), wishing(`${APP.acr} ${MAIL.acr}`)]
      const who = await resident(stage)
      // Nobody has to set anything up for a wish.
      assert.deepEqual(await claims(await begun(app, who), usual), PWD)
      assert.deepEqual(await claims(await begun(wishing('urn:other'), who), usual), PWD)
      const person = await begun(wishing(PWD.acr), who)
      assert.deepEqual(await claims(person, usual), PWD)
      // Where nobody can be asked, it is passed over.
      const silent = await person.send('GET', `${mail}&prompt=none`)
      assert.match(silent.headers.get('location')!, /callback\?code=/)
      await person.visit(mail)
      assert.equal(person.shown!.heading, 'Two-step verification')
      await person.submit({})
      await mailed(person, who)
      assert.deepEqual(await claims(person, usual), MAIL)
      await person.visit(mail)
      assert.deepEqual(await claims(person, usual), MAIL)
    })

    test('have their values in the metadata', async () => {
      const metadata = (await (
        await fetch(`${stage.service.url}${ISSUER_PATH}/.well-known/openid-configuration`)
      ).json()) as { acr_values_supported: string[]; claims_supported: string[] }
      assert.deepEqual(metadata.acr_values_supported, [
        ...[PWD.acr, MAIL.acr, APP.acr],
        ...['urn:tabard:acr:source', 'urn:tabard:acr:source-factor'],
      ])
      for (const claim of ['acr', 'amr']) assert.ok(metadata.claims_supported.includes(claim), claim)
    })
  })

  describe(`a recovery code on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const CODES = ['p4tw-81kc-n0qz-7v3e', '6y2m-d5hs-x9ra-0gbn']

    test('is a method of its own, until none is left', async () => {
      const who = await enrolledResident(stage, CODES)
      for (const [index, code] of CODES.entries()) {
        const person = browser(stage)
        await signIn(person, who)
        await person.submit({}, { button: 'Use another method' })
        const page = await person.submit({ 'otp.user.otp-method.id': 'recovery' })
        assert.match(page.html, /Enter one of your recovery codes/)
        assert.equal((await typed(person, '')).alert, 'Please enter the code.')
        const wrong = await typed(person, 'aaaa-bbbb-cccc-dddd')
        assert.equal(wrong.alert, 'The code is incorrect.')
        assert.match(wrong.html, /Enter one of your recovery codes/)
        assert.equal((await typed(person, code)).heading, 'You are signed in')
        const mail = await mailTo(stage, who.userName, 'Your profile was changed')
        assert.match(
          mail.text,
          new RegExp(`A recovery code was used\\. You have ${index === 0 ? '1 code' : '0 codes'} left\\.`),
        )
      }
      const last = browser(stage)
      const page = await signIn(last, who)
      assert.match(page.html, /data-show="none">\s*<input type="hidden" name="operation" value="restart">/)
      await post(last, { operation: 'restart' })
      assert.match((await last.visit(page.url)).html, /Enter the code that your authenticator app shows/)
    })

    test('that is wrong is told to nobody by mail', async () => {
      const who = await enrolledResident(stage, CODES)
      const person = browser(stage)
      await signIn(person, who)
      await typed(person, 'aaaa-bbbb-cccc-dddd')
      const mails = (await stage.store.outbox.list(10_000)).filter(
        ({ recipient }) => recipient === who.userName,
      )
      assert.deepEqual(mails, [])
    })

    test('is a proof for a change too, in place of the app', async () => {
      const who = await enrolledResident(stage, CODES)
      const person = await signedIn(stage, who)
      assert.match((await person.visit(ENROL)).html, /Enter the code that your authenticator app shows/)
      await person.submit({}, { button: 'Use another method' })
      const page = await person.submit({ 'otp.user.otp-method.id': 'recovery' })
      assert.match(page.html, /Enter one of your recovery codes/)
      const enrolment = await typed(person, CODES[0]!)
      assert.equal(enrolment.heading, 'Set up an authenticator app')
      await typed(person, appCode(secretOn(enrolment)))
      // They may be sent at the same moment.
      for (const told of [
        /A recovery code was used/,
        /Your authenticator app was replaced with another one\./,
      ])
        await stage.smtp.next(
          ({ to, subject, text }) =>
            to === who.userName && subject === 'Your profile was changed – Tabard' && told.test(text),
        )
    })
  })
}
