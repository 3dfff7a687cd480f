import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, secondTenant, TENANT } from '../support/store.ts'

const mail = (id: string) => ({
  id,
  event: 'mail-account-deleted',
  recipient: `${id}@example.com`,
  sender: '',
  subject: `Subject of ${id}`,
  html: `<p>${id}</p>`,
  text: id,
})
const MINUTE = 60_000

for (const engine of ENGINES) {
  describe(`mails that are not sent, on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let second: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      main = await furnished(store)
      second = await secondTenant(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    /** Later than everything that was queued. */
    const now = () => Date.now() + 1
    const queue = (id: string, by = main) => by.write(tx => tx.outbox.queue(mail(id)))
    const seen = async (id: string) => {
      const { state, html, text } = (await main.outbox.get(id))!
      return [state, html + text !== '']
    }

    test('one whose code has expired is told so, and says nothing any more', async () => {
      await main.write(tx => tx.outbox.queue({ ...mail('code'), expiresAt: 5 }))
      assert.equal((await store.claimMail(now(), now() + MINUTE))!.expiresAt, 5)
      await store.mailExpired(TENANT, 'code', 1)
      assert.deepEqual(await seen('code'), ['expired', false])
      assert.equal(await main.write(tx => tx.outbox.retry('code', now())), false)
      assert.equal(await main.write(tx => tx.outbox.drop('code', now())), false)
    })

    test('those that nobody has tried are held, in every tenant, until somebody decides', async () => {
      await queue('tried')
      await store.claimMail(now(), now() + MINUTE)
      await store.mailFailed(TENANT, 'tried', 1, 'no', now() + 60 * MINUTE)
      await queue('before')
      await sleep(2)
      const since = Date.now()
      for (const id of ['one', 'two', 'three']) await queue(id)
      await queue('other', second)
      assert.equal(await store.holdMails(since, since), 0, 'none is as old')
      assert.equal(await store.holdMails(since, now()), 4)
      assert.equal((await store.claimMail(now(), now() + MINUTE))!.id, 'before')
      assert.equal(await store.claimMail(now(), now() + MINUTE), undefined)
      assert.deepEqual(await seen('tried'), ['waiting', true])
      assert.equal((await main.outbox.counts()).held, 3)
      assert.equal((await second.outbox.counts()).held, 1)

      assert.equal(await second.write(tx => tx.outbox.drop('one', now())), false, 'it is not theirs')
      assert.equal(await main.write(tx => tx.outbox.drop('one', now())), true)
      assert.deepEqual(await seen('one'), ['given-up', false])
      assert.equal(await main.write(tx => tx.outbox.retry('one', now())), false)
      assert.equal(await main.write(tx => tx.outbox.retry('two', now())), true)
      assert.equal(await store.holdMails(since, now()), 0, 'somebody has decided about it')
      assert.equal((await store.claimMail(now(), now() + MINUTE))!.id, 'two')
      assert.equal(await main.write(tx => tx.outbox.drop('two', now())), false, 'it is being sent')
      assert.equal(await main.write(tx => tx.outbox.dropHeld(now())), 1)
      assert.deepEqual(await seen('three'), ['given-up', false])
      assert.equal(await second.write(tx => tx.outbox.retryAll('held', now())), 1)
      assert.deepEqual((await second.outbox.counts()).waiting, 1)
    })
  })
}
