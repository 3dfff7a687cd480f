import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Campaigns } from '../../src/governance/governance.ts'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, installedDatabase, type TestDatabase } from '../support/database.ts'
import { sharedOffice } from '../support/office.ts'
import { accountOf, applicationOf, within } from '../support/store.ts'
import { KilledNodes } from './killed.ts'

/** More than a node takes on in one write: 250 at the start, and 50 at the end. */
const PEOPLE = 300
const REVIEWERS = 40

for (const engine of ENGINES) {
  describe(`campaigns on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore

    before(async () => {
      database = await installedDatabase(engine)
      store = await openStore(database)
      main = store.tenant(FIRST_TENANT)
    })
    after(async () => {
      await store.close()
      await database.remove()
    })

    test('start once, tell each reviewer once and end once, although nodes are killed in the middle', async () => {
      await using office = sharedOffice(store)
      const campaigns = new Campaigns(office)
      const [tenant] = await store.tenants()
      const people = Array.from({ length: PEOPLE }, (_, number) => `person-${number}`)
      const reviewers = Array.from({ length: REVIEWERS }, (_, number) => `reviewer-${number}`)
      await main.write(async tx => {
        await tx.applications.create(applicationOf('shop', { access: 'assigned' }))
        for (const id of reviewers) await tx.accounts.create(accountOf(id, { email: `${id}@example.com` }))
        for (const id of people) await tx.accounts.create(accountOf(id))
        await tx.access.giveMany('shop', people, 'given')
      })
      const by = { by: 'test', address: null }
      const starts = new Date(Date.now() + 60_000).toISOString()
      const { campaign } = await campaigns.create(
        tenant!,
        {
          ...{ name: 'Review', applications: ['shop'], start: starts, reviewers, openItems: 'revoke' },
          ...{ end: new Date(Date.now() + 86_400_000).toISOString(), supervisors: ['reviewer-0'] },
        },
        by,
      )
      const nodes = new KilledNodes('reminder-node.ts', database)
      const items = async () => (await main.campaigns.totals(campaign.id)).items
      const mails = async (event: string) =>
        (await main.outbox.list(10_000)).filter(mail => mail.event === event)
      const step = async () => {
        const [job] = await main.jobs.list('campaign')
        return (job?.payload as { step: string } | undefined)?.step
      }
      const job = `campaign ${campaign.id}`
      try {
        const first = await nodes.start(2, `${job} start`, 2)
        await first.halted()
        // A second node at the same time, where several can be.
        if (engine === 'PostgreSQL') await nodes.start(2)
        assert.equal(await step(), 'start', 'a node is killed at work')
        assert.ok((await items()) > 0 && (await items()) < PEOPLE)
        await first.kill()
        await nodes.kill()
        const second = await nodes.start(5, `${job} end`, 2)
        await within(60_000, async () => (await step()) === 'wait')
        assert.equal(await items(), PEOPLE)
        await main.write(async tx => {
          await tx.campaigns.update(campaign.id, { endsAt: 0 })
          const payload = { campaign: campaign.id, step: 'wait' }
          await tx.jobs.schedule({ id: job, kind: 'campaign', dueAt: 0, payload })
        })
        await second.halted()
        assert.equal(await step(), 'end', 'a node is killed at work')
        const undone = (await main.reviews.undone({ campaign: campaign.id }, PEOPLE)).length
        assert.ok(undone > 0 && undone < PEOPLE)
        await second.kill()
        await nodes.start(8)
        await within(90_000, async () => (await step()) === undefined)
      } finally {
        await nodes.kill()
      }
      const told = (await mails('mail-campaign-reviewers')).map(({ recipient }) => recipient)
      assert.deepEqual(told.sort(), reviewers.map(id => `${id}@example.com`).sort())
      assert.equal((await main.campaigns.get(campaign.id))?.state, 'ended')
      const taken = await main.audit.list({ event: 'access-taken', limit: 2_000 })
      assert.equal(taken.length, PEOPLE)
      assert.equal((await main.audit.list({ event: 'campaign-ended', limit: 10 })).length, 1)
      assert.deepEqual(await main.access.withoutAccess('shop', people), people)
    })
  })
}
