import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import {
  DESIGNER_AT_COMMAND_LINE,
  ISSUER_PATH,
  linkAccount,
  publishFlow,
  SIGN_IN,
  SIGN_OUT,
} from '../../src/identity/identity.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { PageForm, Person } from '../support/person.ts'
import { executed } from '../support/store.ts'
import { askedForCode } from './code-checks.ts'
import { CHANGE_PASSWORD, DETAILS, ENROL, letProofsAge, secretOn } from './fresh-proof-checks.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import { sourced, through } from './source-steps.ts'
import {
  appCode,
  application,
  assertAsked,
  assertRefused,
  assertSentBack,
  browser,
  codeIn,
  eventsOf,
  flowOf,
  isSignedIn,
  linkIn,
  mailTo,
  opened,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  stageOf,
} from './steps.ts'

/** Sends a form twice; answers with what came of it. */
async function twice(person: Person, form: PageForm, fields: Record<string, string>) {
  const sent = { ...form.fields, ...fields }
  const first = await person.send('POST', form.action, sent)
  return { first, second: await person.send('POST', form.action, sent), sent }
}

/** Sends a form twice, as a browser does that did not get the first answer; answers with the former session too. */
async function twiceUnheard(person: Person, form: PageForm, fields: Record<string, string>) {
  const former = person.cookie('tabard-session')!
  const sent = { ...form.fields, ...fields }
  const first = await person.send('POST', form.action, sent)
  assert.notEqual(sessionSet(first), undefined)
  person.setCookie('tabard-session', former)
  return { former, sent, first, second: await person.send('POST', form.action, sent) }
}

/** Where an answer leads: by itself, or by a page that goes on at once. */
function led({ status, headers }: Response): [number, string | null] {
  return [status, headers.get('location') ?? headers.get('refresh')]
}

const NEW_PASSWORD = 'a lantern at the gate'
const CHANGED = { oldpassword: PASSWORD, newpassword: NEW_PASSWORD, confirmpassword: NEW_PASSWORD }

for (const engine of ENGINES) {
  describe(`a form that is sent twice on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const mailsTo = async (address: string) =>
      (await stage.store.outbox.list(1_000)).filter(({ recipient }) => recipient === address).length

    test('signs in once, and leads to the application both times', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      await person.visit((await application(stage)).address)
      const fields = { username: who.userName, password: PASSWORD }
      const { first, second } = await twice(person, person.shown!.forms[0]!, fields)
      assert.deepEqual(led(second), led(first))
      assert.equal(first.status, 303)
      // The browser may never have seen the first answer.
      assert.equal(sessionSet(second), sessionSet(first))
      await person.visit(second.headers.get('location')!)
      assertSentBack(person)
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'signed-in'])
    })

    test('at the same moment is done once', async () => {
      const who = await resident(stage)
      const person = await opened(stage)
      const form = person.shown!.forms[0]!
      const sent = { ...form.fields, username: who.userName, password: PASSWORD }
      const answers = await Promise.all([1, 2, 3].map(() => person.send('POST', form.action, sent)))
      assert.equal(new Set(answers.map(answer => String(led(answer)))).size, 1)
      assert.equal(new Set(answers.map(sessionSet)).size, 1)
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'signed-in'])
    })

    test('leads to the application also after the first answer was followed', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      await person.visit((await application(stage)).address)
      const form = person.shown!.forms[0]!
      const sent = { ...form.fields, username: who.userName, password: PASSWORD }
      for (const _ of [1, 2]) {
        const answer = await person.send('POST', form.action, sent)
        await person.visit(answer.headers.get('location')!)
        assertSentBack(person)
      }
      const [first, second] = person.steps
        .map(({ location }) => /\?code=([\w-]+)/.exec(location ?? '')?.[1])
        .filter(code => code !== undefined)
      assert.ok(first !== undefined && second !== undefined && first !== second)
    })

    test('gives the right code of a mail once, and goes on both times', async () => {
      const { person, code } = await askedForCode(stage, await resident(stage))
      const form = person.shown!.forms[0]!
      const { first, second } = await twice(person, form, { 'otp.user.otp': code })
      assert.deepEqual(led(second), led(first))
      assert.equal(sessionSet(second), sessionSet(first))
      await person.visit(second.headers.get('location')!)
      assertSentBack(person)
    })

    test('begins one registration, and complains of no code that nobody has typed', async () => {
      const fields = newcomer()
      const person = browser(stage)
      await person.visit(REGISTRATION)
      const form = person.shown!.forms[0]!
      const { second } = await twice(person, form, fields)
      assert.equal((await person.visit(second.headers.get('location')!)).alert, '')
      assert.equal(await mailsTo(fields.email), 1)
      // Also when the answer is not remembered any more.
      await executed(stage.service.database, `delete from short_lived where kind = 'Repeat'`)
      await person.send('POST', form.action, { ...form.fields, ...fields })
      assert.equal((await person.visit(second.headers.get('location')!)).alert, '')
    })

    test('asks for one link, and sets one new password', async () => {
      const who = await resident(stage)
      const person = await opened(stage, '&operation=forgot_password')
      await twice(person, person.shown!.forms[0]!, { username: who.userName })
      assert.equal(await mailsTo(who.userName), 1)
      const other = browser(stage)
      await other.visit(linkIn(await mailTo(stage, who.userName)))
      const words = 'a lantern at the gate'
      const fields = { newpassword: words, confirmpassword: words }
      const { first, second } = await twice(other, other.shown!.forms[0]!, fields)
      assert.deepEqual(led(second), led(first))
      assert.equal((await other.visit(second.headers.get('location')!)).status, 200)
    })

    test('changes a password once, and the session goes on', async () => {
      const person = await signedIn(stage, await resident(stage))
      await person.visit(CHANGE_PASSWORD)
      const { first, second } = await twice(person, person.shown!.forms[0]!, CHANGED)
      assert.deepEqual(led(second), led(first))
      assert.equal(await isSignedIn(person), true)
    })

    test('ends a registration once, and leads to the application both times', async () => {
      const flow = { ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } } as const
      await publishFlow(stage.store, 'enter', flow, DESIGNER_AT_COMMAND_LINE)
      const person = browser(stage)
      const page = await person.visit((await application(stage)).address)
      const fields = newcomer()
      await person.visit(`/flows/?reference=enter&from=${flowOf(page)}`)
      await person.submit(fields)
      await person.submit({ code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
      const form = person.shown!.forms[0]!
      const [{ name, value } = { name: '', value: '' }] = form.buttons
      const { first, second } = await twice(person, form, { [name]: value })
      assert.match(String(led(first)), /^200,0;url=/)
      assert.deepEqual(led(second), led(first))
      assert.equal(sessionSet(second), sessionSet(first))
      await person.visit(led(second)[1]!.replace('0;url=', ''))
      assertSentBack(person)
    })

    test('registers somebody from a source once, and leads to the application both times', async t => {
      const main = await sourced(stage, 'openid', { creates: true })
      t.after(() => main.provider.stop())
      const { email } = newcomer()
      const person = browser(stage)
      const page = await person.visit((await application(stage)).address)
      await through(person, main, { sub: email, email, email_verified: true, given_name: 'Alex' }, page)
      const { first, second } = await twice(person, person.shown!.forms[0]!, { family_name: 'Moreau' })
      assert.match(String(led(first)), /^200,0;url=/)
      assert.deepEqual(led(second), led(first))
      assert.equal(sessionSet(second), sessionSet(first))
      await person.visit(led(second)[1]!.replace('0;url=', ''))
      assertSentBack(person)
    })

    test('signs out each time, also where that leads to a source', async t => {
      const { provider, source } = await sourced(stage, 'openid', { signsOut: true })
      t.after(() => provider.stop())
      const who = await resident(stage)
      await linkAccount(stage.store, { source: source.id, account: who.id, subject: 'leaves' })
      const person = browser(stage)
      const enter = () => through(person, { provider, source }, { sub: 'leaves' })
      await enter()
      await person.visit(SIGN_OUT)
      const form = person.shown!.forms[0]!
      const left = await person.send('POST', form.action, form.fields)
      assert.match(String(led(left)), /end-session/)
      await enter()
      assertAsked(await person.send('POST', form.action, form.fields))
      assert.equal(await isSignedIn(person), true)
    })

    test('signs out through an application once, and leads back to it both times', async () => {
      const bye = 'https://app.example.com/bye'
      const { id, address } = await application(stage, { logoutRedirects: [bye] })
      const who = await resident(stage)
      const wanted = { client_id: id, post_logout_redirect_uri: bye, state: 'a&b', ui_locales: 'de' }
      const question = `${ISSUER_PATH}/logout?${new URLSearchParams(wanted)}`
      const person = await signedIn(stage, who)
      await person.visit(address)
      const { second } = await twice(person, (await person.visit(question)).forms[0]!, {})
      await person.visit(second.headers.get('location')!)
      assert.equal(person.left, `${bye}?state=a%26b`)
      assert.equal(await isSignedIn(person), false)
    })

    test('asks again whether to sign out in a tab that was open before', async () => {
      const { id, address } = await application(stage)
      const person = await signedIn(stage, await resident(stage))
      await person.visit(address)
      const question = `${ISSUER_PATH}/logout?client_id=${id}&ui_locales=de`
      const [former] = (await person.visit(question)).forms
      const [latter] = (await person.visit(question)).forms
      // What browsers send for a form of a page that tells nobody its address.
      const own = { origin: 'null', 'sec-fetch-site': 'same-origin' }
      const again = await person.send('POST', former!.action, former!.fields, own)
      assert.equal(again.status, 200)
      assert.match(await again.text(), /<html lang="de"/)
      assert.equal(await isSignedIn(person), true)
      // The question of the other tab stays valid.
      const [{ name, value } = { name: '', value: '' }] = latter!.buttons
      await person.send('POST', latter!.action, { ...latter!.fields, [name]: value })
      assert.equal(await isSignedIn(person), false)
    })

    test('changes a password once, and the session goes on if the answer never arrived', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(CHANGE_PASSWORD)
      const { first, second } = await twiceUnheard(person, person.shown!.forms[0]!, CHANGED)
      assert.deepEqual(led(second), led(first))
      assert.equal(sessionSet(second), sessionSet(first))
      assert.equal(await isSignedIn(person), true)
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'password-changed'])
    })

    test('proves once who somebody is, and leads on if the answer never arrived', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await letProofsAge(stage, person)
      await person.visit(DETAILS)
      const form = person.shown!.forms[0]!
      const { first, second } = await twiceUnheard(person, form, { password: PASSWORD })
      assert.deepEqual(led(second), led(first))
      assert.equal(sessionSet(second), sessionSet(first))
      assert.equal((await person.visit(led(second)[1]!)).heading, 'Your details')
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'proof-renewed'])
    })

    test('sets up an app once, and shows the recovery codes if the answer never arrived', async () => {
      const who = await resident(stage, { email: undefined, userName: `enrols unheard ${engine}` })
      const person = await signedIn(stage, who)
      const page = await person.visit(ENROL)
      const fields = { 'otp.user.otp': appCode(secretOn(page)) }
      const { first, second } = await twiceUnheard(person, page.forms[0]!, fields)
      assert.deepEqual(led(second), led(first))
      assert.equal(sessionSet(second), sessionSet(first))
      assert.equal((await person.visit(led(second)[1]!)).heading, 'Save your recovery codes')
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'factor-enrolled'])
    })

    test('gives a renewed session to nobody but the browser of the one before', async () => {
      const person = await signedIn(stage, await resident(stage))
      await person.visit(CHANGE_PASSWORD)
      const { action, fields } = person.shown!.forms[0]!
      const former = person.cookie('tabard-session')!
      const sent = { ...fields, ...CHANGED }
      await person.send('POST', action, sent)
      const thief = browser(stage)
      thief.setCookie('tabard-browser', person.cookie('tabard-browser')!)
      await assertRefused(await thief.send('POST', action, sent))
      const stranger = browser(stage)
      stranger.setCookie('tabard-session', former)
      await assertRefused(await stranger.send('POST', action, sent))
      // A guess drops what was remembered: the right password is worth nothing now.
      thief.setCookie('tabard-session', former)
      await assertRefused(await thief.send('POST', action, { ...sent, oldpassword: 'a guess' }))
      await assertRefused(await thief.send('POST', action, sent))
      assert.equal(await isSignedIn(person), true)
    })

    test('gives no renewed session to whoever comes after somebody has signed out', async () => {
      const person = await signedIn(stage, await resident(stage))
      await person.visit(CHANGE_PASSWORD)
      const form = person.shown!.forms[0]!
      const { former, sent } = await twiceUnheard(person, form, CHANGED)
      await person.visit(`${SIGN_IN}?runtime=true`)
      await person.submit({}, { button: 'Sign out' })
      person.setCookie('tabard-session', former)
      await assertRefused(await person.send('POST', form.action, sent))
      // The page that says that somebody is signed out takes the former session away.
      assert.match((await person.visit(SIGN_OUT)).heading, /signed out/)
      assert.equal(person.cookie('tabard-session'), undefined)
    })

    for (const [what, address, own] of [
      ['a proof', DETAILS, { password: PASSWORD }],
      ['a new password', CHANGE_PASSWORD, CHANGED],
    ] as const)
      test(`gives no renewed session after a sign-out through an application, for ${what}`, async () => {
        const person = await signedIn(stage, await resident(stage))
        const bye = 'https://app.example.com/bye'
        const { id, address: app } = await application(stage, { logoutRedirects: [bye] })
        await person.visit(app)
        await letProofsAge(stage, person)
        await person.visit(address)
        const { action, fields } = person.shown!.forms[0]!
        const former = person.cookie('tabard-session')!
        assert.ok(sessionSet(await person.send('POST', action, { ...fields, ...own })))
        // The answer never arrived.
        person.setCookie('tabard-session', former)
        const query = new URLSearchParams({ client_id: id, post_logout_redirect_uri: bye })
        await person.visit(`${ISSUER_PATH}/logout?${query}`)
        if (person.left === undefined) await person.submit({})
        assert.equal(person.left, bye)
        assert.equal(person.cookie('tabard-session'), undefined)
        await assertRefused(await person.send('POST', action, { ...fields, ...own }))
      })

    test('is refused in another browser, and with other fields', async () => {
      const who = await resident(stage)
      const person = await opened(stage)
      const form = person.shown!.forms[0]!
      const fields = { username: who.userName, password: PASSWORD }
      const { sent } = await twice(person, form, fields)
      await assertRefused(await browser(stage).send('POST', form.action, sent))
      const thief = browser(stage)
      thief.setCookie('tabard-browser', person.cookie('tabard-browser')!)
      await assertRefused(await thief.send('POST', form.action, { ...sent, password: 'a guess' }))
      // A guess drops what was remembered: the right password is worth nothing now.
      await assertRefused(await thief.send('POST', form.action, sent))
      assert.equal(await isSignedIn(person), true)
    })

    /** The shortest time in milliseconds that a form took to be refused: a busy machine may delay some of them. */
    const refusedWithin = async (person: Person, form: PageForm, fields: Record<string, string>) => {
      const times: number[] = []
      for (let time = 0; time < 3 && !(times.at(-1)! < 1_000); time++) {
        const start = performance.now()
        const answer = await person.send('POST', form.action, { ...form.fields, ...fields })
        times.push(performance.now() - start)
        await assertRefused(answer)
      }
      return Math.min(...times)
    }

    test('is refused at once where no other node can have an answer', async () => {
      const who = await resident(stage)
      const person = await opened(stage)
      const form = person.shown!.forms[0]!
      const { sent } = await twice(person, form, { username: who.userName, password: PASSWORD })
      const other = { ...sent, password: 'another one' }
      if (engine === 'SQLite') assert.ok((await refusedWithin(person, form, other)) < 1_000)
      const before = Date.now() - 31_000
      await executed(
        stage.service.database,
        `update short_lived set payload = '${before}' where kind = 'FlowEnd'`,
      )
      await executed(stage.service.database, `delete from short_lived where kind = 'Repeat'`)
      assert.ok((await refusedWithin(person, form, other)) < 1_000)
    })

    test('is refused after half a minute', async () => {
      const who = await resident(stage)
      const person = await opened(stage)
      const form = person.shown!.forms[0]!
      const { sent } = await twice(person, form, { username: who.userName, password: PASSWORD })
      await executed(
        stage.service.database,
        `update short_lived set expires_at = ${Date.now() - 1} where kind = 'Repeat'`,
      )
      await assertRefused(await person.send('POST', form.action, sent))
    })
  })

  describe(`beginning again after a failure on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    test('leads to the application, in its language', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      const { address } = await application(stage)
      await person.visit(`${address}&ui_locales=de`)
      const form = person.shown!.forms[0]!
      await person.send('POST', form.action, { username: who.userName, password: PASSWORD })
      await executed(stage.service.database, `delete from short_lived where kind = 'Repeat'`)
      const failed = await person.send('POST', form.action, { username: who.userName, password: PASSWORD })
      assert.equal(failed.status, 403)
      const [, again] = /<a class="button" href="([^"]+)"/.exec(await failed.text())!
      const page = await person.visit(again!.replaceAll('&amp;', '&'))
      assert.match(page.html, /<html lang="de"/)
      await person.submit({ username: who.userName, password: PASSWORD })
      assertSentBack(person)
    })
  })
}
