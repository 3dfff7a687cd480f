import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createAccount, resetPassword } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { addOperator, signedInOperator } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import { officeOf } from './offices.ts'
import { browser, enrolledResident, linkIn, mailTo, resident, type Stage, signIn, stageOf } from './steps.ts'

const HOUR = 3_600_000
const NEW = 'violet anchor on sand'
const ENDED = /^Your temporary password has expired\. Choose a new one with “Forgot your password\?”/
const chosen = { newpassword: NEW, confirmpassword: NEW }

for (const engine of usually('SQLite')) {
  describe(`passwords that somebody else gave, on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    const expire = (id: string) =>
      stage.store.write(tx =>
        tx.accounts.update(id, { passwordTemporary: true, passwordExpiresAt: Date.now() - 1 }),
      )

    test('a temporary one ends after 72 hours, and the page says how to get a new one', async () => {
      await using office = await officeOf(stage)
      const email = 'temp@example.com'
      const { account, temporaryPassword } = await createAccount(office, { email }, { mailPassword: true })
      assert.match((await mailTo(stage, email)).text, new RegExp(temporaryPassword!))
      const { passwordExpiresAt } = (await stage.store.accounts.get(account.id))!
      assert.ok(Math.abs(passwordExpiresAt! - Date.now() - 72 * HOUR) < HOUR)
      const who = { userName: email }
      assert.equal((await signIn(browser(stage), who, temporaryPassword)).heading, 'Choose a new password')
      await expire(account.id)
      const person = browser(stage)
      assert.match((await signIn(person, who, temporaryPassword)).alert, ENDED)
      assert.doesNotMatch((await signIn(browser(stage), who, 'wrong horse here')).alert, ENDED)
      const [entry] = await stage.store.audit.list({ limit: 2, account: account.id, event: 'sign-in-failed' })
      assert.equal(entry!.event, 'sign-in-failed')

      await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
      await person.submit({ username: email })
      await person.visit(linkIn(await mailTo(stage, email)))
      await person.submit(chosen)
      assert.equal((await signIn(browser(stage), who, NEW)).heading, 'You are signed in')
      assert.equal((await stage.store.accounts.get(account.id))!.passwordExpiresAt, null)
    })

    test('it ends at the console as well, and an old one that tells no end ends too', async () => {
      const id = await addOperator(stage.service, 'lapsed@example.com', 'administrator')
      await expire(id)
      const { person, cookie } = await signedInOperator(stage.service, 'lapsed@example.com')
      assert.equal(cookie, '')
      assert.match(person.shown!.alert, ENDED)
      const who = await resident(stage, {}, { temporary: true })
      assert.equal((await signIn(browser(stage), who)).heading, 'Choose a new password')
    })

    test('somebody new gets a link by mail, chooses a password once, and no password is mailed', async () => {
      await using office = await officeOf(stage)
      const email = 'invited@example.com'
      const made = await createAccount(office, { email })
      assert.equal(made.link, undefined)
      const mail = await mailTo(stage, email)
      assert.equal(mail.subject, 'Your new account – Tabard')
      assert.ok(!(mail.text + mail.html).includes(made.temporaryPassword!))
      const person = browser(stage)
      await person.visit(linkIn(mail))
      assert.equal(person.shown!.heading, 'Choose a new password')
      await person.submit(chosen)
      assert.equal((await signIn(browser(stage), { userName: email }, NEW)).heading, 'You are signed in')
      const again = browser(stage)
      await again.visit(linkIn(mail))
      assert.equal(
        again.shown!.forms.some(({ fields }) => 'newpassword' in fields),
        false,
      )
      assert.notEqual((await signIn(browser(stage), { userName: email }, made.temporaryPassword)).alert, '')
    })

    test('a reset sends a link too, which replaces the one before', async () => {
      await using office = await officeOf(stage)
      const email = 'reset@example.com'
      const { account } = await createAccount(office, { email })
      const first = linkIn(await mailTo(stage, email))
      await resetPassword(office, account.id)
      const mail = await mailTo(stage, email)
      assert.equal(mail.subject, 'Reset your password – Tabard')
      const person = browser(stage)
      await person.visit(first)
      assert.equal(
        person.shown!.forms.some(({ fields }) => 'newpassword' in fields),
        false,
      )
      await person.visit(linkIn(mail))
      await person.submit(chosen)
      assert.equal((await signIn(browser(stage), { userName: email }, NEW)).heading, 'You are signed in')
    })

    test('an account with an app may have a password of 8 characters, any other one of 15', async () => {
      const short = 'kR7-vq2x'
      const rules = async (who: { userName: string }) => {
        const person = browser(stage)
        await person.visit('/idaas/mtfim/sps/idaas/login?runtime=true')
        await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
        await person.submit({ username: who.userName })
        await person.visit(linkIn(await mailTo(stage, who.userName)))
        const [, told] = /At least (\d+) characters/.exec(person.shown!.html)!
        const { alert } = await person.submit({ newpassword: short, confirmpassword: short })
        return [told, alert]
      }
      assert.deepEqual(await rules(await resident(stage)), [
        '15',
        'The password needs at least 15 characters.',
      ])
      assert.deepEqual(await rules(await enrolledResident(stage)), ['8', ''])
      assert.ok(PASSWORD.length >= 15)
    })
  })
}
