import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccessRequests } from '../../src/governance/governance.ts'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, installedDatabase, type TestDatabase } from '../support/database.ts'
import { sharedOffice } from '../support/office.ts'
import { accountOf, applicationOf, within } from '../support/store.ts'
import { KilledNodes } from './killed.ts'

const PEOPLE = 40
const APPROVERS = ['one', 'two']
const KIND = 'access-reminder'
/** In minutes. */
const FIRST_REMINDER = 3 * 24 * 60

for (const engine of ENGINES) {
  describe(`reminders on ${engine}`, () => {
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

    test('are sent once each, although nodes are killed in the middle', async () => {
      await using office = sharedOffice(store)
      const requests = new AccessRequests(office)
      const [tenant] = await store.tenants()
      const people = Array.from({ length: PEOPLE }, (_, number) => `person-${number}`)
      await main.write(async tx => {
        await tx.applications.create(applicationOf('shop', { access: 'request' }))
        for (const id of [...people, ...APPROVERS])
          await tx.accounts.create(accountOf(id, { email: `${id}@example.com` }))
        await tx.access.setApprovers(
          'shop',
          APPROVERS.map(id => ({ kind: 'account', id })),
        )
      })
      const asked: string[] = []
      for (const account of people) {
        const wish = { application: 'shop', justification: 'For the fair.' }
        asked.push((await requests.ask(tenant!, { account, address: null }, wish)).id)
      }
      const reminders = async () =>
        (await main.outbox.list(10_000)).filter(({ event }) => event === 'mail-access-reminder')
      const isLeft = async () => (await main.jobs.list(KIND)).some(({ doneAt }) => doneAt === null)
      const nodes = new KilledNodes('reminder-node.ts', database)
      const jobs = await main.jobs.list(KIND)
      const half = jobs[PEOPLE / 2]!
      try {
        // The first half is due for every node, the rest only for those whose clocks are ahead by another hour.
        await main.write(async tx => {
          for (const [number, { id, kind, payload }] of jobs.entries()) {
            const dueAt = number < PEOPLE / 2 ? 0 : Date.now() + (FIRST_REMINDER + 30) * 60_000 + number
            await tx.jobs.schedule({ id, kind, payload, dueAt })
          }
        })
        // A second node at the same time, where several can be.
        const [node] = await Promise.all([
          nodes.start(FIRST_REMINDER + 60, half.id),
          ...(engine === 'PostgreSQL' ? [nodes.start(FIRST_REMINDER)] : []),
        ])
        await node.halted()
        const { tries, doneAt } = (await main.jobs.list(KIND)).find(({ id }) => id === half.id)!
        assert.deepEqual([tries, doneAt], [1, null], 'a node is killed at work')
        await node.kill()
        await nodes.start(FIRST_REMINDER + 120)
        await within(60_000, async () => !(await isLeft()))
      } finally {
        await nodes.kill()
      }
      const told = (await reminders()).map(({ recipient, html }) => {
        return `${recipient} ${/\/access\/requests\/([\w-]+)/.exec(html)?.[1]}`
      })
      const expected = asked.flatMap(id => APPROVERS.map(approver => `${approver}@example.com ${id}`))
      assert.deepEqual(told.sort(), expected.sort())
    })
  })
}
