import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import { AT_FULL_COST } from '../support/service.ts'
import { send } from '../support/wire.ts'
import {
  changed,
  changing,
  forgotten,
  longPassword,
  nulCounts,
  sameCharacters,
  tenantNameAsPassword,
} from './password-checks.ts'
import { holds } from './sign-in-checks.ts'
import {
  alter,
  application,
  assertRefused,
  assertSentBack,
  browser,
  eventsOf,
  isSignedIn,
  linkIn,
  mailTo,
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

const NEW = 'a lantern in the fog'
const WRONG = 'The username or the password is incorrect.'
const INVALID = 'This link is too old or was already used. Please ask for a new one.'

for (const engine of ENGINES) {
  describe(`passwords on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    describe('a forgotten password', () => {
      const linkFor = async (who: Resident) => {
        await forgotten(stage, who)
        return linkIn(await mailTo(stage, who.userName, 'Reset your password'))
      }
      const replaced = { newpassword: NEW, confirmpassword: NEW }

      test('is replaced by the link of a mail, and everything that was open ends', async () => {
        const who = await resident(stage, { givenName: 'Alex' })
        const before = await signedIn(stage, who)
        const unused = await linkFor(who)
        const link = await linkFor(who)
        assert.ok(link.startsWith(`${stage.service.url}${SIGN_IN}?`))
        const person = browser(stage)
        const page = await person.visit(link)
        assert.equal(page.heading, 'Choose a new password')
        assert.equal(page.forms[0]!.fields.username, who.userName)
        // The secret of the link is in no address that the page could give away.
        assert.doesNotMatch(page.url + page.html, /recover=/)
        const done = await person.submit(replaced)
        assert.match(done.html, /Your password was changed\. Sign in with the new one\./)
        assert.equal(person.cookie('tabard-session'), undefined)
        assert.equal(await isSignedIn(before), false)
        assert.equal((await signIn(browser(stage), who)).alert, WRONG)
        assert.equal((await signIn(browser(stage), who, NEW)).heading, 'You are signed in')
        const mail = await mailTo(stage, who.userName, 'Your password was changed')
        assert.match(mail.text, /^Hello Alex,$/m)
        assert.doesNotMatch(mail.text, /lantern/)
        assert.deepEqual((await eventsOf(stage, who)).slice(1, 4), [
          'password-forgotten',
          'password-forgotten',
          'password-recovered',
        ])
        // The other link was for the password that is no more.
        assert.equal((await browser(stage).visit(unused)).alert, INVALID)
      })

      test('opening the link does not use it up, a new password does', async () => {
        const who = await resident(stage)
        const link = await linkFor(who)
        await fetch(link, { method: 'HEAD' })
        const [first, second] = [browser(stage), browser(stage)]
        assert.equal((await first.visit(link)).heading, 'Choose a new password')
        assert.equal((await second.visit(link)).heading, 'Choose a new password')
        assert.match((await second.submit(replaced)).html, /Your password was changed/)
        // What was open of the account has ended with its password.
        const late = await first.submit({
          newpassword: 'yet another one',
          confirmpassword: 'yet another one',
        })
        assert.equal(late.heading, 'Sign in')
        const page = await browser(stage).visit(link)
        assert.deepEqual([page.status, page.alert], [403, INVALID])
        assert.equal((await signIn(browser(stage), who, NEW)).heading, 'You are signed in')
      })

      test('of two new passwords at the same moment one is taken', async () => {
        const who = await resident(stage)
        const link = await linkFor(who)
        const people = [browser(stage), browser(stage), browser(stage)]
        for (const person of people) await person.visit(link)
        const words = ['first of all lamps', 'second of all lamps', 'third of all lamps']
        const answers = await Promise.all(
          people.map((person, index) =>
            post(person, { newpassword: words[index]!, confirmpassword: words[index]! }),
          ),
        )
        const done = answers.map(({ headers }) => headers.get('location')?.includes('at=changed') ?? false)
        assert.deepEqual(done.toSorted(), [false, false, true])
        const taken = words[done.indexOf(true)]!
        for (const word of words)
          assert.equal(
            (await signIn(browser(stage), who, word)).heading,
            word === taken ? 'You are signed in' : 'Sign in',
          )
      })

      test('a link that is too old is refused, also in the middle', async () => {
        const who = await resident(stage)
        const link = await linkFor(who)
        const person = browser(stage)
        await person.visit(link)
        const secret = new URL(link).searchParams.get('recover')!
        await alter(stage, 'Recovery', secret, () => ({ expiresAt: Date.now() }))
        assert.equal((await person.submit(replaced)).alert, INVALID)
        assert.equal((await browser(stage).visit(link)).alert, INVALID)
        assert.equal((await signIn(browser(stage), who)).heading, 'You are signed in')
      })

      test('a link that nobody sent is refused, whatever it says', async () => {
        for (const secret of ['', 'nonsense', '\0', 'é'.repeat(43), 'A'.repeat(43), 'x'.repeat(8_000)]) {
          const page = await browser(stage).visit(
            `${SIGN_IN}?runtime=true&recover=${encodeURIComponent(secret)}`,
          )
          assert.deepEqual([page.status, page.alert], [403, INVALID])
        }
      })

      test('its link leads to the public address, whatever the request says', async () => {
        const who = await resident(stage)
        const person = await opened(stage)
        const { action } = person.shown!.forms[0]!
        const answer = await send(
          stage.service.url,
          'POST',
          `${action}&operation=forgot_password`,
          {
            host: 'evil.example',
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'https',
            forwarded: 'host=evil.example',
            origin: 'https://evil.example',
            cookie: person.cookies(),
            'content-type': 'application/x-www-form-urlencoded',
          },
          `username=${encodeURIComponent(who.userName)}`,
        )
        assert.equal(answer.status, 303)
        assert.doesNotMatch(answer.headers.location!, /evil/)
        const mail = await mailTo(stage, who.userName, 'Reset your password')
        assert.doesNotMatch(mail.raw, /evil/)
        assert.match(mail.text, /works once and expires in 30 minutes\./)
        assert.ok(linkIn(mail).startsWith(stage.service.url))
      })

      test('the rules for a new one are told on its page', async () => {
        const who = await resident(stage)
        const person = browser(stage)
        await person.visit(await linkFor(who))
        for (const [password, problem] of [
          ['', 'Please enter a new password.'],
          ['short', 'The password needs at least 15 characters.'],
          [PASSWORD, 'The new password must differ from the current one.'],
        ] as const) {
          const page = await person.submit({ newpassword: password, confirmpassword: password })
          assert.equal(page.alert, problem)
        }
        assert.match((await person.submit(replaced)).html, /Your password was changed/)
      })

      test('a form without a user name is told so', async () => {
        const person = await opened(stage)
        await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
        assert.equal((await person.submit({ username: ' ' })).alert, 'Please enter your username.')
      })
    })

    describe('a temporary password', () => {
      test('has to be changed before anybody is signed in', async () => {
        const who = await resident(stage, {}, { temporary: true })
        const { address } = await application(stage)
        const person = browser(stage)
        await person.visit(address)
        const page = await person.submit({ username: who.userName, password: PASSWORD })
        assert.equal(page.heading, 'Choose a new password')
        assert.equal(person.cookie('tabard-session'), undefined)
        assert.equal(
          (await person.submit({ newpassword: PASSWORD, confirmpassword: PASSWORD })).alert,
          'The new password must differ from the current one.',
        )
        const action = person.shown!.forms[0]!.action
        await person.submit({ newpassword: NEW, confirmpassword: NEW })
        assertSentBack(person)
        assert.ok(person.cookie('tabard-session'))
        await mailTo(stage, who.userName, 'Your password was changed')
        await assertRefused(
          await person.send('POST', action, {
            newpassword: 'one more lamp',
            confirmpassword: 'one more lamp',
          }),
        )
        assert.equal((await signIn(browser(stage), who)).alert, WRONG)
        assert.equal((await signIn(browser(stage), who, NEW)).heading, 'You are signed in')
      })
    })

    describe('a change of the password', () => {
      test('ends every other session, goes on under a new id, and is told by mail', async () => {
        const who = await resident(stage)
        const other = await signedIn(stage, who)
        const person = await changing(stage, who)
        const session = person.cookie('tabard-session')!
        const page = await changed(person, NEW)
        assert.equal(page.heading, 'You are signed in')
        assert.match(page.html, /Your password was changed\./)
        assert.equal(await isSignedIn(person), true)
        assert.equal(await holds(stage, person, session), false)
        assert.equal(await isSignedIn(other), false)
        assert.equal((await signIn(browser(stage), who)).alert, WRONG)
        await mailTo(stage, who.userName, 'Your password was changed')
      })

      test('tells what is wrong with it, field by field of the rules', async () => {
        const who = await resident(stage, {
          email: `konstanze.${engine.toLowerCase()}@example.com`,
          givenName: 'Konstanze',
          familyName: 'Weizmann',
        })
        const person = await changing(stage, who)
        const context =
          'The password is too close to your name, your email address or the name of this service.'
        const common = 'This password is easy to guess. Please choose another one.'
        for (const [to, problem, current = PASSWORD, again = to] of [
          [NEW, 'Please enter your current password.', ''],
          [NEW, 'The current password is incorrect.', 'not the current one'],
          ['', 'Please enter a new password.'],
          ['fourteen chars', 'The password needs at least 15 characters.'],
          ['x'.repeat(257), 'The password can have at most 256 characters.'],
          ['Password12345678', common],
          ['P@ssw0rd2026!!!!', common],
          ['abababababababab', common],
          ['Konstanze-Konstanze', context],
          ['weizmann-konstanze', context],
          ['Tabard-Tabard-2026', context],
          [NEW, 'The two new passwords are not the same.', PASSWORD, `${NEW}!`],
          [NEW, 'The two new passwords are not the same.', PASSWORD, ''],
          [PASSWORD, 'The new password must differ from the current one.'],
        ] as [string, string, string?, string?][]) {
          const page = await changed(person, to, current, again)
          assert.equal(page.alert, problem, to)
          assert.equal(page.status, 200)
          if (to !== '') assert.ok(!page.html.includes(`value="${to}"`))
        }
        assert.equal((await changed(person, NEW)).heading, 'You are signed in')
        const events = (await eventsOf(stage, who)).slice(1)
        assert.deepEqual(events, ['proof-refused', 'password-changed'])
      })

      test('does not take the name of the tenant', () => tenantNameAsPassword(stage))
      test('takes 64 characters', () => longPassword(stage))
      test('takes the same characters from any keyboard', () => sameCharacters(stage))
      test('takes a NUL as a character', () => nulCounts(stage))

      test('begins with a link for people who have none, as they could not enter it', async () => {
        const who = await resident(stage)
        const person = await signedIn(stage, who)
        await stage.store.write(tx => tx.accounts.update(who.id, { passwordHash: null }))
        const page = await person.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
        assert.equal(page.heading, 'Reset your password')
        await person.submit({ username: who.userName })
        await person.visit(linkIn(await mailTo(stage, who.userName)))
        await person.submit({ newpassword: NEW, confirmpassword: NEW })
        assert.equal((await signIn(browser(stage), who, NEW)).heading, 'You are signed in')
      })

      test('can be given up', async () => {
        const person = await changing(stage, await resident(stage))
        const page = await person.visit(`${person.shown!.forms[0]!.action}&operation=cancel`)
        assert.equal(page.heading, 'You are signed in')
      })

      test('is not for somebody who has signed out meanwhile, or is somebody else', async () => {
        const who = await resident(stage)
        const person = await changing(stage, who)
        const another = await signedIn(stage, await resident(stage), person.cookie('tabard-browser'))
        person.setCookie('tabard-session', another.cookie('tabard-session')!)
        // Whose page it is has not been kept: it is the page of whoever is signed in, who needs their own password.
        const page = await changed(person, NEW, 'wrong password')
        assert.equal(page.alert, 'The current password is incorrect.')
        person.setCookie('tabard-session', 'A'.repeat(43))
        const answer = await post(person, { oldpassword: PASSWORD, newpassword: NEW, confirmpassword: NEW })
        await assertRefused(answer)
        assert.equal((await signIn(browser(stage), who)).heading, 'You are signed in')
      })
    })

    describe('a password that was hashed at another cost', () => {
      test('is hashed anew at the next sign-in', async t => {
        const stage = await stageOf(engine, {}, AT_FULL_COST)
        t.after(() => stage.stop())
        const who = await resident(stage)
        const salt = randomBytes(16)
        const cost = { memory: 8_192, passes: 2, parallelism: 1 }
        const tag = argon2Sync('argon2id', { ...cost, message: PASSWORD, nonce: salt, tagLength: 32 })
        const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
        const old = `$argon2id$v=19$m=8192,t=2,p=1$${base64(salt)}$${base64(tag)}`
        await stage.store.write(tx => tx.accounts.update(who.id, { passwordHash: old }))
        const kept = async () => (await stage.store.accounts.get(who.id))!.passwordHash
        assert.equal((await signIn(browser(stage), who, 'wrong password')).alert, WRONG)
        assert.equal(await kept(), old)
        assert.equal((await signIn(browser(stage), who)).heading, 'You are signed in')
        const now = await kept()
        assert.match(now!, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
        assert.equal((await signIn(browser(stage), who)).heading, 'You are signed in')
        assert.equal(await kept(), now)
      })

      test('that nobody can read lets nobody in', async () => {
        const who = await resident(stage)
        for (const passwordHash of [null, '', PASSWORD, '$2b$10$abcdefghijklmnopqrstuv']) {
          await stage.store.write(tx => tx.accounts.update(who.id, { passwordHash }))
          const answer = await post(await opened(stage), { username: who.userName, password: PASSWORD })
          assert.deepEqual([answer.status, sessionSet(answer)], [303, undefined])
        }
      })
    })
  })
}
