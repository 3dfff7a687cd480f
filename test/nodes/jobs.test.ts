import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startJobs } from '../../src/jobs/jobs.ts'
import { type ClaimedJob, openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { furnished, TENANT, within } from '../support/store.ts'
import { KilledNodes } from './killed.ts'

const HOUR = 3_600_000
/** Before each kill. */
const JOBS = 25
const KILLS = EVERYTHING ? 6 : 2

for (const engine of ENGINES) {
  describe(`jobs on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let at = 1_000_000
    const kind = 'reminder'

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore({ ...database, now: () => at })
      main = await furnished(store)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    const scheduled = (id: string, dueAt: number) =>
      main.write(tx => tx.jobs.schedule({ id, kind, dueAt, payload: { id } }))
    const claim = (now = at) => store.claimJob([kind], now, now + 60_000)

    test('are claimed by one, when they are due, the oldest first', async () => {
      await scheduled('later', at + 2)
      await scheduled('sooner', at + 1)
      assert.equal(await claim(), undefined)
      at += 2
      assert.equal(await store.claimJob(['another kind'], at, at), undefined)
      const first = (await claim())!
      const { tenant, id, tries, payload } = first
      assert.deepEqual(
        { tenant, id, tries, payload },
        { tenant: TENANT, id: 'sooner', tries: 1, payload: { id } },
      )
      const second = (await claim())!
      assert.equal(second.id, 'later')
      assert.equal(await claim(), undefined)
      assert.equal(await store.jobDone(first, undefined), true)
      assert.equal(await store.jobDone(second, at + 5), true)
      const [left] = await main.jobs.list()
      assert.deepEqual([left!.id, left!.dueAt, left!.tries, left!.doneAt], ['later', at + 5, 0, at])
      await main.write(tx => tx.jobs.cancel('later'))
    })

    test('go to another node when a claim ends, and the first one cannot finish them any more', async () => {
      await scheduled('lost', at)
      const first = (await claim())!
      at += 60_001
      const second = (await claim())!
      assert.deepEqual([second.id, second.tries], ['lost', 2])
      assert.equal(await store.extendClaim(first, at + 1), false)
      assert.equal(await main.write(tx => tx.jobs.finish(first)), false)
      assert.equal(await store.extendClaim(second, at + 1), true)
      assert.equal(await main.write(tx => tx.jobs.finish(second)), true)
      assert.deepEqual(await main.jobs.list(), [])
    })

    test('that were claimed by a clock that was ahead are not kept from other nodes', async () => {
      await scheduled('ahead', at)
      const first = (await store.claimJob([kind], at, at + HOUR))!
      assert.equal(await claim(), undefined)
      assert.equal(await store.extendClaim(first, at + HOUR + 1), true)
      const second = (await claim())!
      assert.deepEqual([second.id, second.tries], ['ahead', 2])
      assert.equal(await store.jobDone(second, undefined), true)
    })

    test('are added once under an id, and replaced where that is wanted', async () => {
      const ensured = (dueAt: number) => main.write(tx => tx.jobs.ensure({ id: 'one', kind, dueAt }))
      assert.deepEqual([await ensured(at + 1), await ensured(at + 2)], [true, false])
      await scheduled('one', at + 3)
      const [job] = await main.jobs.list(kind)
      assert.equal(job!.dueAt, at + 3)
      assert.equal(await main.write(tx => tx.jobs.cancel('one')), true)
      assert.equal(await main.write(tx => tx.jobs.cancel('one')), false)
    })

    test('that fail are tried again, later each time, and say why', async () => {
      await scheduled('failing', at)
      const told: unknown[] = []
      let fails = 2
      const jobs = startJobs<ClaimedJob>({
        queue: store,
        now: store.now,
        idleMs: 5,
        failed: (job, fault) => told.push([job?.tries, (fault as Error).message]),
        handlers: {
          async reminder() {
            fails -= 1
            if (fails >= 0) throw new Error('not today')
            return undefined
          },
        },
      })
      try {
        for (const wait of [5_000, 10_000]) {
          await within(60_000, async () => (await main.jobs.list())[0]?.problem === 'not today')
          const [job] = await main.jobs.list()
          assert.equal(job!.dueAt, at + wait)
          at += wait
          await within(60_000, async () => (await main.jobs.list())[0]?.dueAt !== at)
        }
        await within(60_000, async () => (await main.jobs.list()).length === 0)
      } finally {
        await jobs.stop()
      }
      assert.deepEqual(told, [
        [1, 'not today'],
        [2, 'not today'],
      ])
    })

    test('that take long stay claimed, and are told when the claim is lost', async () => {
      await scheduled('long', at)
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      let stopped: () => boolean = () => false
      let runs = 0
      const { promise: passed, resolve: pass } = Promise.withResolvers<void>()
      let isHeld = false
      let extending = 0
      let extendedUntil = 0
      const jobs = startJobs<ClaimedJob>({
        queue: {
          claimJob: store.claimJob.bind(store),
          jobDone: store.jobDone.bind(store),
          jobFailed: store.jobFailed.bind(store),
          async extendClaim(job, until) {
            if (isHeld) await passed
            extending += 1
            const isExtended = await store.extendClaim(job, until)
            extending -= 1
            extendedUntil = until
            return isExtended
          },
        },
        now: store.now,
        idleMs: 5,
        claimMs: 100,
        handlers: {
          async reminder(_, isStopped) {
            runs += 1
            stopped = isStopped
            await ended
            return undefined
          },
        },
      })
      try {
        await within(60_000, () => runs === 1)
        // Time passes in steps that are shorter than a claim, and the claim is extended in each of them.
        for (let step = 0; step < 5; step++) {
          at += 60
          await within(60_000, () => extending === 0 && extendedUntil === at + 100)
        }
        assert.equal(await claim(), undefined)
        assert.equal(stopped(), false)
        isHeld = true
        // A job that is just being extended is locked, and nobody can claim it.
        await within(60_000, () => extending === 0)
        at += 1_000
        const stolen = (await claim())!
        assert.equal(stolen.id, 'long')
        pass()
        await within(60_000, () => stopped())
        assert.equal(await store.jobDone(stolen, undefined), true)
      } finally {
        pass()
        end()
        await jobs.stop()
      }
      assert.equal(runs, 1)
    })

    test('that are urgent are done before all others', async () => {
      for (const [id, kind] of [
        ['mail 1', 'reminder'],
        ['mail 2', 'reminder'],
        ['tidy', 'tidying'],
        ['end 1', 'ending'],
        ['end 2', 'ending'],
      ] as const)
        await main.write(tx => tx.jobs.schedule({ id, kind, dueAt: at }))
      at += 1
      const done: string[] = []
      const work = async ({ id }: ClaimedJob) => {
        done.push(id)
        return undefined
      }
      const jobs = startJobs<ClaimedJob>({
        queue: store,
        now: store.now,
        idleMs: 5,
        urgent: ['ending', 'tidying'],
        handlers: { reminder: work, tidying: work, ending: work },
      })
      try {
        await within(60_000, async () => (await main.jobs.list()).length === 0)
      } finally {
        await jobs.stop()
      }
      assert.deepEqual(done.slice(0, 2).toSorted(), ['end 1', 'end 2'])
      assert.equal(done[2], 'tidy')
      assert.equal(done.length, 5)
    })

    test('that hang are given up after half an hour, and tried again', async () => {
      await scheduled('hanging', at)
      const told: string[] = []
      let stopped: () => boolean = () => false
      let runs = 0
      const jobs = startJobs<ClaimedJob>({
        queue: store,
        now: store.now,
        idleMs: 5,
        claimMs: 100,
        failed: (job, fault) => void told.push(`${job?.id}: ${(fault as Error).message}`),
        handlers: {
          async reminder(_, isStopped) {
            runs += 1
            if (runs > 1) return undefined
            stopped = isStopped
            return await new Promise<never>(() => {})
          },
        },
      })
      try {
        await within(60_000, () => runs === 1)
        at += 30 * 60_000
        await within(60_000, () => told.length === 1)
        assert.deepEqual(told, ['hanging: it took longer than 30 minutes'])
        assert.equal(stopped(), true)
        await within(60_000, async () => {
          at += 1_000
          return (await main.jobs.list()).length === 0
        })
        assert.equal(runs, 2)
      } finally {
        await jobs.stop()
      }
    })

    test('are done once each, although nodes are killed in the middle', async () => {
      const nodes = new KilledNodes('job-node.ts', database)
      const jobs: string[] = []
      const halted: string[] = []
      try {
        // A second node at the same time, where several can be: it claims what the others leave, and loses claims to them.
        if (engine === 'PostgreSQL') await nodes.start(0)
        for (let kill = 1; kill <= KILLS; kill++) {
          for (let number = 0; number < JOBS; number++) {
            const id = `job ${kill}.${number}`
            await scheduled(id, 0)
            jobs.push(id)
          }
          if (kill % 2 === 0) {
            const node = await nodes.start(2 * kill)
            await sleep(Math.random() * 150)
            await node.kill()
            continue
          }
          // Due by the clocks of this node and of those that follow: no other one can be faster.
          const id = `halted ${kill}`
          await scheduled(id, Date.now() + (2 * kill - 1) * HOUR)
          jobs.push(id)
          halted.push(id)
          const node = await nodes.start(2 * kill, id)
          await node.halted()
          const job = (await main.jobs.list()).find(each => each.id === id)
          assert.equal(job?.tries, 1, 'a node is killed at work')
          await node.kill()
        }
        await nodes.start(2 * KILLS + 2)
        await within(60_000, async () => (await main.jobs.list()).length === 0)
      } finally {
        await nodes.kill()
      }
      const mails = await main.outbox.list(2 * jobs.length)
      assert.deepEqual(mails.map(({ recipient }) => recipient).sort(), jobs.sort())
      for (const { recipient, subject } of mails)
        if (halted.includes(recipient)) assert.notEqual(subject, 'try 1', `${recipient} was claimed again`)
    })
  })
}
