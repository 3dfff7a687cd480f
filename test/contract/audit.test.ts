import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AuditEntry, openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, furnished, secondTenant, TENANT } from '../support/store.ts'

const entry = (event: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: 1_000,
  event,
  account: null,
  application: null,
  address: null,
  details: {},
  ...more,
})

for (const engine of ENGINES) {
  describe(`audit and keys on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    /** Another node of the same installation. */
    let other: Store
    let main: TenantStore
    let second: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      other = await openStore(database)
      main = await furnished(store)
      second = await secondTenant(store)
    })
    after(async () => {
      await store.close()
      await other.close()
      await database.remove()
    })

    const record = (...entries: AuditEntry[]) =>
      main.write(async tx => {
        for (const one of entries) await tx.audit.record(one)
      }, 'quiet')
    const events = async (limit = 100, account?: string) =>
      (await main.audit.list({ limit, account })).map(({ event }) => event)

    describe('the audit', () => {
      const full = entry('signedIn', {
        at: 5_000,
        account: 'a1',
        application: 'shop',
        address: '192.0.2.1',
        details: { userName: 'a\0b', agent: '\ud800' },
      })

      test('keeps an entry as it was given', async () => {
        await record(full)
        const told = await main.audit.list({ limit: 10 })
        assert.deepEqual(told, [{ ...full, turn: told[0]!.turn, userName: null, applicationName: null }])
      })

      test('is told newest first, so many as are asked for, in order even within a millisecond', async () => {
        await record(entry('later', { at: 9_000 }), entry('earlier', { at: 1 }))
        await record(...Array.from({ length: 10 }, (_, index) => entry(`same ${index}`, { at: 7_000 })))
        const same = Array.from({ length: 10 }, (_, index) => `same ${9 - index}`)
        assert.deepEqual(await events(), ['later', ...same, 'signedIn', 'earlier'])
        assert.deepEqual(await events(2), ['later', 'same 9'])
      })

      test('is told of one account, and outlives it', async () => {
        await main.write(async tx => {
          await tx.accounts.create(accountOf('a1'))
          await tx.audit.record(entry('created', { account: 'a1', at: 6_000 }))
          await tx.audit.record(entry('other', { account: 'a2', at: 6_000 }))
          await tx.accounts.remove('a1')
        })
        assert.deepEqual(await events(10, 'a1'), ['created', 'signedIn'])
        assert.deepEqual(await events(1, 'a1'), ['created'])
        assert.deepEqual(await events(10, 'nobody'), [])
        assert.deepEqual(await events(10, '\0'), [])
      })

      test('is each tenant’s own', async () => {
        assert.deepEqual(await second.audit.list({ limit: 10 }), [])
        assert.deepEqual(await second.audit.list({ limit: 10, account: 'a1' }), [])
      })

      test('forgets what is older than it needs to be', async () => {
        await store.sweep({ mails: 0, audit: 7_000, analytics: '', now: 0 })
        assert.deepEqual((await events()).length, 11)
        assert.deepEqual(await events(10, 'a1'), [])
      })
    })

    describe('keys', () => {
      const key = (id: string, createdAt: number, purpose: 'sign' | 'seal' = 'sign') => ({
        id,
        purpose,
        material: `material of ${id}`,
        createdAt,
      })

      test('are told newest first, for one purpose', async () => {
        await main.write(async tx => {
          for (const one of [key('k1', 1), key('k3', 3), key('k2', 2), key('s1', 4, 'seal')])
            await tx.keys.create(one)
          assert.deepEqual(await tx.keys.list('sign'), [key('k3', 3), key('k2', 2), key('k1', 1)])
        })
        assert.deepEqual(await main.keys.list('sign'), [key('k3', 3), key('k2', 2), key('k1', 1)])
        assert.deepEqual(await main.keys.list('seal'), [key('s1', 4, 'seal')])
      })

      test('are each tenant’s own', async () => {
        assert.deepEqual(await second.keys.list('sign'), [])
        await second.write(tx => tx.keys.remove('k1'))
        await second.write(tx => tx.keys.create(key('k1', 9)))
        assert.equal((await main.keys.list('sign')).length, 3)
      })

      test('one is gone when it is removed', async () => {
        for (const id of ['k3', 'nothing', '\0']) await main.write(tx => tx.keys.remove(id))
        assert.deepEqual(
          (await main.keys.list('sign')).map(({ id }) => id),
          ['k2', 'k1'],
        )
      })

      test('of nodes that make the first one at the same moment, one does', async () => {
        await main.write(tx => tx.keys.remove('s1'))
        const make = (node: Store, id: string) =>
          node.tenant(TENANT).write(async tx => {
            await tx.tenant.lock()
            const [found] = await tx.keys.list('seal')
            if (found !== undefined) return found.id
            await tx.keys.create(key(id, 1, 'seal'))
            return id
          })
        const made = await Promise.all([make(store, 'here'), make(other, 'there')])
        assert.equal(new Set(made).size, 1)
        assert.equal((await main.keys.list('seal')).length, 1)
      })
    })
  })
}
