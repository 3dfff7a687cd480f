import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type ShortLived, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, isWaiting, secondTenant, TENANT, within } from '../support/store.ts'

const KIND = 'ClientCredentials'

const record = (idHash: string, more: Partial<ShortLived> = {}): ShortLived => ({
  kind: KIND,
  idHash,
  owner: null,
  handle: null,
  payload: `{"jti":"${idHash}"}`,
  expiresAt: null,
  ...more,
})

for (const engine of ENGINES) {
  describe(`records that expire on ${engine}`, () => {
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

    test('are found by kind and hash, and kept anew in place', async () => {
      await main.records.keep(record('r1', { owner: 'c1' }))
      assert.deepEqual(await main.records.get(KIND, 'r1'), record('r1', { owner: 'c1' }))
      assert.equal(await main.records.get('Session', 'r1'), undefined)
      assert.equal(await main.records.get(KIND, 'r\0'), undefined)
      const changed = record('r1', { owner: 'c9', payload: '{}', expiresAt: Date.now() + 60_000 })
      await main.records.keep(changed)
      assert.deepEqual(await main.records.get(KIND, 'r1'), changed)
    })

    test('those that have expired are dropped, and no others', async () => {
      await main.records.keep(record('long gone', { expiresAt: Date.now() - 1_000 }))
      await main.records.keep(record('lives', { expiresAt: Date.now() + 60_000 }))
      await main.records.keep(record('lives for ever'))
      assert.equal(await main.records.get(KIND, 'long gone'), undefined)
      assert.notEqual(await main.records.get(KIND, 'lives'), undefined)
      assert.notEqual(await main.records.get(KIND, 'lives for ever'), undefined)
    })

    test('one is removed by its hash', async () => {
      await main.records.remove(KIND, 'lives')
      assert.equal(await main.records.get(KIND, 'lives'), undefined)
      await main.records.remove(KIND, 'lives')
    })

    test('all of an owner end at once, and no other owner’s', async () => {
      await main.records.keep(record('t1', { owner: 'c1' }))
      await main.records.keep(record('t2', { owner: 'c1', kind: 'Session' }))
      await main.records.keep(record('t3', { owner: 'c2' }))
      await second.records.keep(record('t1', { owner: 'c1' }))
      assert.equal(await main.write(tx => tx.records.removeOwned('c1')), 2)
      assert.equal(await main.write(tx => tx.records.removeOwned('c1')), 0)
      assert.equal(await main.records.get(KIND, 't1'), undefined)
      assert.equal(await main.records.get('Session', 't2'), undefined)
      assert.notEqual(await main.records.get(KIND, 't3'), undefined)
      assert.notEqual(await second.records.get(KIND, 't1'), undefined)
    })

    test('of an owner end those of one kind, where one is named', async () => {
      await main.records.keep(record('o1', { owner: 'c5' }))
      await main.records.keep(record('o2', { owner: 'c5', kind: 'Session' }))
      assert.equal(await main.write(tx => tx.records.removeOwned('c5', 'Session')), 1)
      assert.notEqual(await main.records.get(KIND, 'o1'), undefined)
      assert.equal(await main.records.get('Session', 'o2'), undefined)
    })

    test('those of a kind that expire before a time are taken away once, and told', async () => {
      const now = Date.now()
      const soon = record('e1', { kind: 'Ending', expiresAt: now + 60_000 })
      await main.records.keep(soon)
      await main.records.keep(record('e2', { kind: 'Ending', expiresAt: now + 120_000 }))
      await main.records.keep(record('e3', { expiresAt: now + 60_000 }))
      await second.records.keep(soon)
      const take = async () => await main.write(tx => tx.records.takeExpiring('Ending', now + 90_000))
      assert.deepEqual(await take(), [{ handle: null, ...soon }])
      assert.deepEqual(await take(), [])
      assert.notEqual(await main.records.get('Ending', 'e2'), undefined)
      assert.notEqual(await main.records.get(KIND, 'e3'), undefined)
      assert.notEqual(await second.records.get('Ending', 'e1'), undefined)
    })

    test('of an owner and a kind only the newest are kept, where a number is given', async () => {
      const now = Date.now()
      for (const number of [1, 2, 3])
        await main.records.keep(record(`m${number}`, { owner: 'c6', expiresAt: now + number * 60_000 }), 2)
      assert.equal(await main.records.get(KIND, 'm1'), undefined)
      assert.notEqual(await main.records.get(KIND, 'm2'), undefined)
      assert.notEqual(await main.records.get(KIND, 'm3'), undefined)
    })

    test('one is found by its handle and kind', async () => {
      const given = record('h1', { kind: 'Session', handle: 'uid' })
      await main.records.keep(given)
      assert.deepEqual(await main.records.byHandle('Session', 'uid'), given)
      assert.equal(await main.records.byHandle(KIND, 'uid'), undefined)
      assert.equal(await main.records.byHandle('Session', 'UID'), undefined)
      assert.equal(await main.records.byHandle('Session', '\0'), undefined)
      assert.equal(await second.records.byHandle('Session', 'uid'), undefined)
    })

    test('of several with a handle that one is found which lasts longest, and none that has expired', async () => {
      const now = Date.now()
      const lasting = (idHash: string, expiresAt: number | null) =>
        main.write(tx => tx.records.keep(record(idHash, { handle: 'shared', expiresAt })))
      const found = async () => (await main.records.byHandle(KIND, 'shared'))?.idHash
      await lasting('h2', now - 1)
      assert.equal(await found(), undefined)
      await lasting('h3', now + 60_000)
      await lasting('h4', now + 90_000)
      assert.equal(await found(), 'h4')
      await lasting('h5', null)
      assert.equal(await found(), 'h5')
    })

    test('all with a handle end at once, of every kind, and no others', async () => {
      await main.records.keep(record('g1', { handle: 'grant' }))
      await main.records.keep(record('g2', { handle: 'grant', kind: 'Session' }))
      await main.records.keep(record('g3', { handle: 'another' }))
      await second.records.keep(record('g1', { handle: 'grant' }))
      await main.records.removeByHandle('grant')
      await main.records.removeByHandle('\0')
      assert.equal(await main.records.get(KIND, 'g1'), undefined)
      assert.equal(await main.records.get('Session', 'g2'), undefined)
      assert.notEqual(await main.records.get(KIND, 'g3'), undefined)
      assert.notEqual(await second.records.get(KIND, 'g1'), undefined)
    })

    test('one is kept anew inside a write', async () => {
      await main.write(tx => tx.records.keep(record('w1')))
      const changed = record('w1', { owner: 'o', handle: 'h', payload: '{}' })
      await main.write(tx => tx.records.keep(changed))
      assert.deepEqual(await main.records.get(KIND, 'w1'), changed)
    })

    test('one is added only where there is none, or only one that has expired', async () => {
      const add = (more: Partial<ShortLived>) => main.write(tx => tx.records.add(record('a1', more)))
      assert.equal(await add({ payload: 'first', expiresAt: Date.now() - 1 }), true)
      assert.equal(await add({ payload: 'second', expiresAt: Date.now() + 60_000 }), true)
      assert.equal(await add({ payload: 'third' }), false)
      assert.equal((await main.records.get(KIND, 'a1'))?.payload, 'second')
      assert.equal(await second.write(tx => tx.records.add(record('a1'))), true)
    })

    test('of two added at the same moment one is kept', async () => {
      for (let round = 0; round < 10; round += 1) {
        const added = await Promise.all(
          [store, other].map(node =>
            node.tenant(TENANT).write(tx => tx.records.add(record(`added ${round}`))),
          ),
        )
        assert.deepEqual(added.toSorted(), [false, true])
      }
    })

    test('one that is taken is answered and gone', async () => {
      const given = record('t9', { owner: 'o', handle: 'h', expiresAt: Date.now() + 60_000 })
      await main.records.keep(given)
      const take = (by: TenantStore, idHash = 't9') => by.write(tx => tx.records.take(KIND, idHash))
      assert.equal(await take(second), undefined)
      assert.deepEqual(await take(main), given)
      assert.equal(await take(main), undefined)
      assert.equal(await main.records.get(KIND, 't9'), undefined)
      assert.equal(await take(main, '\0'), undefined)
    })

    test('one that has expired cannot be taken, and is gone', async () => {
      await main.write(tx => tx.records.keep(record('late', { expiresAt: Date.now() - 1 })))
      assert.equal(await main.write(tx => tx.records.take(KIND, 'late')), undefined)
      assert.equal(await main.records.get(KIND, 'late'), undefined)
    })

    test('one that is locked is answered unless it has expired, and changed in place', async () => {
      const given = record('l1', { owner: 'o', handle: 'h', expiresAt: Date.now() + 60_000 })
      await main.records.keep(given)
      const lock = (by: TenantStore, idHash = 'l1') => by.write(tx => tx.records.lock(KIND, idHash))
      assert.deepEqual(await lock(main), given)
      assert.equal(await lock(second), undefined)
      assert.equal(await lock(main, '\0'), undefined)
      await main.write(tx => tx.records.keep(record('l2', { expiresAt: Date.now() - 1 })))
      assert.equal(await lock(main, 'l2'), undefined)
    })

    test('one that is changed while what was issued is removed goes with the rest', async () => {
      const code = { kind: 'AuthorizationCode', owner: 'c8', payload: '{"clientId":"shop"}' }
      await main.records.keep(record('c8', code))
      const away = other.tenant(TENANT)
      let removal: Promise<number> | undefined
      await main.write(async tx => {
        const held = (await tx.records.lock('AuthorizationCode', 'c8'))!
        await tx.records.replace({ ...held, payload: '{"clientId":"shop","consumed":1}' })
        removal = away.write(removing => removing.records.removeIssued('shop', ['c8']))
        if (engine === 'PostgreSQL') await within(60_000, () => isWaiting(database))
      })
      assert.equal(await removal, 1)
      assert.equal(await main.records.get('AuthorizationCode', 'c8'), undefined)
    })

    test('of two that take one at the same moment, one gets it', async () => {
      for (let round = 0; round < 10; round += 1) {
        await main.records.keep(record('raced'))
        const taken = await Promise.all(
          [store, other].map(node => node.tenant(TENANT).write(tx => tx.records.take(KIND, 'raced'))),
        )
        assert.equal(taken.filter(found => found !== undefined).length, 1)
      }
    })
  })
}
