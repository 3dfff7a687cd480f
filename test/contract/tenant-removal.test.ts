import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AuditEntry, openBulk, openStore, type Store, sourceOf } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import {
  accountOf,
  applicationOf,
  created,
  executed,
  furnished,
  kept,
  secondTenant,
  written,
} from '../support/store.ts'

const ENTRY: AuditEntry = {
  at: 1,
  event: 'tenant-removed',
  account: null,
  application: null,
  address: null,
  details: {},
}
const NOTHING = { accounts: 0, applications: 0, clients: 0, themes: 0 }

for (const engine of ENGINES) {
  describe(`removing a tenant on ${engine}`, () => {
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

    const record = () => ({ tenant: 'main', entry: ENTRY })
    const filled = async () => {
      const second = await secondTenant(store)
      await created(second, 'brand', { 'page.html': 'only theirs' })
      await second.write(async tx => {
        await tx.accounts.create(accountOf('a1'))
        await tx.factors.setRecoveryCodes('a1', ['hash'])
        await tx.applications.create(applicationOf('shop', { themeId: 'brand' }))
        await tx.analytics.set('brand', { evalFor: null, firstParty: true })
        await tx.keys.create({ id: 'k', purpose: 'seal', material: 'm', createdAt: 1 })
        await tx.audit.record({ ...ENTRY, event: 'x' })
      })
    }
    /** Has the database refuse to delete the entry of the audit trail at a time. */
    const refusing = async (at: number) => {
      const statements =
        engine === 'PostgreSQL'
          ? [
              "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$",
              `create trigger refused before delete on audit for each row when (old.at = ${at}) execute function refuse()`,
            ]
          : [
              `create trigger refused before delete on audit when old.at = ${at} begin select raise(abort, 'kept'); end`,
            ]
      for (const statement of statements) await executed(database, statement)
      return async () =>
        await executed(
          database,
          engine === 'PostgreSQL' ? 'drop function refuse cascade' : 'drop trigger refused',
        )
    }
    const rowsOfSecond = async () => {
      const bulk = await openBulk(database)
      try {
        let rows = 0
        for (const { name, columns } of (await sourceOf(bulk)).tables) {
          if (!columns.some(column => column.name === 'tenant')) continue
          const [found] = await bulk.query(`select count(*) as n from ${name} where tenant = 'second'`)
          rows += Number(found!.n)
        }
        return rows
      } finally {
        await bulk.close()
      }
    }

    test('one that holds something stays, and tells what it holds', async () => {
      await filled()
      const rows = await rowsOfSecond()
      const answer = await store.removeTenant('second', false, record)
      assert.deepEqual(answer, {
        removed: false,
        held: { accounts: 1, applications: 1, clients: 0, themes: 1 },
      })
      assert.equal(await rowsOfSecond(), rows)
    })

    test('by force, everything of it goes, and nothing of others', async () => {
      const texts = ['only theirs', 'the original page']
      assert.deepEqual(await kept(store, ...texts), texts)
      const { removed } = await store.removeTenant('second', true, record)
      assert.equal(removed, true)
      assert.equal(await rowsOfSecond(), 0)
      assert.deepEqual(
        (await store.tenants()).map(({ id }) => id),
        ['main'],
      )
      assert.deepEqual(await kept(store, ...texts), ['the original page'])
      assert.equal((await store.tenant('main').audit.list({ event: 'tenant-removed', limit: 10 })).length, 1)
    })

    test('a large one goes in pieces, so that other writes need not wait until it is gone', async () => {
      await filled()
      const columns = 'tenant, at, turn, event, account, application, address, details'
      const numbers =
        'with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 5000)'
      await executed(
        database,
        `insert into audit (${columns}) ${numbers} select 'second', n, 'turn', 'e', null, null, null, '{}' from numbers`,
      )
      const clear = await refusing(4_500)
      await assert.rejects(store.removeTenant('second', true, record)).finally(clear)
      const rest = await rowsOfSecond()
      assert.ok(rest > 0 && rest <= 4_500, `${rest} rows are left: each piece is a write of its own`)
      const done: string[] = []
      const removal = store.removeTenant('second', true, record).then(({ removed, held }) => {
        done.push('removed')
        assert.equal(removed, true)
        assert.deepEqual(held, { accounts: 0, applications: 1, clients: 0, themes: 1 })
      })
      await store.tenant('main').write(tx => tx.audit.record({ ...ENTRY, event: 'y' }))
      done.push('written')
      await removal
      assert.deepEqual(done, ['written', 'removed'])
      assert.equal(await rowsOfSecond(), 0)
    })

    test('a removal that was interrupted is finished by the next one', async () => {
      await filled()
      const whole = await rowsOfSecond()
      const interrupted = () => {
        throw new Error('interrupted')
      }
      await assert.rejects(store.removeTenant('second', true, interrupted), { message: 'interrupted' })
      assert.equal((await store.tenantWithId('second'))?.name, 'Second')
      assert.equal(await store.tenant('second').accounts.get('a1'), undefined)
      const rest = await rowsOfSecond()
      assert.ok(rest > 0 && rest < whole, `${rest} of ${whole} rows are left`)
      assert.equal((await store.removeTenant('second', true, record)).removed, true)
      assert.equal(await rowsOfSecond(), 0)
    })

    test('one that holds nothing goes without force', async () => {
      await secondTenant(store)
      assert.deepEqual(await store.removeTenant('second', false, record), { removed: true, held: NOTHING })
    })

    test('a default theme that is customized is something', async () => {
      const second = await secondTenant(store)
      await written(second, 'default', { 'page.html': 'customized' })
      const { removed, held } = await store.removeTenant('second', false, record)
      assert.deepEqual([removed, held], [false, { ...NOTHING, themes: 1 }])
    })
  })
}
