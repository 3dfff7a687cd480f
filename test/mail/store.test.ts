import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { smtpTransport, startOutbox } from '../../src/mail/mail.ts'
import { openStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase } from '../support/database.ts'
import { startSmtp } from '../support/smtp.ts'
import { furnished, within } from '../support/store.ts'

const SENDER = { name: '', address: 'no-reply@id.example.com' }

for (const engine of ENGINES) {
  describe(`the outbox on ${engine}`, () => {
    test('sends each mail once from two nodes, tries again, and keeps no content of what is sent', async () => {
      const smtp = await startSmtp()
      const database = await migratedDatabase(engine)
      const stores = [await openStore(database), await openStore(database)]
      const tenant = await furnished(stores[0]!)
      // It stands still: a mail that was refused is not tried again before the test has looked at it.
      let now = Date.now() + 60_000
      const nodes = stores.map(queue =>
        startOutbox({
          queue,
          transport: smtpTransport({ url: smtp.url, sender: SENDER }),
          now: () => now,
          idleMs: 20,
        }),
      )
      try {
        smtp.refuse({ code: 450, times: 1 })
        await tenant.write(async tx => {
          for (let count = 0; count < 20; count++) {
            await tx.outbox.queue({
              id: `mail-${count}`,
              event: 'account-created',
              recipient: `user${count}@example.com`,
              sender: '',
              subject: `Hello ${count}`,
              html: '<p>Your code is 123456</p>',
              text: 'Your code is 123456',
            })
          }
        })
        await within(60_000, () => smtp.mails.length === 19)
        await within(60_000, async () =>
          (await tenant.outbox.list(50)).some(({ problem }) => problem !== null),
        )
        const [failed, ...more] = (await tenant.outbox.list(50)).filter(({ problem }) => problem !== null)
        assert.ok(failed !== undefined && more.length === 0)
        assert.equal(failed.state, 'waiting')
        assert.match(failed.problem!, /^The mail server rejected the recipient \(450/)
        now += 60_000
        await within(60_000, async () =>
          (await tenant.outbox.list(50)).every(({ state }) => state === 'sent'),
        )
        assert.equal(new Set(smtp.mails.map(({ to }) => to)).size, 20)
        assert.equal(smtp.mails.length, 20)
        for (const mail of await tenant.outbox.list(50)) assert.equal(mail.html + mail.text, '')
      } finally {
        for (const node of nodes) await node.stop()
        for (const store of stores) await store.close()
        await database.remove()
        await smtp.stop()
      }
    })
  })
}
