import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { executed, furnished, secondTenant, TENANT } from '../support/store.ts'

const mail = (id: string) => ({
  id,
  event: 'passwordReset',
  recipient: `${id}@example.com`,
  sender: '',
  subject: `Subject of ${id}`,
  html: `<p>${id}</p>`,
  text: id,
})
const MINUTE = 60_000
const NONE = { waiting: 0, held: 0, sent: 0, 'given-up': 0, expired: 0 }

for (const engine of ENGINES) {
  describe(`the outbox on ${engine}`, () => {
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

    const queue = (id: string, by = main) => by.write(tx => tx.outbox.queue(mail(id)))
    /** Later than everything that was queued. */
    const now = () => Date.now() + 1
    const empty = async () => {
      for (;;) {
        const claimed = await store.claimMail(now() + 1_000 * MINUTE, now() + 1_000 * MINUTE)
        if (claimed === undefined) return
        await store.mailSent(claimed.tenant, claimed.id)
      }
    }

    test('holds a mail as it was given, waiting and due at once', async () => {
      const start = Date.now()
      await queue('m1')
      const found = await main.outbox.get('m1')
      const { createdAt, dueAt, ...rest } = found!
      assert.deepEqual(rest, {
        ...mail('m1'),
        state: 'waiting',
        tries: 0,
        retriedAt: null,
        expiresAt: null,
        problem: null,
      })
      assert.ok(createdAt >= start && createdAt <= Date.now())
      assert.equal(dueAt, createdAt)
      assert.equal(await main.outbox.get('nothing'), undefined)
      assert.equal(await main.outbox.get('\0'), undefined)
    })

    test('a mail that is claimed is nobody else’s until its time has passed', async () => {
      const at = now()
      const { tenant, ...claimed } = (await store.claimMail(at, at + MINUTE))!
      assert.deepEqual([tenant, claimed.id, claimed.tries], [TENANT, 'm1', 1])
      assert.deepEqual(await main.outbox.get('m1'), claimed)
      assert.equal(await store.claimMail(at, at + MINUTE), undefined)
      assert.equal(await other.claimMail(at + MINUTE - 1, at + 2 * MINUTE), undefined)
      assert.equal((await other.claimMail(at + MINUTE, at + 2 * MINUTE))?.tries, 2)
    })

    test('a mail that is sent loses its content, and is claimed no more', async () => {
      await store.mailSent(TENANT, 'm1')
      const found = await main.outbox.get('m1')
      assert.deepEqual(
        [found?.state, found?.html, found?.text, found?.subject, found?.problem],
        ['sent', '', '', 'Subject of m1', null],
      )
      assert.equal(await store.claimMail(now() + 60 * MINUTE, now()), undefined)
    })

    test('a mail that failed is due again when it is said, with the reason', async () => {
      await queue('m2')
      const at = now()
      await store.claimMail(at, at + MINUTE)
      await store.mailFailed(TENANT, 'm2', 1, 'the server said \0\ud800no', at + 5 * MINUTE)
      const found = await main.outbox.get('m2')
      assert.deepEqual(
        [found?.state, found?.problem, found?.dueAt, found?.html],
        ['waiting', 'the server said \ufffdno', at + 5 * MINUTE, '<p>m2</p>'],
      )
      assert.equal(await store.claimMail(at + 5 * MINUTE - 1, at), undefined)
      assert.equal((await store.claimMail(at + 5 * MINUTE, at + 6 * MINUTE))?.id, 'm2')
    })

    test('a mail that is given up keeps the reason and its content', async () => {
      await store.mailFailed(TENANT, 'm2', 2, 'no such mailbox', undefined)
      const found = await main.outbox.get('m2')
      assert.deepEqual(
        [found?.state, found?.problem, found?.html, found?.text],
        ['given-up', 'no such mailbox', '<p>m2</p>', 'm2'],
      )
      assert.equal(await store.claimMail(now() + 60 * MINUTE, now()), undefined)
    })

    test('a mail that was given up is due at once when it is tried again', async () => {
      const at = now()
      assert.equal(await second.write(tx => tx.outbox.retry('m2', at)), false)
      assert.equal(await main.write(tx => tx.outbox.retry('m2', at)), true)
      const found = (await main.outbox.get('m2'))!
      assert.deepEqual(
        [found.state, found.dueAt, found.retriedAt, found.problem],
        ['waiting', at, at, 'no such mailbox'],
      )
      assert.equal((await store.claimMail(at, at + MINUTE))?.id, 'm2')
      assert.equal(await main.write(tx => tx.outbox.retry('m2', at)), false, 'it is being sent')
      assert.equal(await main.write(tx => tx.outbox.retry('m2', at + MINUTE)), true, 'the claim has ended')
      await store.mailSent(TENANT, 'm2')
      for (const id of ['m1', 'm2', 'nothing', '\0'])
        assert.equal(await main.write(tx => tx.outbox.retry(id, at + MINUTE)), false, id)
    })

    test('all that were given up are tried again together, but for those without content', async () => {
      for (const [id, by] of [
        ['up 1', main],
        ['up 2', main],
        ['up 3', second],
        ['empty', main],
      ] as const) {
        await by.write(tx => tx.outbox.queue({ ...mail(id), ...(id === 'empty' && { html: '', text: '' }) }))
        const { tenant } = (await store.claimMail(now(), now() + MINUTE))!
        await store.mailFailed(tenant, id, 1, 'no', undefined)
      }
      assert.equal(await main.write(tx => tx.outbox.retryAll('given-up', now())), 2)
      assert.equal(await main.write(tx => tx.outbox.retryAll('given-up', now())), 0)
      assert.deepEqual(await main.outbox.counts(), { ...NONE, waiting: 2, sent: 2, 'given-up': 1 })
      assert.deepEqual(await second.outbox.counts(), { ...NONE, 'given-up': 1 })
      assert.deepEqual(
        (await main.outbox.list(10, { state: 'given-up' })).map(({ id }) => id),
        ['empty'],
      )
      const all = (await main.outbox.list(10)).map(({ id }) => id)
      assert.deepEqual(
        (await main.outbox.list(2, { offset: 1 })).map(({ id }) => id),
        all.slice(1, 3),
      )
      await empty()
    })

    test('a failure that is told too late does not bring back what was sent', async () => {
      await store.mailFailed(TENANT, 'm1', 1, 'a timeout', Date.now())
      assert.deepEqual(
        [(await main.outbox.get('m1'))?.state, (await main.outbox.get('m1'))?.problem],
        ['sent', null],
      )
    })

    test('what a node reports after its claim has ended does not free the claim of another', async () => {
      await queue('slow')
      const at = now()
      const late = at + 3 * MINUTE
      assert.equal((await store.claimMail(at, at + 2 * MINUTE))?.tries, 1)
      assert.equal((await other.claimMail(late, late + 2 * MINUTE))?.tries, 2)
      await store.mailFailed(TENANT, 'slow', 1, 'a timeout', late)
      await store.mailExpired(TENANT, 'slow', 1)
      const { state, problem } = (await main.outbox.get('slow'))!
      assert.deepEqual([state, problem], ['waiting', null])
      assert.equal(await store.claimMail(late + MINUTE, late + 3 * MINUTE), undefined)
      await other.mailFailed(TENANT, 'slow', 2, 'a timeout', late)
      assert.equal((await store.claimMail(late + MINUTE, late + 3 * MINUTE))?.id, 'slow')
      await empty()
    })

    test('a claim is extended by the node that has it, until it has reported', async () => {
      await queue('long')
      const at = now()
      assert.equal((await store.claimMail(at, at + 2 * MINUTE))?.tries, 1)
      await store.extendMailClaim(TENANT, 'long', 1, at + 4 * MINUTE)
      await other.extendMailClaim(TENANT, 'long', 2, at + 9 * MINUTE)
      assert.equal(await other.claimMail(at + 3 * MINUTE, at + 5 * MINUTE), undefined)
      await store.mailFailed(TENANT, 'long', 1, 'a timeout', at)
      await store.extendMailClaim(TENANT, 'long', 1, at + 9 * MINUTE)
      assert.equal((await other.claimMail(at + 3 * MINUTE, at + 5 * MINUTE))?.tries, 2)
      await store.extendMailClaim(TENANT, 'long', 1, at + 9 * MINUTE)
      assert.equal((await store.claimMail(at + 5 * MINUTE, at + 6 * MINUTE))?.tries, 3)
      await empty()
    })

    test('mails are claimed in the order in which they are due, of whatever tenant', async () => {
      for (const [id, by] of [
        ['late', main],
        ['soon', second],
        ['next', main],
      ] as const)
        await queue(id, by)
      const at = now()
      for (let index = 0; index < 3; index += 1) await store.claimMail(at, at + MINUTE)
      await store.mailFailed(TENANT, 'late', 1, 'no', at + 3)
      await store.mailFailed('second', 'soon', 1, 'no', at + 1)
      await store.mailFailed(TENANT, 'next', 1, 'no', at + 2)
      const claimed = []
      for (let index = 0; index < 3; index += 1) {
        const found = await store.claimMail(at + 10, at + MINUTE)
        claimed.push([found?.tenant, found?.id])
      }
      assert.deepEqual(claimed, [
        ['second', 'soon'],
        [TENANT, 'next'],
        [TENANT, 'late'],
      ])
    })

    test('mails that expire are claimed before all others, of whatever tenant', async () => {
      await empty()
      for (const id of ['bulk 1', 'bulk 2']) await queue(id)
      await sleep(2)
      const expiresAt = now() + 10 * MINUTE
      await second.write(tx => tx.outbox.queue({ ...mail('code 1'), expiresAt }))
      await sleep(2)
      await main.write(tx => tx.outbox.queue({ ...mail('code 2'), expiresAt }))
      const claimed = []
      for (let index = 0; index < 5; index += 1) claimed.push((await other.claimMail(now(), expiresAt))?.id)
      assert.deepEqual(claimed.slice(0, 2), ['code 1', 'code 2'])
      assert.deepEqual(claimed.slice(2, 4).toSorted(), ['bulk 1', 'bulk 2'])
      assert.equal(claimed[4], undefined)
      for (const id of ['bulk 1', 'bulk 2', 'code 2']) await store.mailSent(TENANT, id)
      await store.mailSent('second', 'code 1')
    })

    test('two nodes that claim at the same moment get one mail each', async () => {
      await empty()
      for (let round = 0; round < 10; round += 1) {
        const ids = [`twin ${round} a`, `twin ${round} b`]
        for (const id of ids) await queue(id)
        const at = now()
        const claimed = await Promise.all([store, other].map(node => node.claimMail(at, at + MINUTE)))
        assert.deepEqual(claimed.map(found => found?.id).toSorted(), ids)
        for (const id of ids) await store.mailSent(TENANT, id)
      }
    })

    test('of many that claim the only mail at the same moment, one gets it', async () => {
      await queue('only')
      const at = now()
      const claims = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? store : other).claimMail(at, at + MINUTE),
      )
      const claimed = (await Promise.all(claims)).filter(found => found !== undefined)
      assert.deepEqual(
        claimed.map(({ id, tries }) => [id, tries]),
        [['only', 1]],
      )
    })

    test('is told newest first, so many as are asked for', async () => {
      for (const id of ['x1', 'x2', 'x3']) {
        await queue(id)
        await sleep(2)
      }
      assert.deepEqual(
        (await main.outbox.list(2)).map(({ id }) => id),
        ['x3', 'x2'],
      )
    })

    test('is each tenant’s own, where ids may be the same', async () => {
      await queue('x1', second)
      await store.mailSent('second', 'x1')
      assert.equal((await main.outbox.get('x1'))?.state, 'waiting')
      assert.equal((await second.outbox.get('x1'))?.state, 'sent')
      assert.deepEqual((await second.outbox.list(100)).map(({ id }) => id).toSorted(), [
        'code 1',
        'soon',
        'up 3',
        'x1',
      ])
    })

    test('forgets mails that are older than they need to be', async () => {
      const boundary = (await main.outbox.get('x2'))!.createdAt
      await store.sweep({ mails: boundary, audit: 0, analytics: '', now: 0 })
      assert.deepEqual(
        (await main.outbox.list(100)).map(({ id }) => id),
        ['x3', 'x2'],
      )
    })

    test('holds a mail without what databases cannot store', async () => {
      const odd = (text: string) => `${text[0]}\0\ud800${text.slice(1)}`
      const given = { sender: 'Acme', subject: 'Hello', html: '<p>You</p>', text: 'You' }
      const written = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, odd(text)]))
      await main.write(tx => tx.outbox.queue({ ...mail('odd'), ...written }))
      const { sender, subject, html, text } = (await main.outbox.get('odd'))!
      const cleaned = (text: string) => `${text[0]}\ufffd${text.slice(1)}`
      assert.deepEqual([sender, subject, html, text], Object.values(given).map(cleaned))
      await empty()
    })

    test('a mail from a clock that was ahead goes out, whether it was new, put off or claimed', async () => {
      await empty()
      const at = now()
      const day = 24 * 60 * MINUTE
      const columns = {
        new: `created_at = ${at + day}, due_at = ${at + day}`,
        'put-off': `tries = 3, due_at = ${at + day}`,
        claimed: `tries = 1, claimed_until = ${at + day}`,
        // An hour ahead is what a mail can be put off by.
        later: `tries = 3, due_at = ${at + 60 * MINUTE}`,
      }
      for (const [id, changes] of Object.entries(columns)) {
        await queue(id)
        await executed(database, `update outbox set ${changes} where id = '${id}'`)
      }
      const claimed: string[] = []
      for (;;) {
        const found = await store.claimMail(now(), now() + MINUTE)
        if (found === undefined) break
        claimed.push(found.id)
        await store.mailSent(TENANT, found.id)
      }
      assert.deepEqual(claimed.sort(), ['claimed', 'new', 'put-off'])
    })
  })
}
