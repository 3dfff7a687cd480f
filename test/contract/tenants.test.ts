import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, secondTenant, TENANT } from '../support/store.ts'

for (const engine of ENGINES) {
  describe(`the tenant of a host name on ${engine}`, () => {
    let database: TestDatabase
    let store: Store

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      await furnished(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const at = async (host: string, own = 'own') => {
      const { tenant, only } = await store.tenantAt(host, own)
      return [tenant?.id, only]
    }

    test('is the only one that there is, whatever the name', async () => {
      for (const host of ['own', 'other', '\0']) assert.deepEqual(await at(host), [TENANT, true])
    })

    test('is the one that has the name; the first has that of the service', async () => {
      await secondTenant(store)
      assert.deepEqual(await at('own'), [TENANT, false])
      assert.deepEqual(await at('second'), ['second', false])
      assert.deepEqual(await at('second', 'second'), [TENANT, false], 'nobody takes it away')
      for (const host of ['other', '', '\0', '\ud800']) assert.deepEqual(await at(host), [undefined, false])
    })
  })
}
