import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PROFILE_FLOW } from '../../src/core/user-flows/defaults.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, furnished, secondTenant } from '../support/store.ts'

const BY = { author: 'account:ada', cause: 'published' } as const

for (const engine of ENGINES) {
  describe(`user flows and attributes on ${engine}`, () => {
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

    test('versions are kept, the newest counts, and the oldest go', async () => {
      const main = await furnished(store)
      const second = await secondTenant(store)
      for (let version = 1; version <= 4; version += 1) {
        const document = version === 3 ? {} : { document: PROFILE_FLOW }
        const added = { ...BY, ...document, version, at: version }
        await main.write(async tx => {
          assert.equal(await tx.flows.head('forms'), version === 1 ? undefined : version - 1)
          await tx.flows.publish('forms', added, 3)
        })
      }
      assert.deepEqual(
        (await main.flows.versions('forms')).map(({ version, document }) => [
          version,
          document !== undefined,
        ]),
        [
          [4, true],
          [3, false],
          [2, true],
        ],
      )
      assert.deepEqual(await main.flows.list(), [
        { ...BY, reference: 'forms', version: 4, at: 4, document: PROFILE_FLOW },
      ])
      assert.deepEqual((await main.flows.version('forms', 2))?.document, PROFILE_FLOW)
      assert.equal(await main.flows.version('forms', 1), undefined)
      assert.deepEqual(await second.flows.list(), [])
      assert.equal(await second.write(tx => tx.flows.remove('forms')), false)
      assert.equal(await main.write(tx => tx.flows.remove('forms')), true)
      assert.deepEqual(await main.flows.versions('forms'), [])
    })

    test('values belong to an account and an attribute, and go with either', async () => {
      const main = store.tenant('main')
      const person = accountOf('with-values')
      await main.write(async tx => {
        await tx.accounts.create(person)
        await tx.attributes.keep({ name: 'seats', kind: 'number', label: 'Seats' })
        await tx.attributes.keep({ name: 'company', kind: 'text', label: 'Company' })
        await tx.attributes.set(person.id, { seats: 12, company: 'Example', unknown: 'x' })
      })
      assert.deepEqual(await main.attributes.valuesOf(person.id), { company: 'Example', seats: 12 })
      await main.write(tx => tx.attributes.set(person.id, { company: null, seats: 13 }))
      assert.deepEqual(
        await main.attributes.valuesOfAll([person.id, 'nobody']),
        new Map([[person.id, { seats: 13 }]]),
      )
      const found = async (attributes: Record<string, string>) =>
        (await main.accounts.list({ limit: 9, offset: 0, filter: { attributes } })).accounts.map(
          ({ id }) => id,
        )
      assert.deepEqual(await found({ seats: '13' }), [person.id])
      assert.deepEqual(await found({ seats: '12' }), [])
      assert.deepEqual(await found({ seats: '13', company: 'Example' }), [])
      assert.deepEqual(await store.tenant('second').attributes.list(), [])
      await main.write(tx => tx.attributes.remove('seats'))
      assert.deepEqual(await main.attributes.valuesOf(person.id), {})
      await main.write(async tx => {
        await tx.attributes.set(person.id, { company: 'Example' })
        await tx.accounts.remove(person.id)
      })
      assert.deepEqual(await main.attributes.valuesOf(person.id), {})
    })
  })
}
