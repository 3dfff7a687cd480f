import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { DESIGNER_AT_COMMAND_LINE, publishFlow, SIGN_IN } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { secretOn } from './fresh-proof-checks.ts'
import { newcomer, verifying } from './registration-checks.ts'
import {
  alterFlow,
  appCode,
  application,
  assertSentBack,
  browser,
  codeIn,
  linkIn,
  mailTo,
  type Resident,
  resident,
  type Stage,
  sessionSet,
  stageOf,
} from './steps.ts'

const KNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

for (const engine of usually('SQLite')) {
  describe(`somebody who has planted the browser cookie of a person on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const known = (): Person => {
      const person = browser(stage)
      person.setCookie('tabard-browser', KNOWN)
      return person
    }

    /** The attacker opens a sign-in, and has the victim give the password at its address. */
    const lured = async (
      start: string,
      userName: string,
    ): Promise<{ attacker: Person; victim: Person; begun: string }> => {
      const [attacker, victim] = [known(), known()]
      await attacker.visit(start)
      const begun = new URL(attacker.shown!.forms[0]!.action, attacker.shown!.url).href
      await victim.visit(begun)
      await victim.submit({ username: userName, password: PASSWORD })
      return { attacker, victim, begun }
    }

    /** The attacker gets nowhere, not even with the address of the victim's page. */
    const assertLeftBehind = async (
      { attacker, victim, begun }: Awaited<ReturnType<typeof lured>>,
      fields: Readonly<Record<string, string>>,
    ) => {
      assert.equal((await attacker.visit(begun)).heading, 'Sign in')
      const { url, forms } = victim.shown!
      const [form] = forms
      for (const action of [begun, new URL(form!.action, url).href]) {
        const answer = await attacker.send('POST', action, { ...form!.fields, ...fields })
        assert.equal(sessionSet(answer), undefined)
      }
      const shown = await attacker.visit(url)
      assert.equal(shown.status, 403)
      assert.match(shown.html, /Your sign-in has expired, or you have signed out/)
    }

    test('cannot choose the password of somebody whose password was temporary', async () => {
      const who = await resident(stage, {}, { temporary: true })
      const lure = await lured(`${SIGN_IN}?runtime=true`, who.userName)
      assert.equal(lure.victim.shown!.heading, 'Choose a new password')
      const before = (await stage.store.accounts.get(who.id))!.passwordHash
      const evil = 'what the attacker would like'
      await assertLeftBehind(lure, { newpassword: evil, confirmpassword: evil })
      assert.equal((await stage.store.accounts.get(who.id))!.passwordHash, before)
      const own = 'the lamp that stands by the sea'
      const page = await lure.victim.submit({ newpassword: own, confirmpassword: own })
      assert.equal(page.heading, 'You are signed in')
    })

    test('cannot set up an app for somebody of whom one is due', async () => {
      const demanding = await application(stage, { secondFactor: true })
      const who = await resident(stage, { email: undefined, userName: `planted ${engine}` })
      const lure = await lured(demanding.address, who.userName)
      const code = appCode(secretOn(lure.victim.shown!))
      await assertLeftBehind(lure, { 'otp.user.otp': code, operation: 'verify' })
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
      await lure.victim.submit({ 'otp.user.otp': code })
      assert.equal(lure.victim.shown!.heading, 'Save your recovery codes')
      assert.match((await lure.attacker.visit(lure.victim.shown!.url)).html, /Your sign-in has expired/)
      await lure.victim.submit({})
      assertSentBack(lure.victim)
    })

    /**
     * The attacker gives their own password, goes back to the sign-in page, and plants the cookie of the steps after the
     * password too.
     */
    const luredLater = async (
      start: string,
      own: Resident,
      userName: string,
      back = (attacker: Person) => attacker.submit({ operation: 'other_account' }),
    ): Promise<Awaited<ReturnType<typeof lured>>> => {
      const [attacker, victim] = [known(), known()]
      await attacker.visit(start)
      await attacker.submit({ username: own.userName, password: PASSWORD })
      assert.equal((await back(attacker)).heading, 'Sign in')
      const begun = attacker.shown!.url
      victim.setCookie('tabard-steps', attacker.cookie('tabard-steps')!)
      await victim.visit(begun)
      await victim.submit({ username: userName, password: PASSWORD })
      return { attacker, victim, begun }
    }

    test('cannot choose a temporary password anew in a sign-in that they have been in themselves', async () => {
      const [own, who] = [
        await resident(stage, {}, { temporary: true }),
        await resident(stage, {}, { temporary: true }),
      ]
      const lure = await luredLater(`${SIGN_IN}?runtime=true`, own, who.userName)
      assert.equal(lure.victim.shown!.heading, 'Choose a new password')
      const before = (await stage.store.accounts.get(who.id))!.passwordHash
      const evil = 'what the attacker would like'
      await assertLeftBehind(lure, { newpassword: evil, confirmpassword: evil })
      assert.equal((await stage.store.accounts.get(who.id))!.passwordHash, before)
      // The page that was open before leads on, in the browser of the victim alone.
      assert.equal((await lure.victim.visit(lure.begun)).heading, 'Choose a new password')
      const chosen = 'the lamp that stands by the sea'
      const page = await lure.victim.submit({ newpassword: chosen, confirmpassword: chosen })
      assert.equal(page.heading, 'You are signed in')
    })

    test('cannot set up an app in a sign-in that they have been in themselves', async () => {
      const demanding = await application(stage, { secondFactor: true })
      const [own, who] = [
        await resident(stage, { email: undefined, userName: `planting ${engine}` }),
        await resident(stage, { email: undefined, userName: `planted later ${engine}` }),
      ]
      const lure = await luredLater(demanding.address, own, who.userName)
      const code = appCode(secretOn(lure.victim.shown!))
      await assertLeftBehind(lure, { 'otp.user.otp': code, operation: 'verify' })
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
      await lure.victim.submit({ 'otp.user.otp': code })
      assert.equal(lure.victim.shown!.heading, 'Save your recovery codes')
      await lure.victim.submit({})
      assertSentBack(lure.victim)
    })

    test('cannot set up an app in a sign-in that they have left for too long', async () => {
      const demanding = await application(stage, { secondFactor: true })
      const [own, who] = [
        await resident(stage, { email: undefined, userName: `planting late ${engine}` }),
        await resident(stage, { email: undefined, userName: `planted too late ${engine}` }),
      ]
      const lure = await luredLater(demanding.address, own, who.userName, async attacker => {
        await alterFlow(stage, attacker, () => ({ proofs: { pwd: Date.now() - 901_000 } }))
        return await attacker.visit(attacker.shown!.url)
      })
      const code = appCode(secretOn(lure.victim.shown!))
      await assertLeftBehind(lure, { 'otp.user.otp': code, operation: 'verify' })
      assert.equal(await stage.store.factors.authenticator(who.id), undefined)
    })

    test('cannot have them verify an account with another’s password by the link of a mail', async () => {
      const fields = newcomer()
      const { person: attacker, mail } = await verifying(stage, fields)
      const victim = browser(stage)
      victim.setCookie('tabard-browser', attacker.cookie('tabard-browser')!)
      const page = await victim.visit(linkIn(mail))
      assert.match(page.html, /enter the password that you chose/)
      assert.equal(await stage.store.accounts.named(fields.email), undefined)
      assert.equal((await attacker.visit(linkIn(mail))).heading, 'Your email is verified')
    })

    test('cannot have them signed in to an account that was registered a moment ago', async () => {
      const flow = { ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } } as const
      await publishFlow(stage.store, 'enter', flow, DESIGNER_AT_COMMAND_LINE)
      const [attacker, victim] = [known(), known()]
      const fields = newcomer()
      await attacker.visit('/flows/?reference=enter')
      await attacker.submit(fields)
      await attacker.submit({ code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
      assert.equal((await victim.visit(attacker.shown!.url)).heading, 'Your email is verified')
      assert.equal((await attacker.submit({})).heading, 'You are signed in')
      await victim.submit({})
      assert.equal(victim.cookie('tabard-session'), undefined)
    })
  })
}
