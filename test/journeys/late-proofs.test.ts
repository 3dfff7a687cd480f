import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { Passwords } from '../../src/identity/directory/passwords.ts'
import {
  type AccountOffice,
  DESIGNER_AT_COMMAND_LINE as BY,
  publishFlow,
  resetPassword,
} from '../../src/identity/identity.ts'
import { signInAt } from '../console/desk.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { askedForCode, typed } from './code-checks.ts'
import { DETAILS } from './fresh-proof-checks.ts'
import { officeOf } from './offices.ts'
import { newcomer } from './registration-checks.ts'
import { pressed, sourced } from './source-steps.ts'
import {
  appCode,
  application,
  browser,
  codeIn,
  mailTo,
  type Resident,
  resident,
  type Stage,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const REFUSED = 'We could not sign you in'
const SHORT = { newpassword: 'short', confirmpassword: 'short' }

for (const engine of ENGINES)
  describe(`a password that is replaced while a form is handled, on ${engine}`, () => {
    let stage: Stage
    let office: AccountOffice & AsyncDisposable
    let demanding: string
    let count = 0

    before(async () => {
      stage = await stageOf(engine, { TABARD_CONSOLE_SECOND_FACTOR: 'true' })
      office = await officeOf(stage)
      demanding = (await application(stage, { secondFactor: true })).address
    })
    after(async () => {
      await office[Symbol.asyncDispose]()
      await stage.stop()
    })

    /** Has the password reset once, right before or after the service reads the account for the next form. */
    const resetting = (when: 'before' | 'after', { id }: Pick<Resident, 'id'>): (() => boolean) => {
      const { store } = stage.service.service
      const tenant = store.tenant.bind(store)
      let done = false
      const around = async <T>(read: () => Promise<T>): Promise<T> => {
        if (done) return await read()
        done = true
        const early = when === 'after' ? await read() : undefined
        await resetPassword(office, id)
        return early ?? (await read())
      }
      store.tenant = of => {
        const own = tenant(of)
        const { accounts } = own
        const value = {
          get: (wanted: string) =>
            wanted === id ? around(() => accounts.get(wanted)) : accounts.get(wanted),
          meantBy: (name: string) => around(() => accounts.meantBy(name)),
        }
        return Object.defineProperty(own, 'accounts', { value: Object.setPrototypeOf(value, accounts) })
      }
      return () => {
        store.tenant = tenant
        return done
      }
    }
    /** The page that somebody sees who sends a form meanwhile. */
    const meanwhile = async (
      when: 'before' | 'after',
      who: Pick<Resident, 'id'>,
      sends: () => Promise<Shown>,
    ): Promise<Shown> => {
      const end = resetting(when, who)
      return await sends().finally(() => assert.ok(end(), 'the password was reset'))
    }
    /** Nothing is left of a sign-in that the person could go on with. */
    const assertLost = async (person: Person, who: Resident): Promise<void> => {
      const steps = await stage.store.write(tx => tx.records.removeOwned(who.id, 'Flow'))
      assert.equal(steps, 0)
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
      assert.equal(person.cookie('tabard-session'), undefined)
    }
    const mute = async () =>
      await resident(stage, { email: undefined, userName: `mute ${engine} ${++count}` })
    /** Somebody in front of the page that sets up an app, and the app's secret. */
    const enrolling = async (who: Resident): Promise<{ person: Person; secret: string }> => {
      const person = browser(stage)
      await person.visit(demanding)
      const page = await person.submit({ username: who.userName, password: PASSWORD })
      assert.equal(page.heading, 'Set up an authenticator app')
      return { person, secret: /<code class="key" dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(page.html)![1]! }
    }

    test('a temporary one that was reset can no longer be exchanged for a new one', async () => {
      const who = await resident(stage, {}, { temporary: true })
      const person = browser(stage)
      const page = await meanwhile('after', who, () => signIn(person, who))
      assert.equal(page.heading, REFUSED)
      await assertLost(person, who)
    })

    test('one that is only hashed anew leads on', async () => {
      const who = await resident(stage, {}, { temporary: true })
      const others = new Passwords({ cost: { memory: 16, passes: 1, parallelism: 1 } })
      const passwordHash = await others.hash(PASSWORD)
      await stage.store.write(tx => tx.accounts.update(who.id, { passwordHash }))
      assert.equal((await signIn(browser(stage), who)).heading, 'Choose a new password')
      assert.notEqual((await stage.store.accounts.get(who.id))!.passwordHash, passwordHash)
    })

    for (const when of ['before', 'after'] as const)
      test(`a new one that is not accepted brings no step back (${when})`, async () => {
        const who = await resident(stage, {}, { temporary: true })
        const person = browser(stage)
        await signIn(person, who)
        const page = await meanwhile(when, who, () => person.submit(SHORT))
        assert.equal(page.heading, REFUSED)
        await assertLost(person, who)
      })

    test('people who are past it read that they have to start again, and not that a field is empty', async () => {
      const [asked, first] = [await resident(stage), await resident(stage, {}, { temporary: true })]
      const { person, code } = await askedForCode(stage, asked, demanding)
      const other = browser(stage)
      await signIn(other, first)
      for (const { id } of [asked, first]) await resetPassword(office, id)
      const password = { newpassword: 'a lantern at the gate', confirmpassword: 'a lantern at the gate' }
      for (const page of [await typed(person, code), await other.submit(password)])
        assert.deepEqual(
          [page.heading, page.alert],
          ['Sign in', 'Your sign-in has expired, or you have signed out. Please start again.'],
        )
    })

    test('no code is mailed for the old one', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      await person.visit(demanding)
      const page = await meanwhile('after', who, () =>
        person.submit({ username: who.userName, password: PASSWORD }),
      )
      assert.equal(page.heading, REFUSED)
      await assertLost(person, who)
      await mailTo(stage, who.userName, 'Reset your password')
      const subjects = stage.smtp.mails.filter(({ to }) => to === who.userName).map(({ subject }) => subject)
      assert.deepEqual(subjects, ['Reset your password – Tabard'])
    })

    for (const when of ['before', 'after'] as const)
      test(`a mailed code does not complete the old one (${when})`, async () => {
        const who = await resident(stage)
        const { person, code } = await askedForCode(stage, who, demanding)
        await meanwhile(when, who, () => typed(person, code))
        await assertLost(person, who)
      })

    for (const when of ['before', 'after'] as const)
      test(`no app is set up with the old one, neither by a right nor by a wrong code (${when})`, async () => {
        for (const isRight of [true, false]) {
          const who = await mute()
          const { person, secret } = await enrolling(who)
          const page = await meanwhile(when, who, () => typed(person, isRight ? appCode(secret) : 'wrong'))
          assert.match(page.heading, /^We could not/)
          await assertLost(person, who)
        }
      })

    for (const when of ['before', 'after'] as const)
      test(`the recovery codes of an app do not lead on with the old one (${when})`, async () => {
        const who = await mute()
        const { person, secret } = await enrolling(who)
        const page = await typed(person, appCode(secret))
        assert.equal(page.heading, 'Save your recovery codes')
        const next = await meanwhile(when, who, () => person.submit({}))
        assert.equal(next.heading, REFUSED)
        assert.equal(person.cookie('tabard-session'), undefined)
      })

    test('an account elsewhere is not connected by a session that has just ended', async t => {
      const { provider, source } = await sourced(stage)
      t.after(() => provider.stop())
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      const there = await pressed(person, { provider, source }, await person.visit('/sources'))
      provider.meanwhile = () => resetPassword(office, who.id)
      const page = await person.visit(provider.grant(there, { sub: 'late' }).redirect)
      assert.equal(page.status, 403)
      assert.match(page.alert, /^Your sign-in has expired, or you have signed out/)
      assert.deepEqual(await stage.store.identitySources.linksOf(who.id), [])
    })

    test('details are not changed by a session that has just ended', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      await person.visit(DETAILS)
      const page = await meanwhile('after', who, () => person.submit({ given_name: 'Eve' }))
      assert.equal(page.status, 403)
      assert.match(page.alert, /^Your sign-in has expired, or you have signed out/)
      assert.equal((await stage.store.accounts.get(who.id))!.givenName, 'Alex')
    })

    test('nobody is signed in by a registration whose account has just ended everything', async () => {
      await publishFlow(stage.store, 'enter', { ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } }, BY)
      const fields = newcomer()
      const person = browser(stage)
      await person.visit('/flows/?reference=enter')
      await person.submit(fields)
      await person.submit({ code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
      const who = (await stage.store.accounts.named(fields.email))!
      const page = await meanwhile('after', who, () => person.submit({}))
      assert.equal(page.heading, 'Your account is created')
      assert.equal(person.cookie('tabard-session'), undefined)
    })

    for (const prompt of ['', '&prompt=none'])
      test(`an application gets nothing for a session that another node has ended ${prompt}`, async () => {
        const { address } = await application(stage)
        const who = await resident(stage)
        const person = await signedIn(stage, who)
        // This node has the session in its cache, and has not heard of its end.
        await stage.store.write(tx => tx.records.removeOwned(who.id), 'quiet')
        await person.visit(`${address}${prompt}`)
        assert.doesNotMatch(person.left ?? '', /[?&]code=/)
        if (prompt !== '') assert.match(person.left ?? '', /[?&]error=login_required/)
        for (const kind of ['Grant', 'AuthorizationCode'])
          assert.equal(await stage.store.write(tx => tx.records.removeOwned(who.id, kind)), 0, kind)
      })

    test('the console does not go on with the old one either', async () => {
      const operator = async (temporary: boolean) => {
        const who = await resident(stage, {}, { temporary })
        await stage.store.write(tx => tx.accounts.update(who.id, { administrator: true }))
        return who
      }
      for (const temporary of [true, false]) {
        const who = await operator(temporary)
        const end = resetting('after', who)
        const person = await signInAt(stage, who).finally(() => assert.ok(end()))
        await assertLost(person, who)
      }
      for (const when of ['before', 'after'] as const) {
        const who = await operator(false)
        const person = await signInAt(stage, who)
        const secret = /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(person.shown!.html)![1]!
        const code = appCode(secret)
        await meanwhile(when, who, () => person.submit({ code }))
        await assertLost(person, who)
      }
      for (const when of ['before', 'after'] as const) {
        const who = await operator(false)
        const person = await signInAt(stage, who)
        const secret = /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(person.shown!.html)![1]!
        await person.submit({ code: appCode(secret) })
        await meanwhile(when, who, () => person.submit({}))
        assert.equal(person.cookie('tabard-console'), undefined)
      }
    })
  })
