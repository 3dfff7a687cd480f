import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store, type TenantChange } from '../../src/store/store.ts'
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

    const moved = async (id: string, change: TenantChange) =>
      await store.tenant(id).write(async tx => await tx.tenant.update(change))

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

    test('is found by its id too', async () => {
      assert.equal((await store.tenantWithId('second'))?.host, 'second')
      assert.equal(await store.tenantWithId('third'), undefined)
    })

    test('is without TLS unless its own address has it', async () => {
      const bare = async () => (await store.tenantsWithoutTls()).map(({ id }) => id)
      assert.deepEqual(await bare(), [TENANT, 'second'])
      await moved('second', { publicUrl: 'https://second' })
      assert.deepEqual(await bare(), [TENANT])
      await moved('second', { publicUrl: 'http://https:80' })
      assert.deepEqual(await bare(), [TENANT, 'second'])
    })

    test('has a console at its host name, with any port, or at that of the service', async () => {
      const of = async (host: string) => (await store.tenantOfConsole(host, 'own'))?.id
      assert.equal(await of('own'), TENANT)
      assert.equal(await of('second'), undefined, 'pages are no console')
      for (const consoleUrl of ['https://desk', 'http://desk', 'https://desk:8443', 'http://desk:81']) {
        await moved('second', { consoleUrl })
        assert.equal(await of('desk'), 'second', consoleUrl)
        for (const other of ['des', 'desk.', 'desks', 'a.desk', 'sk', '%', 'd_sk', '', '\0', '\ud800'])
          assert.equal(await of(other), undefined, other)
      }
      await moved(TENANT, { consoleUrl: 'https://first' })
      assert.equal(await of('first'), TENANT)
      assert.equal(await of('own'), undefined, 'it has moved away')
    })
  })
}
