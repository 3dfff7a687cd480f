import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Proof } from '../../src/core/flows/methods.ts'
import { Console, endConsoleSessions, operatorOf } from '../../src/identity/sessions/console-sessions.ts'
import { type Account, openStore, type Store, type Tenant, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, freshDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, furnished } from '../support/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LIMITS = { idleMs: HOUR, absoluteMs: 8 * HOUR }
const ADDRESS = '192.0.2.1'

for (const engine of ENGINES)
  describe(`sessions of the console by the clock on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let tenant: Tenant
    let now = Date.now()
    let sessions: Console
    let strict: Console

    before(async () => {
      database = await freshDatabase(engine)
      store = await openStore({ ...database, now: () => now })
      main = await furnished(store)
      tenant = (await store.tenants())[0]!
      const parts = { store, limits: LIMITS, now: () => now }
      sessions = new Console({ ...parts, secondFactor: false })
      strict = new Console({ ...parts, secondFactor: true })
      await main.write(async tx => {
        for (const id of ['ada', 'eve', 'bob'])
          await tx.accounts.create(accountOf(id, { administrator: true, email: `${id}@example.com` }))
      })
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const begun = async (
      account: string,
      { proofs = ['pwd'] as Proof[], before = undefined as string | undefined } = {},
    ) => await main.write(tx => sessions.begin(tx, { account, proofs, address: ADDRESS, before }))
    const nameOf = async (session: string, attended = true, by = sessions) =>
      (await by.operator(tenant, session, attended))?.account.id
    /** What the audit trail says of an account, newest first. */
    const trail = async (account: string) =>
      (await main.audit.list({ limit: 100, account })).map(({ event, at, address, details }) => ({
        event,
        at: Date.parse(String(at)) || at,
        address,
        ...details,
      }))

    test('one opens the console for its account until it is signed out, and both are recorded', async () => {
      const session = await begun('ada', { proofs: ['pwd', 'totp'] })
      assert.equal(await nameOf(session), 'ada')
      assert.equal(await nameOf('another'), undefined)
      const startedAt = now
      now += 1_000
      await sessions.signOut(tenant, session, '192.0.2.2')
      assert.equal(await nameOf(session), undefined)
      assert.deepEqual(await trail('ada'), [
        { event: 'console-session-ended', at: now, address: '192.0.2.2', why: 'signed-out' },
        { event: 'console-session-begun', at: startedAt, address: ADDRESS, proofs: 'pwd totp' },
      ])
      await sessions.signOut(tenant, session, ADDRESS)
      assert.equal((await trail('ada')).length, 2)
    })

    test('one that takes the place of another ends it', async () => {
      const first = await begun('eve')
      now += 1_000
      const second = await begun('eve', { before: first })
      assert.equal(await nameOf(first), undefined)
      assert.equal(await nameOf(second), 'eve')
      const { at, address, ...ended } = (await trail('eve')).find(
        ({ event }) => event === 'console-session-ended',
      )!
      assert.deepEqual(ended, { event: 'console-session-ended', why: 'replaced' })
      assert.deepEqual([at, address], [now, ADDRESS])
    })

    test('use makes it last, and a request that the console makes by itself is none', async () => {
      const session = await begun('ada')
      now += HOUR - 1
      assert.equal((await sessions.operator(tenant, session))?.role, 'administrator')
      now += HOUR - 1
      assert.equal(await nameOf(session, false), 'ada')
      now += 1
      assert.equal(await nameOf(session), undefined)
      assert.deepEqual((await trail('ada'))[0], {
        event: 'console-session-ended',
        at: now,
        address: null,
        why: 'idle',
      })
    })

    test('a use counts after a minute', async () => {
      const session = await begun('ada')
      now += MINUTE
      await nameOf(session)
      now += HOUR - MINUTE - 1
      assert.equal(await nameOf(session, false), 'ada')
      now += 1
      assert.equal(await nameOf(session, false), undefined)
      const other = await begun('ada')
      now += MINUTE + 1
      await nameOf(other)
      now += HOUR - 1
      assert.equal(await nameOf(other, false), 'ada')
    })

    test('whoever has no role any more does not make it last', async () => {
      const session = await begun('bob')
      const entitle = (administrator: boolean) =>
        main.write(tx => tx.accounts.update('bob', { administrator }))
      await entitle(false)
      now += HOUR - 1
      assert.equal(await nameOf(session), undefined)
      await entitle(true)
      assert.equal(await nameOf(session, false), 'bob')
      now += 1
      assert.equal(await nameOf(session), undefined)
    })

    test('one ends at its longest time, and that is recorded as such', async () => {
      const session = await begun('bob')
      for (let time = 0; time < 16; time++) {
        now += HOUR / 2 - 1
        assert.equal(await nameOf(session), 'bob')
      }
      now += 16
      assert.equal(await nameOf(session), undefined)
      assert.deepEqual((await trail('bob'))[0], {
        event: 'console-session-ended',
        at: now,
        address: null,
        why: 'expired',
      })
    })

    test('where a second factor is required, one that was begun without is none', async () => {
      const [weak, mailed, strong] = [
        await begun('ada'),
        await begun('ada', { proofs: ['pwd', 'email'] }),
        await begun('ada', { proofs: ['pwd', 'totp'] }),
      ]
      assert.equal(await nameOf(weak, true, strict), undefined)
      assert.equal(await nameOf(mailed, true, strict), undefined)
      assert.equal(await nameOf(strong, true, strict), 'ada')
      assert.equal(await nameOf(weak), 'ada')
    })

    test('the end of one that nobody came back to is recorded by the sweep, once', async () => {
      const ends = async () => (await trail('eve')).filter(({ event }) => event === 'console-session-ended')
      await sessions.sweep()
      const before = (await ends()).length
      const session = await begun('eve')
      const startedAt = now
      now += HOUR - 1
      await sessions.sweep()
      assert.equal(await nameOf(session, false), 'eve')
      now += 2 * HOUR
      await sessions.sweep()
      await sessions.sweep()
      const after = await ends()
      assert.equal(after.length, before + 1)
      assert.equal(after[0]!.at, startedAt + HOUR)
      assert.equal(await nameOf(session), undefined)
    })

    test('one that is over is kept for a day, until its end is noticed', async () => {
      await begun('bob')
      const kept = async (before: number) =>
        (await main.write(tx => tx.records.takeExpiring('OperatorSession', before))).filter(
          ({ owner }) => owner === 'bob',
        ).length
      assert.equal(await kept(now + HOUR + DAY), 0)
      assert.equal(await kept(now + HOUR + DAY + 1), 1)
    })

    test('all of an account end at once, each with its reason', async () => {
      const [one, other, foreign] = [await begun('ada'), await begun('ada'), await begun('eve')]
      const before = (await trail('ada')).length
      const end = { at: now, address: ADDRESS, why: 'role-removed' } as const
      await main.write(tx => endConsoleSessions(tx, 'ada', end))
      for (const session of [one, other]) assert.equal(await nameOf(session), undefined)
      assert.equal(await nameOf(foreign), 'eve')
      const ended = await trail('ada')
      assert.equal(ended.length, before + 2)
      for (const entry of ended.slice(0, 2))
        assert.deepEqual(entry, { event: 'console-session-ended', ...end })
    })
  })

test('only active accounts with a role work in the console, with the higher role if they have both', () => {
  const role = (more: Partial<Account>) => operatorOf(accountOf('ada', more))?.role
  assert.equal(operatorOf(undefined), undefined)
  assert.equal(role({}), undefined)
  assert.equal(role({ themeDeveloper: true }), 'developer')
  assert.equal(role({ administrator: true }), 'administrator')
  assert.equal(role({ administrator: true, themeDeveloper: true }), 'administrator')
  assert.equal(role({ administrator: true, status: 'disabled' as Account['status'] }), undefined)
})
