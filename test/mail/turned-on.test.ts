import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { startService } from '../../src/server.ts'
import { ENGINES, freshDatabase } from '../support/database.ts'
import { startSmtp } from '../support/smtp.ts'
import { executed, TENANT, within } from '../support/store.ts'

const HOUR = 3_600_000

for (const engine of ENGINES) {
  describe(`turning mail on, on ${engine}`, () => {
    test('sends no expired code, holds back what is old, and sends the rest', async () => {
      const smtp = await startSmtp()
      const database = await freshDatabase(engine)
      const started = (more: Record<string, string> = {}) =>
        startService(configFrom({ PORT: '0', ...database.environment, ...more }), 'silent')
      try {
        const without = await started()
        const queue = (id: string, expiresAt: number | null = null) =>
          without.store.tenant(TENANT).write(tx =>
            tx.outbox.queue({
              id,
              event: 'mail-password-recovery',
              recipient: `${id}@example.com`,
              sender: '',
              subject: id,
              html: `<p>${id}</p>`,
              text: id,
              expiresAt,
            }),
          )
        await queue('expired', Date.now() - 1)
        await queue('old', Date.now() + HOUR)
        await queue('old-and-expired', Date.now() - 1)
        await queue('fresh', Date.now() + HOUR)
        await queue('endless')
        await executed(
          database,
          `update outbox set created_at = created_at - ${2 * HOUR}, due_at = due_at - ${2 * HOUR} where id like 'old%'`,
        )
        await without.close()

        const service = await started({ TABARD_SMTP_URL: smtp.url })
        try {
          const tenant = service.store.tenant(TENANT)
          const mails = async () =>
            Object.fromEntries((await tenant.outbox.list(10)).map(mail => [mail.id, mail]))
          await within(60_000, async () => (await tenant.outbox.counts()).waiting === 0)
          const found = await mails()
          assert.deepEqual(Object.fromEntries(Object.entries(found).map(([id, { state }]) => [id, state])), {
            expired: 'expired',
            old: 'held',
            'old-and-expired': 'held',
            fresh: 'sent',
            endless: 'sent',
          })
          assert.equal(found.expired!.html + found.expired!.text, '')
          assert.notEqual(found.old!.html, '')
          assert.equal(await tenant.write(tx => tx.outbox.retryAll('held', Date.now())), 2)
          await within(60_000, async () => (await tenant.outbox.counts()).waiting === 0)
          assert.equal((await mails()).old!.state, 'sent')
          assert.equal((await mails())['old-and-expired']!.state, 'expired')
          assert.deepEqual(smtp.mails.map(({ to }) => to).sort(), [
            'endless@example.com',
            'fresh@example.com',
            'old@example.com',
          ])
        } finally {
          await service.close()
        }
      } finally {
        await database.remove()
        await smtp.stop()
      }
    })

    test('codes and links in mails tell when they expire', async () => {
      const database = await freshDatabase(engine)
      const service = await startService(configFrom({ PORT: '0', ...database.environment }), 'silent')
      try {
        const form = await fetch(`${service.address}/flows/?reference=registration`)
        const cookie = form.headers
          .getSetCookie()
          .map(line => line.split(';')[0])
          .join('; ')
        const [, action] = /<form method="post" action="([^"]+)"/.exec(await form.text())!
        const body = new URLSearchParams({
          given_name: 'Ann',
          family_name: 'Lee',
          email: 'ann@example.com',
          password: 'quiet lamp over water',
        })
        const address = new URL(action!.replaceAll('&amp;', '&'), service.address)
        await fetch(address, { method: 'POST', headers: { cookie }, body, redirect: 'manual' })
        const [mail] = await service.store.tenant(TENANT).outbox.list(1)
        assert.equal(mail!.event, 'mail-verify-email')
        assert.ok(Math.abs(mail!.expiresAt! - Date.now() - HOUR / 2) < HOUR / 60)
      } finally {
        await service.close()
        await database.remove()
      }
    })
  })
}
