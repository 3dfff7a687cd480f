import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resetFactors, setStatus } from '../../src/identity/identity.ts'
import {
  appCode,
  eventsOf,
  forgetTries,
  isSignedIn,
  linkIn,
  mailTo,
  otherThan,
  resident,
  type Stage,
  stageOf,
} from '../journeys/steps.ts'
import { ENGINES } from '../support/database.ts'
import { consolePerson } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import { Person, type Shown } from '../support/person.ts'
import { enrolledOperator, isIn, operatorAt, SESSION, STEP, sessionsOf, signInAt } from './desk.ts'

const NEW_PASSWORD = 'gentle copper weather'
const WRONG = 'The username or the password is incorrect.'

for (const engine of ENGINES) {
  describe(`signing in to the console on ${engine}`, () => {
    let stage: Stage
    let strict: Stage

    before(async () => {
      stage = await stageOf(engine)
      strict = await stageOf(engine, { TABARD_CONSOLE_SECOND_FACTOR: 'true' })
    })
    after(async () => {
      await stage.stop()
      await strict.stop()
    })

    test('is done on its own origin, with a page that needs no script and wears no theme', async () => {
      const themed = { 'common/page_components/page_header.html': '<header>Harbour</header>' }
      await stage.service.call('PUT', '/v1.0/branding/themes/default', formOf(themed))
      const person = consolePerson(stage.service)
      const page = await person.visit('/signin')
      assert.equal(new URL(page.url).origin, stage.service.service.consoleUrl)
      assert.doesNotMatch(page.html, /Harbour|<script|Create an account|registration/i)
      assert.deepEqual(
        ['cache-control', 'cross-origin-opener-policy', 'referrer-policy'].map(name =>
          page.headers.get(name),
        ),
        ['no-store', 'same-origin', 'same-origin'],
      )
      const policy = page.headers.get('content-security-policy')!
      for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(rule), policy)
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.deepEqual(page.headers.getSetCookie(), [], 'the first page keeps nothing')
    })

    test('leads to where somebody wanted to go, and nowhere outside the console', async () => {
      const who = await operatorAt(stage, { role: 'themeDeveloper' })
      const person = await signInAt(stage, who, { to: '/themes?x=1' })
      assert.ok(person.shown!.url.endsWith('/themes?x=1'))
      for (const to of [
        '//evil.example',
        '/\\evil.example',
        'https://evil.example',
        'javascript:x',
        '/\r\nx',
      ])
        assert.equal((await signInAt(stage, who, { to })).steps.at(-1)!.url, `${at(stage)}/`, to)
    })

    test('sets cookies that no script and no other site can use', async () => {
      const person = consolePerson(stage.service)
      await person.visit('/signin')
      const { userName } = await operatorAt(stage)
      const answer = await person.send('POST', '/signin', { username: userName, password: PASSWORD })
      const set = answer.headers.getSetCookie().filter(line => !line.includes('Max-Age=0'))
      assert.deepEqual(set.map(line => line.split('=')[0]).sort(), [SESSION, 'tabard-console-device'])
      for (const line of set) assert.match(line, /; Path=\/; HttpOnly; SameSite=Strict/)
    })

    test('tells nobody apart who has not given the right password', async () => {
      const disabled = await operatorAt(stage)
      await setStatus(await quietOffice(stage.service), disabled.id, 'disabled')
      const seen = new Set<string>()
      for (const userName of [
        (await operatorAt(stage)).userName,
        (await resident(stage)).userName,
        (await enrolledOperator(stage)).userName,
        disabled.userName,
        'nobody@example.com',
      ]) {
        const { shown } = await signInAt(stage, { userName }, { password: 'not the password' })
        assert.equal(shown!.alert, WRONG)
        const { status, html } = shown!
        seen.add(`${status} ${html.replaceAll(userName, '…').replace(/nonce="[^"]+"/, '')}`)
      }
      assert.equal(seen.size, 1)
      const right = await signInAt(stage, disabled)
      assert.deepEqual([right.shown!.alert, right.cookie(SESSION)], [WRONG, undefined])
      const empty = await signInAt(stage, { userName: '' }, { password: '' })
      assert.equal(empty.shown!.alert, 'Please enter your username and your password.')
    })

    test('tells somebody without a role so once they have proved who they are, and changes nothing', async () => {
      const who = await resident(stage, {}, { temporary: true })
      const person = await signInAt(stage, who)
      assert.deepEqual([person.shown!.status, person.shown!.heading], [403, 'No access to the console'])
      assert.match(person.shown!.html, /href="\/signin\?again=1[^"]*">Sign in with another account/)
      assert.deepEqual([person.cookie(SESSION), person.cookie(STEP)], [undefined, undefined])
      assert.deepEqual((await eventsOf(stage, who)).slice(1), ['console-refused'])
      const inStrict = await signInAt(strict, await resident(strict))
      assert.equal(inStrict.shown!.heading, 'No access to the console')
    })

    test('slows down wrong passwords, but not the owner on a device that is known', async () => {
      const who = await operatorAt(stage)
      const known = await signInAt(stage, who)
      stage.stopClock()
      for (let index = 0; index < 5; index++) await signInAt(stage, who, { password: 'wrong password' })
      const blocked = await signInAt(stage, who)
      stage.startClock()
      assert.equal(blocked.shown!.status, 429)
      assert.match(blocked.shown!.alert, /^Too many attempts. Please wait \d+ seconds/)
      assert.equal(await isIn(stage, blocked), false)
      await signInAt(stage, who, { person: known })
      assert.equal(await isIn(stage, known), true)
      await forgetTries(stage)
    })

    test('asks for the code of an app where there is one, and takes each code once', async () => {
      const who = await enrolledOperator(stage, ['abcd-efgh-jkmn-pqrs'])
      const person = await signInAt(stage, who)
      assert.equal(person.shown!.heading, 'Enter your code')
      assert.equal(await isIn(stage, person), false)
      const code = appCode(who.secret)
      await person.submit({ code: otherThan(code) })
      assert.deepEqual([person.shown!.status, person.shown!.alert], [422, 'The code is incorrect.'])
      await person.submit({ code })
      assert.equal(await isIn(stage, person), true)
      const again = await signInAt(stage, who)
      await again.submit({ code })
      assert.equal(again.shown!.alert, 'The code is incorrect.')
      await again.submit({ code: 'ABCD EFGH JKMN PQRS' }, { button: 'Continue with a recovery code' })
      assert.equal(await isIn(stage, again), true)
      const spent = await signInAt(stage, who)
      await spent.submit({ code: 'abcd-efgh-jkmn-pqrs' })
      assert.equal(spent.shown!.alert, 'The code is incorrect.')
      const events = await eventsOf(stage, who)
      assert.ok(events.includes('recovery-code-used') && events.includes('code-refused'))
    })

    test('slows down wrong codes', async () => {
      const who = await enrolledOperator(stage)
      const person = await signInAt(stage, who)
      stage.stopClock()
      for (let index = 0; index < 10; index++) await person.submit({ code: '000' })
      await person.submit({ code: appCode(who.secret) })
      stage.startClock()
      assert.equal(person.shown!.status, 429)
      assert.match(person.shown!.alert, /^Too many attempts/)
      assert.equal(await isIn(stage, person), false)
      await forgetTries(stage)
    })

    test('has a temporary password replaced, after the second factor', async () => {
      const who = await enrolledOperator(stage)
      await stage.store.write(tx => tx.accounts.update(who.id, { passwordTemporary: true }))
      const person = await signInAt(stage, who)
      assert.equal(person.shown!.heading, 'Enter your code')
      await person.submit({ code: appCode(who.secret) })
      assert.equal(person.shown!.heading, 'Choose a new password')
      assert.equal(await isIn(stage, person), false)
      for (const [newpassword, confirmpassword, problem] of [
        ['short', 'short', /at least 8 characters/],
        [NEW_PASSWORD, 'another one here', /not the same/],
        [PASSWORD, PASSWORD, /must differ/],
      ] as const) {
        await person.submit({ newpassword, confirmpassword })
        assert.match(person.shown!.alert, problem)
      }
      await person.submit({ newpassword: NEW_PASSWORD, confirmpassword: NEW_PASSWORD })
      assert.equal(await isIn(stage, person), true)
      await mailTo(stage, who.userName, 'Your password was changed')
      assert.equal((await signInAt(stage, who)).shown!.alert, WRONG)
    })

    test('lets everybody set up an app first where the setting requires one', async () => {
      const who = await operatorAt(strict)
      const person = await signInAt(strict, who)
      assert.equal(person.shown!.heading, 'Set up an authenticator app')
      assert.match(person.shown!.html, /<svg[^>]*class="qr-code"/)
      const secret = /<code class="key">([A-Z2-7 ]+)</.exec(person.shown!.html)![1]!
      await person.submit({ code: otherThan(appCode(secret)) })
      assert.equal(person.shown!.alert, 'The code is incorrect.')
      assert.equal(await isIn(strict, person), false)
      await person.submit({ code: appCode(secret) })
      assert.equal(person.shown!.heading, 'Save your recovery codes')
      const codes = [...person.shown!.html.matchAll(/<li>([\da-z-]+)<\/li>/g)].map(([, code]) => code!)
      assert.equal(new Set(codes).size, 10)
      assert.equal(await isIn(strict, person), false)
      await person.submit({})
      assert.equal(await isIn(strict, person), true)
      const other = await signInAt(strict, who)
      await other.submit({ code: codes[3]! })
      assert.equal(await isIn(strict, other), true)
      assert.ok((await sessionsOf(strict, who)).every(entry => !/begun pwd \d/.test(entry)))

      // Nobody is told by mail, so that the office needs no pages.
      await strict.store.write(tx => tx.accounts.update(who.id, { email: null }))
      await resetFactors(await quietOffice(strict.service), who.id)
      assert.equal(await isIn(strict, other), false)
      assert.equal((await signInAt(strict, who)).shown!.heading, 'Set up an authenticator app')
    })

    test('shows the recovery codes also if the form that sets up the app is sent twice', async () => {
      const who = await operatorAt(strict)
      const person = await signInAt(strict, who)
      const { action, fields } = person.shown!.forms[0]!
      const secret = /<code class="key">([A-Z2-7 ]+)</.exec(person.shown!.html)![1]!
      const sent = { ...fields, code: appCode(secret) }
      await Promise.all([1, 2, 3].map(() => person.send('POST', action, sent)))
      await person.send('POST', action, sent)
      assert.equal((await person.visit(action)).heading, 'Save your recovery codes')
      assert.equal(await isIn(strict, person), false)
      await person.visit(action)
      await person.submit({})
      assert.equal(await isIn(strict, person), true)
      const setUp = (await eventsOf(strict, who)).filter(event => event === 'factor-enrolled')
      assert.equal(setUp.length, 1)
    })

    test('recovers a forgotten password on its own origin, and still asks for the app', async () => {
      const who = await enrolledOperator(stage)
      const person = consolePerson(stage.service)
      await person.visit('/signin?to=/clients')
      await person.visit(/href="([^"]+)">Forgot your password/.exec(person.shown!.html)![1]!)
      assert.equal(person.shown!.heading, 'Reset your password')
      await person.submit({ username: who.userName })
      assert.equal(person.shown!.heading, 'Check your inbox')
      const link = linkIn(await mailTo(stage, who.userName))
      assert.ok(link.startsWith(`${at(stage)}/signin/recover?link=`), link)
      // A link of a mail comes from another site, so no cookie of the console goes along.
      const elsewhere = consolePerson(stage.service)
      for (let index = 0; index < 2; index++)
        assert.equal((await elsewhere.visit(link)).heading, 'Choose a new password')
      await elsewhere.submit({ newpassword: NEW_PASSWORD, confirmpassword: NEW_PASSWORD })
      assert.equal(elsewhere.shown!.heading, 'Enter your code')
      assert.equal(await isIn(stage, elsewhere), false)
      await elsewhere.submit({ code: appCode(who.secret) })
      assert.equal(await isIn(stage, elsewhere), true)
      const used = await consolePerson(stage.service).visit(link)
      assert.deepEqual([used.status, used.heading], [403, 'This link no longer works'])
      assert.ok((await eventsOf(stage, who)).includes('password-recovered'))
    })

    test('sets up no app for whoever has just recovered a password by mail', async () => {
      const who = await operatorAt(strict)
      const person = consolePerson(strict.service)
      await person.visit('/signin/forgotten')
      await person.submit({ username: who.userName })
      await person.visit(linkIn(await mailTo(strict, who.userName, 'Reset your password')))
      await person.submit({ newpassword: NEW_PASSWORD, confirmpassword: NEW_PASSWORD })
      const held = ({ status, heading, html }: Shown) => {
        assert.deepEqual([status, heading], [403, 'You cannot set up an app yet'])
        assert.match(html, /must not open the console\. You can set up an app from\s+<b>\w+ \d+, \d{4} at /)
        assert.ok(html.includes(`tabard account reset-factors ${who.userName}`))
      }
      held(person.shown!)
      const again = await signInAt(strict, who, { password: NEW_PASSWORD })
      held(again.shown!)
      for (const one of [person, again]) assert.equal(await isIn(strict, one), false)
      // Nobody is told by mail, so that the office needs no pages.
      await strict.store.write(tx => tx.accounts.update(who.id, { email: null }))
      await resetFactors(await quietOffice(strict.service), who.id)
      const later = await signInAt(strict, who, { password: NEW_PASSWORD })
      assert.equal(later.shown!.heading, 'Set up an authenticator app')
    })

    test('sends a link to nobody without a role, and says the same', async () => {
      const visitor = await resident(stage)
      const pages: string[] = []
      for (const username of [visitor.userName, 'nobody@example.com', (await operatorAt(stage)).userName]) {
        const person = consolePerson(stage.service)
        await person.visit('/signin/forgotten')
        const { html, status } = await person.submit({ username })
        pages.push(`${status} ${html.replace(/nonce="[^"]+"/, '')}`)
      }
      assert.equal(new Set(pages).size, 1)
      const mails = await stage.store.outbox.list(100)
      assert.ok(mails.every(({ recipient }) => recipient !== visitor.userName))
    })

    test('a link of the console is worth nothing at the pages, and theirs nothing to it', async () => {
      const who = await operatorAt(stage)
      const asking = consolePerson(stage.service)
      await asking.visit('/signin/forgotten')
      await asking.submit({ username: who.userName })
      const ours = new URL(linkIn(await mailTo(stage, who.userName))).searchParams.get('link')!
      const pages = new Person(stage.service.url)
      await pages.visit('/idaas/mtfim/sps/idaas/login?runtime=true&operation=forgot_password')
      await pages.submit({ username: who.userName })
      const theirs = new URL(linkIn(await mailTo(stage, who.userName))).searchParams.get('recover')!
      const there = await new Person(stage.service.url).visit(
        `/idaas/mtfim/sps/idaas/login?runtime=true&recover=${ours}`,
      )
      assert.equal(there.status, 403)
      const here = await consolePerson(stage.service).visit(`/signin/recover?link=${theirs}`)
      assert.equal(here.status, 403)
    })

    test('signing in with another account replaces the one before', async () => {
      const [first, second] = [await operatorAt(stage), await operatorAt(stage)]
      const person = await signInAt(stage, first)
      const before = person.cookie(SESSION)
      assert.ok((await person.visit('/signin?to=/clients')).url.endsWith('/clients'), 'who is in goes on')
      await signInAt(stage, second, { person })
      assert.notEqual(person.cookie(SESSION), before)
      const old = consolePerson(stage.service)
      old.setCookie(SESSION, before!)
      assert.equal(await isIn(stage, old), false)
      assert.match((await sessionsOf(stage, first)).at(-1)!, /^ended replaced/)
      assert.equal(await isSignedIn(new Person(stage.service.url)), false)
    })
  })
}

function at({ service }: Stage): string {
  return service.service.consoleUrl
}

function formOf(files: Record<string, string>): FormData {
  const form = new FormData()
  form.set('files', new Blob([packageOf(files)]), 'brand.zip')
  return form
}
