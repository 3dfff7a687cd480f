import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { AccessRequests } from '../../src/governance/governance.ts'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { accountOffice, shippedMaster } from '../../src/installation.ts'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { createCodec } from '../../src/zip/zip.ts'
import { ENGINES, installedDatabase, type TestDatabase } from '../support/database.ts'
import { bare } from '../support/process.ts'
import { accountOf, applicationOf, within } from '../support/store.ts'

const NODE = join(import.meta.dirname, 'reminder-node.ts')
const PEOPLE = 40
const APPROVERS = ['one', 'two']
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
      const codec = createCodec()
      const office = accountOffice(configFrom({}), store, shippedMaster(), codec)
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
      await codec.close()
      const started: ChildProcess[] = []
      const node = async (minutes: number) => {
        const late = String(FIRST_REMINDER + minutes)
        const args = [NODE, database.data, late, ...(database.database ? [database.database] : [])]
        const child = spawn(process.execPath, args, { env: bare(), stdio: ['ignore', 'pipe', 'inherit'] })
        started.push(child)
        await once(child.stdout!, 'data')
        return child
      }
      const reminders = async () =>
        (await main.outbox.list(10_000)).filter(({ event }) => event === 'mail-access-reminder')
      const isLeft = async () =>
        (await main.jobs.list('access-reminder')).some(({ doneAt }) => doneAt === null)
      /** Sets when all reminders are due, so that nodes that have started begin together. */
      const dueAt = async (at: number) => {
        const jobs = await main.jobs.list('access-reminder')
        await main.write(async tx => {
          for (const { id, kind, payload } of jobs) await tx.jobs.schedule({ id, kind, payload, dueAt: at })
        })
      }
      let isInterrupted = false
      try {
        await dueAt(Number.MAX_SAFE_INTEGER)
        // A second node at the same time, where several can be.
        const nodes = await Promise.all(engine === 'PostgreSQL' ? [node(1), node(1)] : [node(1)])
        await dueAt(0)
        await within(30_000, async () => (await reminders()).length > 0)
        nodes[0]!.kill('SIGKILL')
        await once(nodes[0]!, 'close')
        isInterrupted = await isLeft()
        await node(3)
        await within(60_000, async () => !(await isLeft()))
      } finally {
        for (const child of started) child.kill('SIGKILL')
      }
      assert.ok(isInterrupted, 'a node was killed at work')
      const told = (await reminders()).map(({ recipient, html }) => {
        return `${recipient} ${/\/access\/requests\/([\w-]+)/.exec(html)?.[1]}`
      })
      const expected = asked.flatMap(id => APPROVERS.map(approver => `${approver}@example.com ${id}`))
      assert.deepEqual(told.sort(), expected.sort())
    })
  })
}
