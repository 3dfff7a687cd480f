import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resetPassword } from '../../src/identity/identity.ts'
import { ENGINES } from '../support/database.ts'
import { quietOffice } from '../support/people.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import {
  alter,
  browser,
  isSignedIn,
  linkIn,
  mailTo,
  post,
  resident,
  type Stage,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

for (const engine of ENGINES) {
  describe(`what people do at the same moment on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    test('two addresses sent in one registration: the link to one never verifies the other', async () => {
      const person = browser(stage)
      await person.visit(REGISTRATION)
      const [own, other] = [newcomer({}), newcomer({})]
      await Promise.all([post(person, own), post(person, other)])
      for (const [mine, theirs] of [
        [own, other],
        [other, own],
      ] as const) {
        const link = linkIn(await mailTo(stage, mine.email!))
        await browser(stage).visit(link)
        await person.visit(link)
        const made = await stage.store.accounts.named(theirs.email!)
        assert.equal(made, undefined, `${mine.email} verified ${theirs.email}`)
        if ((await stage.store.accounts.named(mine.email!)) !== undefined) break
      }
    })

    test('a step that waits for a new password ends when an administrator resets it', async () => {
      const who = await resident(stage, {}, { temporary: true })
      const person = browser(stage)
      await signIn(person, who)
      assert.equal(person.shown!.heading, 'Choose a new password')
      // Without an address there is no mail about it.
      await stage.store.write(tx => tx.accounts.update(who.id, { email: null }))
      await resetPassword(await quietOffice(stage.service), who.id)
      const kept = (await stage.store.accounts.get(who.id))!.passwordHash
      const fields = { newpassword: 'a thief chose this one', confirmpassword: 'a thief chose this one' }
      await person.submit(fields)
      assert.equal((await stage.store.accounts.get(who.id))!.passwordHash, kept)
      assert.equal(await isSignedIn(person), false)
    })

    test('requests in parallel do not lose a session that has to be noted as used', async () => {
      const person = await signedIn(stage, await resident(stage))
      await alter(stage, 'SignIn', person.cookie('tabard-session')!, ({ payload }) => ({
        payload: JSON.stringify({ ...JSON.parse(payload), seenAt: Date.now() - 120_000 }),
      }))
      const address = '/idaas/mtfim/sps/idaas/login?runtime=true'
      const answers = await Promise.all(Array.from({ length: 20 }, () => person.send('GET', address)))
      for (const answer of answers) assert.match(await answer.text(), /<h1>You are signed in<\/h1>/)
    })
  })
}
