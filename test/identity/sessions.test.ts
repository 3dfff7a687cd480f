import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Console } from '../../src/identity/sessions/console-sessions.ts'
import {
  type Session,
  type SessionSource,
  Sessions,
  sourceHandle,
} from '../../src/identity/sessions/sessions.ts'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES, freshDatabase, type TestDatabase } from '../support/database.ts'
import { furnished, TENANT } from '../support/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LIMITS = { idleMs: HOUR, absoluteMs: 8 * HOUR }
const BROWSER = 'the browser'
const END = { address: null, why: 'password-changed' } as const

for (const engine of ENGINES)
  describe(`sessions by the clock on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let now = Date.now()
    let sessions: Sessions
    let elsewhere: Sessions

    before(async () => {
      database = await freshDatabase(engine)
      store = await openStore({ ...database, now: () => now })
      main = await furnished(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })
    beforeEach(() => {
      sessions = new Sessions(store, LIMITS, () => now)
      elsewhere = new Sessions(store, LIMITS, () => now)
    })

    const begun = async (account = 'ada', before?: Session) =>
      await main.write(async tx => {
        const proofs = { pwd: now }
        return await sessions.begin(tx, { account, proofs, browser: BROWSER, before })
      })
    const found = async (session: string | undefined, by = sessions, browser: string | undefined = BROWSER) =>
      await by.find(TENANT, { session, browser })

    test('one is found with the cookie that began it, and says whose it is', async () => {
      const cookie = await begun()
      const { idHash, family, browser, ...rest } = (await found(cookie))!
      assert.deepEqual(rest, { account: 'ada', proofs: { pwd: now }, startedAt: now, seenAt: now })
      assert.notEqual(idHash, cookie)
      assert.notEqual(browser, BROWSER)
      assert.notEqual(family, (await found(await begun()))!.family)
    })

    test('none is found without both cookies, in another browser, or in another tenant', async () => {
      const cookie = await begun()
      assert.equal(await found(undefined), undefined)
      assert.equal(await sessions.find(TENANT, { session: cookie, browser: undefined }), undefined)
      assert.equal(await found(cookie, sessions, 'another browser'), undefined)
      assert.equal(await found('another cookie'), undefined)
      assert.equal(await sessions.find('other', { session: cookie, browser: BROWSER }), undefined)
      assert.notEqual(await found(cookie), undefined)
    })

    test('one that is unknown is remembered as such until the store changes', async () => {
      await found('nobody’s cookie')
      const grown = async () => {
        const { hits, misses } = sessions.cache
        await found('nobody’s cookie')
        return [sessions.cache.hits - hits, sessions.cache.misses - misses]
      }
      // What was written before may still be on its way to the node that wrote it.
      await becomes(grown, [1, 0])
    })

    test('one is known to be missing where it was looked for, until the store changes', async () => {
      const cookie = await begun()
      assert.equal(sessions.isKnownMissing(TENANT, 'no cookie'), false)
      const known = async (value: string) => {
        await found(value)
        return sessions.isKnownMissing(TENANT, value)
      }
      await becomes(() => known('no cookie'), true)
      assert.equal(await known(cookie), false)
      assert.equal(sessions.isKnownMissing('other', 'no cookie'), false)
      await main.write(async () => {})
      await becomes(async () => sessions.isKnownMissing(TENANT, 'no cookie'), false)
    })

    test('the store is asked whether one has ended, whatever is remembered', async () => {
      const cookie = await begun()
      const session = (await found(cookie))!
      const stored = async (value: string | undefined, browser: string | undefined = BROWSER) =>
        await sessions.isStored(TENANT, { session: value, browser })
      assert.equal(await stored(cookie), true)
      assert.equal(await stored(cookie, 'another browser'), false)
      assert.equal(await stored('another cookie'), false)
      assert.equal(await stored(undefined), false)
      assert.equal(await sessions.isStored(TENANT, { session: cookie, browser: undefined }), false)
      await main.write(tx => sessions.end(tx, session), 'quiet')
      assert.equal(await stored(cookie), false)
    })

    test('one that came from a source is found by the session there', async () => {
      const from = async (source: SessionSource) =>
        await main.write(async tx => {
          const proofs = { pwd: now }
          return await sessions.begin(tx, {
            account: 'ada',
            proofs,
            browser: BROWSER,
            before: undefined,
            source,
          })
        })
      const source = { id: 'harbour', subject: 'ada there', sid: 'one' }
      const cookie = await from(source)
      assert.deepEqual((await found(cookie))!.source, source)
      const handle = sourceHandle(source)!
      const held = await main.records.byHandle('SignIn', handle)
      assert.equal(held?.idHash, (await found(cookie))!.idHash)
      assert.equal(
        await main.records.byHandle('SignIn', sourceHandle({ ...source, sid: 'other' })!),
        undefined,
      )
      assert.equal(
        await main.records.byHandle('SignIn', sourceHandle({ ...source, id: 'other' })!),
        undefined,
      )
      assert.equal(sourceHandle({ ...source, subject: 'another' }), handle)
      assert.match(handle, /^source ./)
      // A source that gives its sessions no ids cannot end them one by one.
      const plain = { id: 'harbour', subject: 'ada there' }
      assert.equal(sourceHandle(plain), null)
      assert.deepEqual((await found(await from(plain)))!.source, plain)
      assert.equal('source' in (await found(await begun()))!, false)
    })

    test('one ends an idle hour after it was used last', async () => {
      const cookie = await begun()
      now += HOUR - 1
      assert.notEqual(await found(cookie), undefined)
      now += HOUR - 1
      assert.notEqual(await found(cookie), undefined)
      now += HOUR
      assert.equal(await found(cookie), undefined)
      assert.equal(await found(cookie, elsewhere), undefined)
    })

    test('one ends at its longest time, however much it is used', async () => {
      const cookie = await begun()
      for (let time = 0; time < 16; time++) {
        now += HOUR / 2 - 1
        assert.notEqual(await found(cookie), undefined)
      }
      now += 15
      assert.notEqual(await found(cookie), undefined)
      now += 1
      assert.equal(await found(cookie), undefined)
    })

    test('a use is noted after a minute, and another node sees it', async () => {
      const cookie = await begun()
      const start = now
      now += MINUTE
      assert.equal((await found(cookie))!.seenAt, start)
      assert.equal((await found(cookie, elsewhere))!.seenAt, start)
      now += 1
      assert.equal((await found(cookie))!.seenAt, now)
      now += MINUTE
      assert.equal((await found(cookie))!.seenAt, now - MINUTE)
      now -= MINUTE
      const { seenAt, startedAt } = (await found(cookie, new Sessions(store, LIMITS, () => now)))!
      assert.deepEqual({ seenAt, startedAt }, { seenAt: now, startedAt: start })
    })

    test('one that is remembered as over is looked up again: it may be in use at another node', async () => {
      const cookie = await begun()
      await found(cookie)
      now += HOUR - 1
      await found(cookie, elsewhere)
      now += HOUR - 1
      assert.notEqual(await found(cookie), undefined)
    })

    test('one from the future is none, unless the clock of a node is ahead by a minute at most', async () => {
      const cookie = await begun()
      now -= MINUTE
      assert.notEqual(await found(cookie), undefined)
      now -= 1
      assert.equal(await found(cookie), undefined)
      now += MINUTE + 1
    })

    test('a new one takes the place of the one that the browser had', async () => {
      const first = await begun()
      const second = await begun('eve', await found(first))
      assert.equal(await found(first), undefined)
      assert.equal((await found(second))!.account, 'eve')
    })

    test('ending one leaves the others', async () => {
      const [one, other] = [await begun(), await begun()]
      const session = (await found(one))!
      await main.write(tx => sessions.end(tx, session))
      assert.equal(await found(one), undefined)
      assert.notEqual(await found(other), undefined)
    })

    test('a use of one that has just ended does not bring it back', async () => {
      const cookie = await begun()
      const session = (await found(cookie))!
      await main.write(tx => sessions.end(tx, session), 'quiet')
      now += 2 * MINUTE
      assert.equal(await found(cookie), undefined)
      assert.equal(await found(cookie, elsewhere), undefined)
    })

    test('a renewed one goes on under a new cookie, with the proofs added and its times kept', async () => {
      const cookie = await begun()
      const session = (await found(cookie))!
      now += 5 * MINUTE
      const renewed = await main.write(tx => sessions.renew(tx, session, { totp: now }))
      assert.equal(await found(cookie), undefined)
      const { idHash, ...rest } = (await found(renewed))!
      const { idHash: formerly, ...before } = session
      assert.notEqual(idHash, formerly)
      assert.deepEqual(rest, { ...before, proofs: { pwd: now - 5 * MINUTE, totp: now }, seenAt: now })
      assert.equal(await main.write(tx => sessions.renew(tx, session, { totp: now })), undefined)
    })

    test('an isolated one is the only one that its account keeps', async () => {
      const [mine, other, foreign] = [await begun(), await begun(), await begun('eve')]
      const session = (await found(mine))!
      now += MINUTE
      const isolated = await main.write(tx => sessions.isolate(tx, session, { pwd: now }, END))
      for (const cookie of [mine, other]) assert.equal(await found(cookie), undefined)
      assert.notEqual(await found(foreign), undefined)
      const { proofs, startedAt, family } = (await found(isolated))!
      assert.deepEqual({ proofs, startedAt }, { proofs: { pwd: now }, startedAt: session.startedAt })
      assert.notEqual(family, session.family)
    })

    test('one that has ended cannot be isolated, and then ends no other', async () => {
      const [mine, other] = [await begun('bob'), await begun('bob')]
      const session = (await found(mine))!
      await main.write(tx => sessions.end(tx, session))
      assert.equal(await main.write(tx => sessions.isolate(tx, session, { pwd: now }, END)), undefined)
      assert.notEqual(await found(other), undefined)
    })

    test('one is a record of a kind that later versions find as well', async () => {
      await begun('fay')
      assert.equal(await main.write(tx => tx.records.removeOwned('fay', 'SignIn')), 1)
    })

    test('the sessions of the console end with those of the pages, for the same reason', async () => {
      const console = new Console({ store, limits: LIMITS, secondFactor: false, now: () => now })
      const start = { account: 'ada', proofs: ['pwd'], address: '192.0.2.1', before: undefined } as const
      await main.write(tx => console.begin(tx, start))
      now += MINUTE
      await main.write(tx => sessions.endAll(tx, 'ada', END))
      const [entry] = await main.audit.list({ limit: 1, event: 'console-session-ended' })
      assert.deepEqual([entry!.at, entry!.address, entry!.details], [now, null, { why: END.why }])
    })

    test('all of an account end at once', async () => {
      const [one, other, foreign] = [await begun(), await begun(), await begun('eve')]
      await main.write(tx => sessions.endAll(tx, 'ada', END))
      for (const cookie of [one, other]) assert.equal(await found(cookie), undefined)
      assert.notEqual(await found(foreign), undefined)
    })
  })
