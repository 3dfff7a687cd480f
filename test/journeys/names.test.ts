import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { usually } from '../support/database.ts'
import { addOperator, consolePerson, signedInOperator } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import { browser, mailTo, opened, resident, type Stage, signIn, stageOf } from './steps.ts'

for (const engine of usually('PostgreSQL')) {
  describe(`names and addresses on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())
    afterEach(() => stage.startClock())

    const signedInAs = async (typed: string) =>
      (await signIn(browser(stage), { userName: typed })).heading === 'You are signed in'
    const recovered = async (typed: string) => {
      const person = await opened(stage)
      await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
      return await person.submit({ username: typed })
    }

    test('people sign in and recover by user name or by address, whatever the case', async () => {
      const email = 'boss@example.com'
      await resident(stage, { userName: 'boss', email })
      for (const typed of ['boss', email, 'Boss@Example.com']) assert.ok(await signedInAs(typed), typed)
      await recovered(email)
      assert.match((await mailTo(stage, email)).text, /recover=/)
    })

    test('a user name counts before the address of somebody else', async () => {
      const named = await resident(stage, { userName: 'ann@example.com', email: 'ann@elsewhere.example' })
      await resident(
        stage,
        { userName: 'other-ann', email: 'ann@example.com' },
        { password: 'violet anchor on sand' },
      )
      assert.ok(await signedInAs(named.userName))
      await recovered(named.userName)
      assert.match((await mailTo(stage, 'ann@elsewhere.example')).text, /recover=/)
    })

    test('an address that two accounts have signs nobody in, and no mail goes out', async () => {
      const email = 'shared@example.com'
      for (const userName of ['first-of-two', 'second-of-two']) await resident(stage, { userName, email })
      assert.equal(await signedInAs(email), false)
      const mails = (await stage.store.outbox.list(1_000)).length
      const unknown = await recovered('nobody@example.com')
      assert.equal((await recovered(email)).html.length, unknown.html.length)
      assert.equal((await stage.store.outbox.list(1_000)).length, mails)
      assert.ok(await signedInAs('first-of-two'))
    })

    test('what is counted for a name is not counted for its address, which stays unknown', async () => {
      await resident(stage, { userName: 'hidden', email: 'hidden.address@example.com' })
      const wrong = async (typed: string) =>
        await signIn(browser(stage), { userName: typed }, 'wrong horse here')
      let alert = ''
      // Waits of seconds would end between two tries on a busy machine.
      stage.stopClock()
      for (let time = 0; time < 8; time++) ({ alert } = await wrong('hidden'))
      assert.match(alert, /wait/i)
      assert.doesNotMatch((await wrong('hidden.address@example.com')).alert, /wait/i)
    })

    test('a device that somebody has signed in with is known by the address too', async () => {
      const who = await resident(stage, { userName: 'traveller', email: 'traveller@example.com' })
      const own = browser(stage)
      await signIn(own, who)
      const stranger = browser(stage)
      stage.stopClock()
      for (let time = 0; time < 8; time++)
        await signIn(stranger, { userName: 'traveller@example.com' }, 'wrong horse here')
      assert.match(stranger.shown!.alert, /wait/i)
      own.setCookie('tabard-session', '')
      await own.visit('/idaas/mtfim/sps/idaas/login?runtime=true')
      await own.submit({ username: 'traveller@example.com', password: PASSWORD })
      assert.equal(own.shown!.heading, 'You are signed in')
    })

    test('the console takes both as well', async () => {
      const id = await addOperator(stage.service, 'chief@example.com', 'administrator')
      await stage.store.write(tx => tx.accounts.update(id, { userName: 'chief' }))
      for (const typed of ['chief', 'chief@example.com'])
        assert.notEqual((await signedInOperator(stage.service, typed)).cookie, '', typed)
      const person = consolePerson(stage.service)
      await person.visit('/signin/forgotten')
      await person.submit({ username: 'chief@example.com' })
      assert.match((await mailTo(stage, 'chief@example.com')).text, /\/signin\/recover\?link=/)
    })
  })
}
