import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, secondTenant } from '../support/store.ts'

for (const engine of ENGINES) {
  describe(`settings of the linter on ${engine}`, () => {
    let database: TestDatabase
    let store: Store

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    test('each tenant has its own, and the last ones count', async () => {
      const main = await furnished(store)
      const second = await secondTenant(store)
      assert.equal(await main.lint.settings(), undefined)
      const first = { rules: { 'a/b': 'off' }, scriptOrigins: ['https://cdn.example'], tagManager: true }
      await main.write(tx => tx.lint.set(first))
      assert.deepEqual(await main.lint.settings(), first)
      const last = { rules: {}, scriptOrigins: [], tagManager: false }
      await main.write(async tx => {
        assert.deepEqual(await tx.lint.settings(), first)
        await tx.lint.set(last)
      })
      assert.deepEqual(await main.lint.settings(), last)
      assert.equal(await second.lint.settings(), undefined)
    })
  })
}
