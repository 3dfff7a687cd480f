import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EventTally } from '../../src/identity/measuring/event-tally.ts'
import { openStore, type Store, StoreFault } from '../../src/store/store.ts'
import { ENGINES, freshDatabase } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { Person } from '../support/person.ts'
import { testService } from '../support/service.ts'
import { furnished, TENANT } from '../support/store.ts'
import { COLLECT, REGISTRATION, senderOn, switched } from './pages.ts'

const DAYS = { from: '2000-01-01', to: '2999-12-31', by: 'theme' } as const
const COUNTED = { day: '2026-01-31', theme: 'one', application: '', locale: 'de' }

for (const engine of ENGINES) {
  describe(`sums of events on ${engine}`, () => {
    test('are written when the service stops', async () => {
      const service = await testService(engine)
      try {
        const theme = await service.createTheme('Counted', packageOf({ 'common/own.txt': 'own' }))
        await switched(service, theme, true)
        const page = await new Person(service.url).visit(`${REGISTRATION}&themeId=${theme}`)
        const { ticket } = senderOn(page)!
        const body = JSON.stringify({ ticket, events: [{ name: 'registration_started' }] })
        const answer = await fetch(`${service.url}${COLLECT}`, { method: 'POST', body })
        assert.equal(answer.status, 204)
        await service.service.close()
        const store = await openStore(service.database)
        assert.deepEqual(await store.tenant('main').analytics.counts(DAYS), [
          { group: theme, event: 'registration_started', times: 1, journeys: 1 },
        ])
        await store.close()
      } finally {
        await service.database.remove()
      }
    })

    test('wait for a database that is away, and are lost with a tenant that is gone', async () => {
      const database = await freshDatabase(engine)
      const store = await openStore(database)
      try {
        await furnished(store)
        let away = true
        const failures: string[] = []
        let lost = 0
        const passing: Store = Object.create(store, {
          tenant: {
            value: (id: string) => {
              if (away) throw new StoreFault('unavailable', 'away')
              return store.tenant(id)
            },
          },
        })
        const tally = new EventTally(passing, {
          failed: error => failures.push(error.message),
          lost: events => {
            lost += events
          },
        })
        for (const event of ['email', 'age', 'email']) assert.ok(tally.add(TENANT, { ...COUNTED, event }, 1))
        await tally.flush()
        assert.deepEqual([failures, lost], [['away'], 0])
        away = false
        assert.ok(tally.add(TENANT, { ...COUNTED, event: 'age' }, 0))
        assert.ok(tally.add('nobody', { ...COUNTED, event: 'age' }, 1))
        await tally.stop()
        assert.deepEqual(await store.tenant(TENANT).analytics.counts(DAYS), [
          { group: 'one', event: 'age', times: 2, journeys: 1 },
          { group: 'one', event: 'email', times: 2, journeys: 2 },
        ])
        assert.equal(failures.length, 2)
        assert.equal(lost, 1)
      } finally {
        await store.close()
        await database.remove()
      }
    })

    test('are bounded: what there is no room for is not taken', async () => {
      const tally = new EventTally(undefined as never, { failed: () => {}, lost: () => {} })
      for (let number = 0; number < 20_000; number++)
        assert.ok(tally.add(TENANT, { ...COUNTED, theme: String(number), event: 'age' }, 1))
      assert.equal(tally.add(TENANT, { ...COUNTED, event: 'age' }, 1), false)
      assert.ok(tally.add(TENANT, { ...COUNTED, theme: '7', event: 'age' }, 1))
    })
  })
}
