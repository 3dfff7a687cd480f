import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { executed, furnished, secondTenant, TENANT } from '../support/store.ts'

const ROWS = 5_000
/** Numbers from 1 on, as both databases make them. */
const NUMBERS = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`

for (const engine of ENGINES) {
  describe(`a large sweep on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      main = await furnished(store)
      await secondTenant(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const fill = async () => {
      const columns = 'tenant, at, turn, event, account, application, address, details'
      for (const tenant of [TENANT, 'second'])
        await executed(
          database,
          `insert into audit (${columns}) ${NUMBERS} select '${tenant}', n, 'turn', 'e', null, null, null, '{}' from numbers`,
        )
    }
    const left = async (tenant: string) =>
      (await store.tenant(tenant).audit.list({ limit: 2 * ROWS })).filter(({ event }) => event === 'e').length
    const ages = { mails: 0, audit: ROWS, analytics: '', now: 0 }

    test('drops what is old, of every tenant, and nothing else', async () => {
      await fill()
      await store.sweep(ages)
      assert.deepEqual([await left(TENANT), await left('second')], [1, 1])
    })

    test('finds the tenants that have records to end, or keys to replace', async () => {
      const record = { kind: 'Ending', idHash: 'h', owner: null, handle: null, payload: '{}' }
      const key = { purpose: 'sign', material: '{}' } as const
      await main.records.keep({ ...record, expiresAt: Date.now() + 60_000 })
      await store.tenant('second').records.keep({ ...record, expiresAt: Date.now() + 3_600_000 })
      assert.deepEqual(await store.tenantsWithExpiring('Ending', Date.now() + 600_000), [TENANT])
      assert.deepEqual(await store.tenantsWithExpiring('Other', Date.now() + 600_000), [])
      await main.write(tx => tx.keys.create({ ...key, id: 'old', createdAt: 10 }))
      await main.write(tx => tx.keys.create({ ...key, id: 'new', createdAt: 30 }))
      await store.tenant('second').write(tx => tx.keys.create({ ...key, id: 'only', createdAt: 20 }))
      assert.deepEqual(await store.tenantsWithAgedKeys('sign', 20), ['second'])
      assert.deepEqual(await store.tenantsWithAgedKeys('seal', 20), [])
    })

    test('lets the writes of others in between', async () => {
      const order = async () => {
        await executed(database, 'delete from audit')
        await fill()
        const ended: string[] = []
        const swept = store.sweep(ages).then(() => ended.push('sweep'))
        await main.tries.count([{ key: 'somebody', free: 5, longest: 1_000 }], Date.now())
        ended.push('write')
        await swept
        return ended
      }
      // On a busy machine, a sweep may be over before PostgreSQL has begun a further connection.
      if (engine === 'PostgreSQL') await becomes(order, ['write', 'sweep'])
      else assert.deepEqual(await order(), ['write', 'sweep'])
    })

    test('stops where the service stops', async () => {
      await executed(database, 'delete from audit')
      await fill()
      let pieces = 0
      await store.sweep(ages, () => ++pieces > 3)
      const rest = (await left(TENANT)) + (await left('second'))
      assert.ok(rest > ROWS && rest < 2 * ROWS, `${rest} are left`)
    })
  })
}
