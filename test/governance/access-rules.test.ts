import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeRules, type Steward } from '../../src/governance/governance.ts'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, applicationOf, furnished, isWaiting, within } from '../support/store.ts'

const BY: Steward = { by: 'account:operator', address: '192.0.2.1' }
const DAY = 86_400_000
const USE = { event: 'signed-in', address: null, details: {} }

for (const engine of ENGINES) {
  describe(`the rules of access on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore(database)
      main = await furnished(store)
      await main.write(async tx => {
        for (const id of ['shop', 'wiki', 'desk', 'mill', 'yard'])
          await tx.applications.create(applicationOf(id))
        for (const id of ['ada', 'bob', 'eve']) await tx.accounts.create(accountOf(id))
      })
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const used = (application: string, account: string, at = store.now()) =>
      main.write(tx => tx.audit.record({ ...USE, at, account, application }))
    const holders = async (application: string) =>
      (await main.access.list(application, { limit: 10, offset: 0 })).access.map(({ name }) => name)
    const entries = async (application: string) =>
      (await main.audit.list({ limit: 100, application })).filter(({ event }) => event.startsWith('access-'))

    test('somebody who signs in while an application is closed keeps access', async () => {
      await used('shop', 'ada', store.now() - 89 * DAY)
      await used('shop', 'bob', store.now() - 91 * DAY)
      // The first write gives access to those found so far, and the second closes the application.
      const busy = interrupted(main, 1, async () => await used('shop', 'eve'))
      const { kept } = await changeRules(busy, 'shop', { mode: 'assigned', keepRecent: true }, BY)
      assert.equal(kept, 2)
      assert.deepEqual(await holders('shop'), ['ada', 'eve'])
      const [entry] = await entries('shop')
      assert.deepEqual([entry!.event, entry!.details.keptRecent], ['access-mode-changed', '2'])
    })

    test('a sign-in that is being recorded while an application is closed is waited for', async () => {
      let closing: ReturnType<typeof changeRules> | undefined
      await main.write(async tx => {
        await tx.audit.record({ ...USE, at: store.now(), account: 'eve', application: 'yard' })
        closing = changeRules(main, 'yard', { mode: 'assigned', keepRecent: true }, BY)
        if (engine === 'PostgreSQL') await within(60_000, () => isWaiting(database))
      })
      assert.equal((await closing!).kept, 1)
      assert.deepEqual(await holders('yard'), ['eve'])
    })

    test('an application that somebody opens meanwhile is not closed without a decision about its users', async () => {
      await changeRules(main, 'wiki', { mode: 'assigned', keepRecent: false }, BY)
      const opening = () => changeRules(main, 'wiki', { mode: 'open' }, BY)
      const undecided = interrupted(main, 0, async () => void (await opening()))
      await assert.rejects(changeRules(undecided, 'wiki', { mode: 'request' }, BY), { code: 'value_invalid' })
      assert.equal((await main.applications.get('wiki'))?.access, 'open')
      await changeRules(main, 'wiki', { mode: 'assigned', keepRecent: false }, BY)
      await used('wiki', 'ada')
      const decided = interrupted(main, 0, async () => void (await opening()))
      const { kept } = await changeRules(decided, 'wiki', { mode: 'request', keepRecent: true }, BY)
      assert.equal(kept, 1)
      assert.deepEqual(await holders('wiki'), ['ada'])
    })

    test('a change of approvers has an event of its own', async () => {
      await changeRules(main, 'desk', { approvers: ['ada', 'account:bob'] }, BY)
      const [entry, ...others] = await entries('desk')
      assert.deepEqual(others, [])
      assert.equal(entry!.event, 'access-approvers-changed')
      assert.deepEqual(entry!.details, { approvers: 'account:ada account:bob', by: BY.by })
      assert.equal(entry!.address, BY.address)
    })

    test('what stays as it is, is not recorded', async () => {
      await changeRules(main, 'mill', { mode: 'open' }, BY)
      assert.deepEqual(await entries('mill'), [])
    })
  })
}

/** A store in which something else is done before a write, given by how many come before it. */
function interrupted(store: TenantStore, nth: number, act: () => Promise<void>): TenantStore {
  let writes = 0
  const write: TenantStore['write'] = async (...given) => {
    if (writes++ === nth) await act()
    return await store.write(...given)
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'write') return write
      const found: unknown = Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}
