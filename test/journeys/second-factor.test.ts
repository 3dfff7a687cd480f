import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { ISSUER_PATH, SIGN_IN, setStatus } from '../../src/identity/identity.ts'
import { ENGINES, usually } from '../support/database.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { askedForCode, typed } from './code-checks.ts'
import { holds } from './sign-in-checks.ts'
import {
  appCode,
  application,
  assertRefused,
  assertSentBack,
  browser,
  codeIn,
  enrolledResident,
  eventsOf,
  isSignedIn,
  letAskAgain,
  mailTo,
  otherThan,
  post,
  type Resident,
  resident,
  type Stage,
  signedIn,
  signIn,
  stageOf,
  stateOf,
} from './steps.ts'

const ENROL = `${SIGN_IN}?runtime=true&operation=enroll`

for (const engine of ENGINES) {
  describe(`a second factor on ${engine}`, () => {
    let stage: Stage
    let demanding: Awaited<ReturnType<typeof application>>

    before(async () => {
      stage = await stageOf(engine)
      demanding = await application(stage, { secondFactor: true })
    })
    after(() => stage.stop())
    afterEach(() => stage.startClock())

    /** Goes to the application that asks for a second factor, and gives the password. */
    const begun = async (who: Pick<Resident, 'userName'>): Promise<Person> => {
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      return person
    }
    /** Opens the page for an app, with the code that has to be given before. */
    const enrolling = async (person: Person, { userName }: Resident): Promise<Shown> => {
      assert.equal((await person.visit(ENROL)).heading, 'Two-step verification')
      await person.submit({})
      return await typed(person, codeIn(await mailTo(stage, userName, 'Your one-time code')))
    }
    const secretOn = ({ html }: Shown) => /<code class="key" dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(html)![1]!
    const codesOn = ({ html }: Shown) =>
      [...html.matchAll(/<code>([\da-z-]+)<\/code>/g)].map(([, code]) => code!)
    const buttonsOn = ({ html }: Shown) =>
      [
        ...html.matchAll(
          /<form[^>]*?(data-show="none")?>\s*(?:<input type="hidden"[^>]*>\s*)*(?:<p>.*?<\/p>\s*)?<button[^>]*>([^<]*)/g,
        ),
      ]
        .filter(([, hidden]) => hidden === undefined)
        .map(([, , text]) => text!)

    test('is a mailed code, where the application asks for one and there is no app', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const { person, code } = await askedForCode(stage, who, demanding.address)
      const page = person.shown!
      assert.match(page.html, /We sent a code to <strong dir="auto">r•••@example\.com<\/strong>/)
      assert.equal(person.cookie('tabard-session'), undefined)
      assert.deepEqual(buttonsOn(page), ['Send a new code'])
      assert.match(page.html, /autocomplete="one-time-code"/)
      assert.equal((await typed(person, '')).alert, 'Please enter the code.')
      assert.equal((await typed(person, 'no code')).alert, 'The code is incorrect.')
      assert.equal((await typed(person, otherThan(code))).alert, 'The code is incorrect.')
      await typed(person, ` ${code.slice(0, 3)} ${code.slice(3)}`)
      assertSentBack(person)
      assert.equal((await eventsOf(stage, who)).at(-1), 'signed-in')
    })

    test('is asked of somebody who is signed in with a password alone, and of nobody twice', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      const before = person.cookie('tabard-session')!
      const usual = await application(stage)
      await person.visit(usual.address)
      assertSentBack(person)
      // An address alone sends no mail.
      const page = await person.visit(demanding.address)
      assert.equal(page.heading, 'Two-step verification')
      assert.equal((await person.submit({})).heading, 'Confirm that it is you')
      await typed(person, codeIn(await mailTo(stage, who.userName, 'Your one-time code')))
      assertSentBack(person)
      assert.notEqual(person.cookie('tabard-session'), before)
      assert.equal(await holds(stage, person, before), false)
      await person.visit((await application(stage, { secondFactor: true })).address)
      assertSentBack(person)
    })

    test('a new code is sent when it is time, and then the old one is worth nothing', async () => {
      const who = await resident(stage)
      stage.stopClock()
      const { person, code } = await askedForCode(stage, who, demanding.address)
      const soon = await person.submit({}, { button: 'Send a new code' })
      assert.match(soon.alert, /^Please wait (?:2\d|30) seconds before you ask for another code\.$/)
      await letAskAgain(stage, person)
      const page = await person.submit({}, { button: 'Send a new code' })
      assert.match(page.html, /<p class="notice"[^>]*>A new code is on its way\.<\/p>/)
      const again = codeIn(await mailTo(stage, who.userName, 'Your one-time code'))
      assert.equal((await typed(person, code)).alert, 'The code is incorrect.')
      assert.doesNotMatch(person.shown!.html, /A new code is on its way/)
      await typed(person, again)
      assertSentBack(person)
    })

    test('asking for a code too soon does not give guesses back', async () => {
      const who = await resident(stage)
      // On a busy machine, it would not be too soon any more.
      stage.stopClock()
      const { person, code } = await askedForCode(stage, who, demanding.address)
      for (let guess = 0; guess < 8; guess++)
        await Promise.all([
          post(person, { 'otp.user.otp': otherThan(code) }),
          post(person, { operation: 'generate' }),
          post(person, { operation: 'generate' }),
        ])
      const { challenge } = JSON.parse((await stateOf(stage, person)).payload)
      // Of those that PostgreSQL gets at the very same moment it looks at one.
      assert.ok(challenge.wrong >= (engine === 'SQLite' ? 5 : 1), challenge.wrong)
    })

    test('an app is set up from the page of somebody who is signed in', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      const session = person.cookie('tabard-session')!
      const page = await enrolling(person, who)
      assert.equal(page.heading, 'Set up an authenticator app')
      assert.match(page.html, /<svg [^>]*class="qr-code"/)
      assert.deepEqual(buttonsOn(page), ['Cancel'])
      const secret = secretOn(page)
      assert.equal((await typed(person, '')).alert, 'Please enter the code.')
      const wrong = await typed(person, otherThan(appCode(secret)))
      assert.equal(wrong.alert, 'The code is incorrect.')
      assert.equal(secretOn(wrong), secret)
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
      const codes = await typed(person, appCode(secret))
      assert.equal(codes.heading, 'Save your recovery codes')
      const recovery = codesOn(codes)
      assert.equal(new Set(recovery).size, 10)
      const action = codes.forms[0]!.action
      const done = await person.submit({})
      assert.equal(done.heading, 'You are signed in')
      assert.match(done.html, /Your authenticator app is set up\./)
      assert.notEqual(person.cookie('tabard-session'), session)
      const mail = await mailTo(stage, who.userName, 'Your profile was changed')
      assert.match(mail.text, /Your authenticator app is set up\./)
      // They are shown once.
      const again = await person.visit(action)
      assert.deepEqual(codesOn(again), [])
      assert.deepEqual(codesOn(await person.visit(ENROL)), [])

      const later = browser(stage)
      await signIn(later, who)
      assert.equal((await typed(later, recovery[3]!)).heading, 'You are signed in')
      assert.deepEqual((await eventsOf(stage, who)).slice(1), [
        'proof-renewed',
        'factor-enrolled',
        'recovery-code-used',
        'signed-in',
      ])
    })

    test('an app is asked for at every sign-in from then on, and mail is no other way', async () => {
      const who = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
      const person = browser(stage)
      const app = await signIn(person, who)
      assert.match(app.html, /Enter the code that your authenticator app shows/)
      assert.deepEqual(buttonsOn(app), ['Use another method'])
      const page = await person.submit({}, { button: 'Use another method' })
      assert.equal(page.heading, 'Two-step verification')
      assert.equal(page.forms[0]!.fields['otp.user.otp-method.id'], 'totp')
      assert.match(page.html, /<span>Authenticator app<\/span>/)
      assert.match(page.html, /<span>Recovery code<\/span>/)
      assert.doesNotMatch(page.html, /Email/)
      await person.submit({})
      assert.equal((await typed(person, appCode(who.secret))).heading, 'You are signed in')
    })

    test('people who set up an app in the same sign-in share neither its key nor a recovery code', async () => {
      const [first, second] = [
        await resident(stage, { email: undefined, userName: `first ${engine}` }),
        await resident(stage, { email: undefined, userName: `second ${engine}` }),
      ]
      const person = await begun(first)
      const enrolled = async () => {
        const secret = secretOn(person.shown!)
        return { secret, codes: codesOn(await typed(person, appCode(secret))) }
      }
      const one = await enrolled()
      assert.equal((await person.submit({ operation: 'other_account' })).heading, 'Sign in')
      await person.submit({ username: second.userName, password: PASSWORD })
      const other = await enrolled()
      assert.notEqual(other.secret, one.secret)
      assert.equal(new Set([...one.codes, ...other.codes]).size, 20)
      await person.submit({})
      assertSentBack(person)
    })

    test('an app is replaced by another one, or removed with its recovery codes', async () => {
      const who = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
      const person = browser(stage)
      await signIn(person, who)
      await typed(person, appCode(who.secret))
      await person.visit(ENROL)
      assert.deepEqual(buttonsOn(person.shown!), ['Cancel', 'Remove the app'])
      const secret = secretOn(person.shown!)
      assertCopied(await typed(person, appCode(secret)), who)
      await person.submit({})
      assert.equal(await stage.store.factors.recoveryCodesLeft(who.id), 10)
      const told = async () => (await mailTo(stage, who.userName, 'Your profile was changed')).text
      assert.match(await told(), /Your authenticator app was replaced with another one\./)

      const later = browser(stage)
      await signIn(later, who)
      assert.equal((await typed(later, appCode(who.secret, 1))).alert, 'The code is incorrect.')
      assert.equal((await typed(later, 'p4tw-81kc-n0qz-7v3e')).alert, 'The code is incorrect.')
      assert.equal((await typed(later, appCode(secret, 1))).heading, 'You are signed in')
      await later.visit(ENROL)
      const page = await later.submit({}, { button: 'Remove the app' })
      assert.match(page.html, /Your authenticator app was removed\./)
      assert.match(await told(), /Your authenticator app was removed\./)
      assert.equal(await stage.store.factors.recoveryCodesLeft(who.id), 0)
      assert.equal((await signIn(browser(stage), who)).heading, 'You are signed in')
    })

    test('a session from before the app is ended by it, and none without it gets past it', async () => {
      const who = await resident(stage)
      const [person, other] = [await signedIn(stage, who), await signedIn(stage, who)]
      await enrolling(person, who)
      await typed(person, appCode(secretOn(person.shown!)))
      assert.equal(await isSignedIn(other), false)
      assert.equal(await isSignedIn(person), true)

      const enrolled = await enrolledResident(stage)
      const weak = await signedIn(stage, enrolled)
      const page = await weak.visit(ENROL)
      assert.match(page.html, /Enter the code that your authenticator app shows/)
      await post(weak, { operation: 'remove' })
      assert.ok(await stage.store.factors.authenticator(enrolled.id))
      assert.equal((await typed(weak, appCode(enrolled.secret))).heading, 'Set up an authenticator app')
    })

    test('a sign-in that is under way ends with the account, or with its password', async () => {
      const [disabled, changed] = [await resident(stage), await resident(stage)]
      const one = await askedForCode(stage, disabled, demanding.address)
      const two = await askedForCode(stage, changed, demanding.address)
      await setStatus(await quietOffice(stage.service), disabled.id, 'disabled')
      const { passwordHash } = (await stage.store.accounts.get(disabled.id))!
      await stage.store.write(async tx => {
        await tx.accounts.update(changed.id, { passwordHash: `${passwordHash}x` })
        await tx.records.removeOwned(changed.id)
      })
      for (const { person, code } of [one, two]) {
        await typed(person, code)
        assert.equal(person.left, undefined)
        assert.equal(person.cookie('tabard-session'), undefined)
      }
    })

    // What follows is about pages and forms, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('mail and page show the same number, and the mail is for nobody else', async () => {
      const who = await resident(stage)
      const person = await begun(who)
      const mail = await mailTo(stage, who.userName, 'Your one-time code')
      const [, reference] = /reference <strong>(\d{4})<\/strong>/.exec(person.shown!.html)!
      assert.match(mail.text, new RegExp(`Reference shown on the page: ${reference}`))
      assert.ok(!person.shown!.html.includes(codeIn(mail)))
    })

    test('tells the application how somebody has signed in', async () => {
      const amr = async (person: Person) => {
        const code = new URL(person.left!).searchParams.get('code')!
        const response = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            redirect_uri: 'https://app.example.com/callback',
            client_id: demanding.id,
            client_secret: demanding.secret,
          }),
        })
        const { id_token } = (await response.json()) as { id_token: string }
        return JSON.parse(Buffer.from(id_token.split('.')[1]!, 'base64url').toString()).amr
      }
      const { person, code } = await askedForCode(stage, await resident(stage), demanding.address)
      await typed(person, code)
      assert.deepEqual(await amr(person), ['pwd', 'mca'])
    })

    test('is not asked for where no application does, and no app is set up', async () => {
      await signedIn(stage, await resident(stage))
    })

    test('an app that is set up counts for the session at once', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await enrolling(person, who)
      await typed(person, appCode(secretOn(person.shown!)))
      await person.submit({})
      await person.visit(demanding.address)
      assertSentBack(person)
    })

    test('a method that there is not leads back to the choice', async () => {
      const who = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
      const person = browser(stage)
      await signIn(person, who)
      await person.submit({}, { button: 'Use another method' })
      for (const method of ['', 'sms', 'email', '__proto__'])
        assert.equal(
          (await person.submit({ 'otp.user.otp-method.id': method })).heading,
          'Two-step verification',
        )
    })

    test('whoever has neither an app nor an address has to set one up', async () => {
      const who = await resident(stage, { email: undefined, userName: `mute ${engine}` })
      const person = await begun(who)
      const page = person.shown!
      assert.equal(page.heading, 'Set up an authenticator app')
      assert.deepEqual(buttonsOn(page), [])
      // It is due: nothing on the page goes round it.
      for (const operation of ['cancel', 'remove', 'restart', 'done'])
        assert.equal((await person.submit({ operation })).heading, 'Set up an authenticator app')
      assert.equal(person.cookie('tabard-session'), undefined)
      const codes = await typed(person, appCode(secretOn(page)))
      assert.equal(codes.heading, 'Save your recovery codes')
      assert.equal(person.cookie('tabard-session'), undefined)
      await person.submit({})
      assertSentBack(person)

      const again = await begun(who)
      assert.match(again.shown!.html, /Enter the code that your authenticator app shows/)
      assert.deepEqual(buttonsOn(again.shown!), ['Use another method'])
      await typed(again, appCode(secretOn(page), 1))
      assertSentBack(again)
    })

    test('nothing of an app is for somebody who is not signed in', async () => {
      const who = await enrolledResident(stage)
      const stranger = browser(stage)
      assert.equal((await stranger.visit(ENROL)).heading, 'Sign in')
      const person = browser(stage)
      await signIn(person, who)
      // The password alone is not enough either.
      assert.equal((await person.visit(ENROL)).heading, 'Sign in')
      await signIn(person, who)
      await person.submit({})
      await typed(person, appCode(who.secret))
      await person.visit(ENROL)
      person.setCookie('tabard-session', 'A'.repeat(43))
      await assertRefused(await post(person, { operation: 'remove' }))
      assert.ok(await stage.store.factors.authenticator(who.id))
      assert.equal(await isSignedIn(person), false)
    })
  })
}

/** The codes name their account, for paper, and a script of ours can copy them where no theme's script runs. */
function assertCopied({ html, headers }: Shown, { userName }: { userName: string }): void {
  assert.match(html, /<ul class="codes" dir="ltr" data-copy="Copy codes" data-copied="Codes copied">/)
  assert.ok(html.includes(`<p class="printed"><strong>Tabard</strong> · <bdi>${userName}</bdi> · `))
  const scripts = [...html.matchAll(/<script nonce="([^"]+)">(.*?)<\/script>/gs)]
  assert.equal(scripts.length, 1)
  const [[, nonce, script]] = scripts as [RegExpExecArray]
  assert.match(script!, /navigator\.clipboard\.writeText/)
  assert.match(headers.get('content-security-policy')!, new RegExp(`script-src 'nonce-${nonce}'[^;]*;`))
}
