import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, secondTenant } from '../support/store.ts'

for (const engine of ENGINES) {
  describe(`analytics on ${engine}`, () => {
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

    const count = (day: string, event: string, times: number, more = {}) => ({
      day,
      theme: 'default',
      application: '',
      locale: 'en',
      event,
      times,
      journeys: 1,
      ...more,
    })

    test('what a theme may do is kept until the theme goes', async () => {
      await main.write(async tx => {
        await tx.themes.create('measured', 'Measured', null)
        assert.equal(await tx.analytics.of('measured'), undefined)
        await tx.analytics.set('measured', { evalFor: 'GTM-AB12CD3', firstParty: false })
        assert.deepEqual(await tx.analytics.of('measured'), { evalFor: 'GTM-AB12CD3', firstParty: false })
        await tx.analytics.set('measured', { evalFor: null, firstParty: true })
      })
      assert.deepEqual(
        await main.analytics.settings(),
        new Map([['measured', { evalFor: null, firstParty: true }]]),
      )
      assert.deepEqual(await second.analytics.settings(), new Map())
      await main.write(tx => tx.themes.remove('measured'))
      assert.deepEqual(await main.analytics.settings(), new Map())
    })

    test('a theme that does not exist is refused', async () => {
      const settings = { evalFor: null, firstParty: true } as const
      await assert.rejects(
        main.write(tx => tx.analytics.set('nowhere', settings)),
        { code: 'theme_unknown' },
      )
    })

    test('counts add up, in whatever order two writers add them', async () => {
      const some = [count('2026-01-01', 'age', 2), count('2026-01-01', 'email', 1, { locale: 'de' })]
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          main.write(tx => tx.analytics.count(index % 2 === 0 ? some : some.toReversed()), 'quiet'),
        ),
      )
      const query = { from: '2026-01-01', to: '2026-01-01' }
      assert.deepEqual(await main.analytics.counts({ ...query, by: 'locale' }), [
        { group: 'de', event: 'email', times: 10, journeys: 10 },
        { group: 'en', event: 'age', times: 20, journeys: 10 },
      ])
      assert.deepEqual(await main.analytics.counts({ ...query, by: 'day', locale: 'de' }), [
        { group: '2026-01-01', event: 'email', times: 10, journeys: 10 },
      ])
      assert.deepEqual(await main.analytics.counts({ ...query, by: 'day', theme: 'other' }), [])
      assert.deepEqual(await second.analytics.counts({ ...query, by: 'day' }), [])
      assert.deepEqual(await main.analytics.counts({ ...query, by: 'day', locale: '\0' }), [])
    })

    test('days are asked for from one to another, and dropped before one', async () => {
      const days = ['2026-02-01', '2026-02-02', '2026-02-03']
      await main.write(tx => tx.analytics.count(days.map(day => count(day, 'age', 1))), 'quiet')
      const found = async (from: string, to: string) =>
        (await main.analytics.counts({ from, to, by: 'day' })).map(({ group }) => group)
      assert.deepEqual(await found('2026-02-01', '2026-02-02'), days.slice(0, 2))
      await store.sweep({ mails: 0, audit: 0, analytics: '2026-02-02', now: 0 })
      assert.deepEqual(await found('2026-01-01', '2026-03-01'), days.slice(1))
    })
  })
}
