import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auditEntry } from '../../src/core/audit-events.ts'
import { becomes } from '../support/becomes.ts'
import { ENGINES } from '../support/database.ts'
import { type TestService, testService } from '../support/service.ts'
import { TENANT, within } from '../support/store.ts'

const DAY = 24 * 3_600_000
const KEYS = '/oidc/endpoint/default/jwks'

for (const engine of ENGINES) {
  describe(`what is done again and again, on ${engine}`, () => {
    let service: TestService
    let ahead = 0

    before(async () => {
      const surroundings = { now: () => Date.now() + ahead, dutiesMs: 250 }
      service = await testService(engine, { TABARD_AUDIT_DAYS: '30' }, surroundings)
    })
    after(() => service.stop())

    const doneAt = async (id: string) => {
      const jobs = await service.service.store.tenant(TENANT).jobs.list()
      return jobs.find(job => job.id === id)?.doneAt ?? 0
    }
    /** Lets time pass, and waits until a duty was done. */
    const passed = async (milliseconds: number, duty: string) => {
      const before = await doneAt(duty)
      ahead += milliseconds
      await within(60_000, async () => {
        service.service.wake()
        return (await doneAt(duty)) > before
      })
    }
    const kids = async () => {
      const { keys } = (await (await fetch(service.url + KEYS)).json()) as { keys: { kid: string }[] }
      return keys.map(({ kid }) => kid)
    }

    test('replaces the signing key after 90 days, and publishes the one before until the next', async () => {
      const [first] = await kids()
      assert.ok(first)
      await passed(89 * DAY, 'rotate-keys')
      assert.deepEqual(await kids(), [first])
      await passed(2 * DAY, 'rotate-keys')
      await within(60_000, async () => (await kids()).length === 2)
      const second = (await kids()).find(kid => kid !== first)!
      const [entry] = await service.service.store
        .tenant(TENANT)
        .audit.list({ event: 'signing-key-rotated', limit: 5 })
      assert.deepEqual(entry!.details, { kid: second, cause: 'age' })
      // A key that is published no longer goes when the next one is made.
      await passed(91 * DAY, 'rotate-keys')
      await within(60_000, async () => (await kids()).length === 2 && !(await kids()).includes(first))
    })

    test('drops what has been kept long enough', async () => {
      const { store } = service.service
      const days = async () =>
        (await store.tenant(TENANT).audit.list({ event: 'mail-viewed', limit: 5 })).map(
          ({ account }) => account,
        )
      await store.tenant(TENANT).write(async tx => {
        for (const age of [29, 31]) {
          const by = { account: String(age), application: null, address: null }
          await tx.audit.record(auditEntry('mail-viewed', store.now() - age * DAY, by))
        }
      })
      await passed(3_700_000, 'sweep')
      // A sweep that was under way when they were written is followed by another one.
      await becomes(days, ['29'])
    })

    test('goes on after the clock was ahead for a while', async () => {
      await passed(60 * DAY, 'sweep')
      const late = await doneAt('sweep')
      ahead -= 60 * DAY
      await within(60_000, async () => {
        service.service.wake()
        ahead += 100
        const at = await doneAt('sweep')
        return at > 0 && at < late
      })
    })
  })
}
