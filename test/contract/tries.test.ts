import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, secondTenant, TENANT } from '../support/store.ts'

const HOUR = 60 * 60_000
const five = (key: string, longest = HOUR) => ({ key, free: 5, longest })

for (const engine of ENGINES) {
  describe(`counted tries on ${engine}`, () => {
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

    const NOW = 1_700_000_000_000
    /** The answers to so many tries at one moment. */
    const tried = async (times: number, key: string, at = NOW, longest = HOUR) => {
      const answers = []
      for (let index = 0; index < times; index += 1)
        answers.push(await main.tries.count([five(key, longest)], at))
      return answers
    }

    test('some are free, and the next has to wait', async () => {
      assert.deepEqual(await tried(7, 'free'), [...Array(5).fill(undefined), 1_000, 1_000])
      assert.deepEqual(await tried(1, 'free', NOW + 400), [600])
      assert.deepEqual(await tried(1, 'free', NOW + 999), [1])
    })

    test('each further one doubles the wait, up to the longest', async () => {
      await tried(5, 'doubled', NOW, 5_000)
      let at = NOW
      const waits = []
      for (let index = 0; index < 5; index += 1) {
        const [wait] = await tried(1, 'doubled', at, 5_000)
        waits.push(wait)
        at += wait!
        assert.deepEqual(await tried(1, 'doubled', at, 5_000), [undefined])
      }
      assert.deepEqual(waits, [1_000, 2_000, 4_000, 5_000, 5_000])
    })

    test('one that has to wait counts nothing, under none of its keys', async () => {
      await tried(5, 'waits')
      const both = [five('waits'), five('beside')]
      for (let index = 0; index < 10; index += 1) assert.equal(await main.tries.count(both, NOW), 1_000)
      assert.deepEqual(await tried(6, 'beside'), [...Array(5).fill(undefined), 1_000])
      assert.deepEqual(await tried(2, 'waits', NOW + 1_000), [undefined, 2_000])
    })

    test('under a polled key, one that has to wait makes the wait longer, up to the longest', async () => {
      const polled = { ...five('polled', 10_000), polled: true }
      const both = [polled, five('beside polled')]
      for (let index = 0; index < 5; index += 1) assert.equal(await main.tries.count(both, NOW), undefined)
      const waits = []
      for (let index = 0; index < 6; index += 1) waits.push(await main.tries.count([polled], NOW))
      assert.deepEqual(waits, [2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
      assert.equal(await main.tries.count(both, NOW + 9_000), 10_000)
      // Those beside it are counted by tries that are admitted.
      assert.deepEqual(await tried(1, 'beside polled', NOW), [1_000])
      assert.deepEqual(await tried(1, 'beside polled', NOW + 1_000), [undefined])
      assert.equal(await main.tries.count([polled], NOW + 19_000), undefined)
    })

    test('a sum is counted, and neither waits nor ends the wait of others', async () => {
      await tried(5, 'summed')
      const sum = { ...five('summed'), sum: true }
      assert.equal(await main.tries.count([sum], NOW), undefined)
      assert.deepEqual(await tried(1, 'summed'), [1_000])
      assert.deepEqual(await tried(2, 'summed', NOW + 1_000), [undefined, 4_000])
    })

    test('fewer are free while another key has counted many, and always the first', async () => {
      const sum = { key: 'all', free: 0, longest: 0, sum: true }
      const pressed = (key: string) => ({ ...five(key), pressed: { by: 'all', over: 4, free: 2 } })
      const answers = async (key: string, times: number) => {
        const all = []
        for (let index = 0; index < times; index += 1)
          all.push(await main.tries.count([sum, pressed(key)], NOW))
        return all
      }
      assert.deepEqual(await answers('before', 4), Array(4).fill(undefined))
      assert.deepEqual(await answers('pressed', 3), [undefined, undefined, 1_000])
      assert.deepEqual(await answers('before', 2), [undefined, 8_000])
      await main.tries.forgive([], [sum])
    })

    test('the longest wait among the keys is answered', async () => {
      await tried(5, 'short')
      await tried(5, 'long')
      await tried(1, 'long', NOW + 1_000)
      assert.equal(await main.tries.count([five('short'), five('long')], NOW + 500), 2_500)
    })

    test('each key has bounds of its own, and counts once where it is given twice', async () => {
      const counts = [{ key: 'few', free: 2, longest: HOUR }, five('many'), five('many')]
      assert.equal(await main.tries.count(counts, NOW), undefined)
      assert.equal(await main.tries.count(counts, NOW), undefined)
      assert.equal(await main.tries.count(counts, NOW), 1_000)
      assert.deepEqual(await tried(4, 'many'), [undefined, undefined, undefined, 1_000])
    })

    test('are forgotten when they are forgiven, and no others', async () => {
      await tried(5, 'forgiven')
      await tried(5, 'not forgiven')
      await main.tries.forgive(['forgiven', 'never tried', '\0'])
      assert.deepEqual(await tried(6, 'forgiven'), [...Array(5).fill(undefined), 1_000])
      assert.deepEqual(await tried(1, 'not forgiven'), [1_000])
      await main.tries.forgive([])
    })

    test('of those that are shared one is taken back, with the wait that it began', async () => {
      await tried(5, 'of many')
      await main.tries.forgive([], [five('of many'), five('never tried'), five('\0')])
      assert.deepEqual(await tried(2, 'of many'), [undefined, 1_000])
      assert.deepEqual(await tried(1, 'of many', NOW + 1_000), [undefined])
      await main.tries.forgive([], [five('of many')])
      assert.deepEqual(await tried(1, 'of many', NOW + 1_000), [2_000])
    })

    test('are forgotten an hour after the last one and its wait', async () => {
      await tried(4, 'forgotten')
      assert.deepEqual(await tried(2, 'forgotten', NOW + HOUR - 1), [undefined, 1_000])
      const end = NOW + HOUR - 1 + 1_000 + HOUR
      assert.deepEqual(await tried(2, 'forgotten', end - 1), [undefined, 2_000])
      assert.deepEqual(await tried(6, 'forgotten', end + 3 * HOUR), [...Array(5).fill(undefined), 1_000])
    })

    test('of fifty at once on two nodes, only those that are free pass', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          (index % 2 === 0 ? store : other).tenant(TENANT).tries.count([five('at once')], NOW),
        ),
      )
      assert.deepEqual(answers.toSorted(), [...Array(45).fill(1_000), ...Array(5).fill(undefined)])
    })

    test('those under the same keys in another order do not stand in each other’s way', async () => {
      const keys = [five('one'), five('other')]
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 === 0 ? store : other)
            .tenant(TENANT)
            .tries.count(index % 3 === 0 ? keys : keys.toReversed(), NOW),
        ),
      )
      assert.equal(answers.filter(answer => answer === undefined).length, 5)
    })

    test('are each tenant’s own', async () => {
      await tried(5, 'shared')
      assert.equal(await second.tries.count([five('shared')], NOW), undefined)
      await second.tries.forgive(['shared'])
      assert.deepEqual(await tried(1, 'shared'), [1_000])
    })

    test('that are forgotten are swept away, and no others', async () => {
      await tried(5, 'old')
      await tried(5, 'recent', NOW + HOUR)
      await store.sweep({ mails: 0, audit: 0, analytics: '', now: NOW + 1_000 + HOUR })
      // A clock that goes back would else find the old one.
      assert.deepEqual(await tried(1, 'old'), [undefined])
      assert.deepEqual(await tried(1, 'recent', NOW + HOUR), [1_000])
    })

    test('a clock that was ahead makes nobody wait once it is right', async () => {
      const day = 24 * HOUR
      for (const [index, ahead] of [day, 2 * HOUR, 3 * 60_000].entries()) {
        const key = `ahead ${index}`
        const minutes = 60_000
        const pressed = { by: `${key} all`, over: 2, free: 1 }
        const counts = [
          { key, free: 5, longest: minutes, pressed },
          { key: `${key} all`, free: 0, longest: 0, sum: true },
        ]
        for (let count = 0; count < 9; count += 1)
          await main.tries.count(counts, NOW + ahead + count * 2 * minutes)
        assert.ok((await main.tries.count(counts, NOW + ahead + 16 * minutes))! <= minutes)
        assert.equal(await main.tries.wait(counts, NOW), undefined, key)
        assert.equal(await main.tries.count(counts, NOW), undefined, key)
      }
    })

    test('no wait is told as longer than the longest, however far clocks are apart', async () => {
      await tried(8, 'apart', NOW, 1_000)
      assert.deepEqual(await tried(1, 'apart', NOW - 30_000, 1_000), [1_000])
    })

    test('that are about somebody can be forgotten, and others stay', async () => {
      const about = { ...five('about kim'), subject: 'kim' }
      for (let count = 0; count < 5; count += 1) await main.tries.count([about, five('beside')], NOW)
      assert.equal(await main.tries.count([about], NOW), 1_000)
      assert.equal(await second.write(tx => tx.tries.forget(['kim'])), 0)
      assert.equal(await main.write(tx => tx.tries.forget(['kim', 'alex'])), 1)
      assert.equal(await main.tries.count([about], NOW), undefined)
      assert.equal(await main.tries.count([five('beside')], NOW), 1_000)
    })

    test('a key that cannot be stored is a fault, and not a free try', async () => {
      await assert.rejects(main.tries.count([five('\0')], NOW), TypeError)
    })
  })
}
