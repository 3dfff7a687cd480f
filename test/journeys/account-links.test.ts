import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { linkAccount, removeSource } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { confirmed, letProofsAge } from './fresh-proof-checks.ts'
import { pressed, type Sourced, sourced, through } from './source-steps.ts'
import { browser, resident, type Stage, signedIn, signIn, stageOf } from './steps.ts'

for (const engine of usually('PostgreSQL')) {
  describe(`connected accounts on ${engine}`, () => {
    let stage: Stage
    let main: Sourced

    before(async () => {
      stage = await stageOf(engine)
      main = await sourced(stage, 'openid', { name: 'Partners', creates: true })
    })
    after(async () => {
      await main.provider.stop()
      await stage.stop()
    })

    test('people see and remove their links after a fresh proof, but for their only way in', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'mine' })
      const person = browser(stage)
      await signIn(person, who)
      const page = await person.visit('/sources')
      assert.match(page.heading, /Connected accounts/)
      assert.match(page.html, /Disconnect/)
      const removed = await person.submit({}, { form: 0 })
      assert.match(removed.html, /No account is connected yet/)
      const made = {
        sub: 'only',
        email: 'only@example.com',
        email_verified: true,
        given_name: 'O',
        family_name: 'N',
      }
      const only = browser(stage)
      await through(only, main, { ...made, auth_time: Math.floor(Date.now() / 1000) })
      await only.visit('/sources')
      const refused = await only.submit({}, { form: 0 })
      assert.match(refused.alert, /only way to sign in/)
      assert.match(refused.title, /^Error: /)
      // Nobody can sign in through a source that is disabled.
      const former = await sourced(stage, 'openid', { name: 'Former', enabled: false })
      await former.provider.stop()
      const { account } = (await stage.store.identitySources.linked(main.source.id, 'only'))!
      await linkAccount(stage.store, { source: 'Former', account, subject: 'only' })
      await only.visit('/sources')
      assert.match((await only.submit({}, { form: 0 })).alert, /only way to sign in/)
      await only.submit({}, { form: 1 })
      const left = await stage.store.identitySources.linksOf(account)
      assert.deepEqual(
        left.map(({ source }) => source),
        [main.source.id],
      )
    })

    test('are disconnected after the proof, by the same form as before it', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'aged' })
      const person = await signedIn(stage, who)
      await letProofsAge(stage, person)
      await person.visit('/sources')
      await person.submit({}, { form: 0 })
      assert.match((await confirmed(person, who)).heading, /Connected accounts/)
      assert.match((await person.submit({}, { form: 0 })).html, /No account is connected yet/)
      assert.deepEqual(await stage.store.identitySources.linksOf(who.id), [])
    })

    test('are of the domains that may use the source', async t => {
      const work = await sourced(stage, 'openid', { name: 'Work', allowedDomains: ['work.example'] })
      t.after(() => work.provider.stop())
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      const connect = async (claims: object) => {
        const there = await pressed(person, work, await person.visit('/sources'))
        return await person.visit(work.provider.grant(there, { sub: 'mine', ...claims }).redirect)
      }
      for (const claims of [
        { email: 'me@home.example', email_verified: true },
        { email: 'me@work.example', email_verified: false },
      ]) {
        assert.match((await connect(claims)).html, /People with your email address cannot sign in this way/)
        assert.deepEqual(await stage.store.identitySources.linksOf(who.id), [])
      }
      await connect({ email: 'me@work.example', email_verified: true })
      assert.equal((await stage.store.identitySources.linksOf(who.id)).length, 1)
      await removeSource(stage.store, work.source.id)
    })

    test('are the only way in where the tenant accepts no passwords', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'locked' })
      await stage.store.write(tx => tx.tenant.update({ directory: false }))
      try {
        const person = browser(stage)
        const claims = { sub: 'locked', auth_time: Math.floor(Date.now() / 1000) }
        await through(person, main, claims)
        assert.match((await person.visit('/sources')).heading, /Connected accounts/)
        assert.match((await person.submit({}, { form: 0 })).alert, /only way to sign in/)
        assert.equal((await stage.store.identitySources.linksOf(who.id)).length, 1)
      } finally {
        await stage.store.write(tx => tx.tenant.update({ directory: true }))
      }
    })
  })
}
