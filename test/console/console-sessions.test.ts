import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Console,
  linkAccount,
  removeSource,
  SIGN_IN,
  setRoles,
  setStatus,
  unlinkAccount,
} from '../../src/identity/identity.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { sourced, through } from '../journeys/source-steps.ts'
import { browser, eventsOf, isSignedIn, type Stage, signIn, stageOf } from '../journeys/steps.ts'
import { ENGINES } from '../support/database.ts'
import { consoleCall, consolePerson } from '../support/operator.ts'
import { quietOffice } from '../support/people.ts'
import { isIn, letPass, operatorAt, SESSION, seenAt, sessionsOf, signInAt } from './desk.ts'

const MINUTE = 60_000

for (const engine of ENGINES) {
  describe(`sessions of the console on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, { TABARD_SESSION_IDLE_MINUTES: '10', TABARD_SESSION_HOURS: '2' })
    })
    after(async () => await stage.stop())

    test('are in the audit trail, with address and proofs', async () => {
      const who = await operatorAt(stage)
      await signInAt(stage, who)
      assert.deepEqual(await sessionsOf(stage, who), ['begun pwd 127.0.0.1'])
    })

    test('end when somebody signs out, and a page says so', async () => {
      const who = await operatorAt(stage)
      const person = await signInAt(stage, who)
      const other = await signInAt(stage, who)
      const early = await person.visit('/signed-out')
      assert.equal(new URL(early.url).pathname, '/', 'nobody is told so who is still signed in')
      const held = person.cookies()
      const answer = await consoleCall(stage.service, held, 'POST', '/signout')
      assert.equal(answer.status, 204)
      assert.match(answer.headers.getSetCookie().join(), /tabard-console=;.*Max-Age=0/)
      assert.equal(await isIn(stage, person), false)
      assert.equal(await isIn(stage, other), true, 'in one browser alone')
      const page = await person.visit('/signed-out')
      assert.equal(page.heading, 'You are signed out')
      assert.match(page.html, /href="\/signin"/)
      assert.equal((await consoleCall(stage.service, held, 'POST', '/signout')).status, 204)
      assert.deepEqual((await sessionsOf(stage, who)).slice(2), ['ended signed-out 127.0.0.1'])
    })

    test('end after the idle time, and the person comes back to where they were', async () => {
      const who = await operatorAt(stage)
      const person = await signInAt(stage, who)
      await letPass(stage, person, { idle: 9 * MINUTE, since: 9 * MINUTE })
      assert.equal(await isIn(stage, person), true, 'a call counts as use')
      await letPass(stage, person, { idle: 9 * MINUTE, since: 9 * MINUTE })
      assert.equal(await isIn(stage, person), true)
      await letPass(stage, person, { idle: 10 * MINUTE, since: 10 * MINUTE })
      const page = await person.visit('/signin?to=/clients')
      assert.match(page.html, /Your session has ended/)
      assert.equal(await isIn(stage, person), false)
      await person.submit({ username: who.userName, password: 'quiet lamp over water' })
      assert.ok(person.shown!.url.endsWith('/clients'))
      assert.deepEqual((await sessionsOf(stage, who)).sort(), [
        'begun pwd 127.0.0.1',
        'begun pwd 127.0.0.1',
        'ended idle null',
      ])
    })

    test('are not kept alive by what the console does by itself, and noted once a minute', async () => {
      const person = await signInAt(stage, await operatorAt(stage))
      const first = await seenAt(stage, person)
      assert.equal(await isIn(stage, person), true)
      assert.equal(await seenAt(stage, person), first)
      await letPass(stage, person, { idle: 2 * MINUTE })
      const headers = { origin: stage.service.service.consoleUrl, 'tabard-background': 'true' }
      const look = await consoleCall(stage.service, person.cookies(), 'GET', '/session', undefined, headers)
      assert.equal(look.status, 200)
      assert.equal(await seenAt(stage, person), first - 2 * MINUTE)
      assert.equal(await isIn(stage, person), true)
      assert.ok((await seenAt(stage, person)) >= first)
    })

    test('end after the longest time, however much they are used', async () => {
      const who = await operatorAt(stage)
      const person = await signInAt(stage, who)
      await letPass(stage, person, { since: 120 * MINUTE })
      assert.equal(await isIn(stage, person), false)
      assert.deepEqual((await sessionsOf(stage, who)).sort(), ['begun pwd 127.0.0.1', 'ended expired null'])
    })

    test('that nobody comes back to are recorded as ended all the same, once', async () => {
      const who = await operatorAt(stage)
      const person = await signInAt(stage, who)
      const alive = await signInAt(stage, await operatorAt(stage))
      await letPass(stage, person, { idle: 20 * MINUTE })
      const { store } = stage.service.service
      const limits = { idleMs: 10 * MINUTE, absoluteMs: 120 * MINUTE }
      const console = new Console({ store, limits, secondFactor: false, now: Date.now })
      await expire(stage)
      await console.sweep()
      await console.sweep()
      assert.deepEqual((await sessionsOf(stage, who)).sort(), ['begun pwd 127.0.0.1', 'ended idle null'])
      assert.equal(await isIn(stage, alive), true)
    })

    test('of an older version end with the upgrade, and keep nobody out', async () => {
      const who = await operatorAt(stage)
      const person = consolePerson(stage.service)
      person.setCookie(SESSION, 'old-session')
      const record = { kind: 'ConsoleSession', idHash: secretHash('old-session'), owner: who.id, payload: '' }
      await stage.store.write(tx => tx.records.keep({ ...record, expiresAt: Date.now() + MINUTE }))
      assert.equal(await isIn(stage, person), false)
      assert.equal((await person.visit('/signin')).heading, 'Sign in')
      const { store } = stage.service.service
      const limits = { idleMs: 10 * MINUTE, absoluteMs: 120 * MINUTE }
      await new Console({ store, limits, secondFactor: false, now: Date.now }).sweep()
    })

    test('end when the account signs out at the pages, by the page and by the provider', async () => {
      for (const address of [`${SIGN_IN.replace('login', 'logout')}`, '/v1.0/endpoint/default/logout']) {
        const who = await operatorAt(stage)
        const [here, there] = [await signInAt(stage, who), await signInAt(stage, who)]
        const pages = browser(stage)
        await signIn(pages, who)
        assert.equal(await isSignedIn(pages), true)
        await pages.visit(address)
        await pages.submit({}, { button: 'Sign out' })
        assert.match(pages.shown!.heading, /signed out/i, address)
        for (const person of [here, there]) assert.equal(await isIn(stage, person), false, address)
        const ends = (await sessionsOf(stage, who)).slice(2)
        assert.equal(ends.length, 2)
        for (const end of ends) assert.equal(end, 'ended signed-out-at-pages 127.0.0.1')
      }
    })

    test('leave the pages alone: signing out of the console signs nobody out there', async () => {
      const who = await operatorAt(stage)
      const person = await signInAt(stage, who)
      const pages = browser(stage)
      await signIn(pages, who)
      const cookies = `${person.cookies()}; ${pages.cookies()}`
      assert.equal((await consoleCall(stage.service, cookies, 'POST', '/signout')).status, 204)
      assert.equal(await isSignedIn(pages), true)
    })

    test('open no pages, and a session of the pages opens no console', async () => {
      const who = await operatorAt(stage)
      const pages = browser(stage)
      await signIn(pages, who)
      const page = consolePerson(stage.service)
      for (const name of [SESSION, 'tabard-session']) page.setCookie(name, pages.cookie('tabard-session')!)
      assert.equal(await isIn(stage, page), false)
      assert.equal((await page.visit('/signin')).heading, 'Sign in')
      const person = await signInAt(stage, who)
      const other = browser(stage)
      for (const name of [SESSION, 'tabard-session']) other.setCookie(name, person.cookie(SESSION)!)
      assert.equal(await isSignedIn(other), false)
    })

    test('end with the account, its role and its links', async () => {
      const office = await quietOffice(stage.service)
      const { source, provider } = await sourced(stage)
      await provider.stop()
      type Link = Parameters<typeof linkAccount>[1]
      for (const [act, why] of [
        [({ account }: Link) => setStatus(office, account, 'disabled'), 'account-disabled'],
        [({ account }: Link) => setRoles(office, account, { administrator: false }), 'role-removed'],
        [(link: Link) => unlinkAccount(stage.store, link), 'source-unlinked'],
        [(link: Link) => removeSource(stage.store, link.source), 'source-removed'],
      ] as const) {
        const who = await operatorAt(stage)
        const link = { source: source.id, account: who.id, subject: why }
        await linkAccount(stage.store, link)
        const person = await signInAt(stage, who)
        await act(link)
        assert.equal(await isIn(stage, person), false, why)
        assert.deepEqual((await sessionsOf(stage, who)).at(-1), `ended ${why} null`)
      }
    })

    test('end when an identity source signs the person out, everywhere or of one session', async t => {
      const { source, provider } = await sourced(stage)
      t.after(() => provider.stop())
      for (const claims of [{ sub: 'operator' }, { sid: 'one session' }]) {
        const who = await operatorAt(stage)
        const subject = `operator of ${Object.keys(claims)}`
        await linkAccount(stage.store, { source: source.id, account: who.id, subject })
        await through(browser(stage), { source, provider }, { sub: subject, sid: 'one session' })
        const person = await signInAt(stage, who)
        const tell = async (told: Record<string, string>) => {
          const body = new URLSearchParams({ logout_token: await provider.logoutToken(told) })
          const at = `${stage.service.url}/sources/${source.id}/logout`
          assert.equal((await fetch(at, { method: 'POST', body })).status, 200)
        }
        await tell({ sid: 'another session' })
        assert.equal(await isIn(stage, person), true)
        await tell('sid' in claims ? { sid: 'one session' } : { sub: subject })
        assert.equal(await isIn(stage, person), false)
        assert.equal((await sessionsOf(stage, who)).at(-1), 'ended source-session-ended 127.0.0.1')
        assert.ok((await eventsOf(stage, who)).includes('source-session-ended'))
      }
    })

    test('end with a new password', async () => {
      const who = await operatorAt(stage)
      const person = await signInAt(stage, who)
      const pages = browser(stage)
      await signIn(pages, who)
      await pages.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
      const next = 'gentle copper weather'
      const fields = { oldpassword: 'quiet lamp over water', newpassword: next, confirmpassword: next }
      await pages.submit(fields)
      assert.equal(await isIn(stage, person), false)
      assert.deepEqual((await sessionsOf(stage, who)).at(-1), 'ended password-changed 127.0.0.1')
    })
  })
}

/** Sets the time at which records expire to that of what is in them. */
async function expire({ store }: Stage): Promise<void> {
  await store.write(async tx => {
    for (const record of await tx.records.takeExpiring('OperatorSession', Number.MAX_SAFE_INTEGER)) {
      const { seenAt: seen } = JSON.parse(record.payload) as { seenAt: number }
      await tx.records.keep({ ...record, expiresAt: seen + 10 * MINUTE + 24 * 60 * MINUTE })
    }
  })
}
