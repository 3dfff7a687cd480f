import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { startService } from '../../src/server.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { ENGINES, installedDatabase, type TestDatabase } from '../support/database.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { TENANT, within } from '../support/store.ts'
import { THREADS } from '../support/threads.ts'

const HOUR = 3_600_000

for (const engine of ENGINES) {
  describe(`turning mail on, on ${engine}`, () => {
    let smtp: TestSmtp
    let database: TestDatabase
    /** How far the clock of the next service is behind. */
    let behind = 0

    beforeEach(async () => {
      smtp = await startSmtp()
      database = await installedDatabase(engine)
      behind = 0
    })
    afterEach(async () => {
      await database.remove()
      await smtp.stop()
    })

    const now = () => Date.now() - behind
    const started = (more: Record<string, string> = {}) =>
      startService(configFrom({ PORT: '0', ...database.environment, ...more }), 'silent', {
        now,
        threads: THREADS,
        ahead: false,
      })
    const queue = (store: Store, id: string, expiresAt: number | null = null) =>
      store.tenant(TENANT).write(tx =>
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
    const mailsOf = async (store: Store) =>
      Object.fromEntries((await store.tenant(TENANT).outbox.list(10)).map(mail => [mail.id, mail]))
    const statesOf = async (store: Store) => {
      await within(60_000, async () => (await store.tenant(TENANT).outbox.counts()).waiting === 0)
      return Object.fromEntries(Object.entries(await mailsOf(store)).map(([id, { state }]) => [id, state]))
    }

    test('sends no expired code, holds back what is old, and sends the rest', async () => {
      behind = 2 * HOUR
      const without = await started()
      await queue(without.store, 'old', Date.now() + HOUR)
      await queue(without.store, 'old-and-expired', Date.now() - 1)
      behind = 0
      await queue(without.store, 'expired', Date.now() - 1)
      await queue(without.store, 'fresh', Date.now() + HOUR)
      await queue(without.store, 'endless')
      await without.close()

      const service = await started({ TABARD_SMTP_URL: smtp.url })
      try {
        const { store } = service
        assert.deepEqual(await statesOf(store), {
          expired: 'expired',
          old: 'held',
          'old-and-expired': 'held',
          fresh: 'sent',
          endless: 'sent',
        })
        const found = await mailsOf(store)
        assert.equal(found.expired!.html + found.expired!.text, '')
        assert.notEqual(found.old!.html, '')
        const tenant = store.tenant(TENANT)
        assert.equal(await tenant.write(tx => tx.outbox.retryAll('held', Date.now())), 2)
        const { old, 'old-and-expired': oldAndExpired } = await statesOf(store)
        assert.deepEqual([old, oldAndExpired], ['sent', 'expired'])
        assert.deepEqual(smtp.mails.map(({ to }) => to).sort(), [
          'endless@example.com',
          'fresh@example.com',
          'old@example.com',
        ])
      } finally {
        await service.close()
      }
    })

    test('holds back nothing that was written while a mail server was set', async () => {
      /** Runs a service for a moment, which sends nothing, and leaves a mail. */
      const left = async (id: string, hours: number, more?: Record<string, string>) => {
        behind = hours * HOUR
        const service = await started(more)
        await service.close()
        const store = await openStore({ ...database, now })
        await queue(store, id)
        await store.close()
      }
      const mailing = { TABARD_SMTP_URL: smtp.url }
      await left('before', 20, mailing)
      await left('without', 15)
      await left('again', 10)
      await (await started(mailing)).close()
      await left('overnight', 5, mailing)
      behind = 0
      const service = await started(mailing)
      try {
        assert.deepEqual(await statesOf(service.store), {
          before: 'sent',
          without: 'held',
          again: 'sent',
          overnight: 'sent',
        })
      } finally {
        await service.close()
      }
    })

    test('codes and links in mails tell when they expire', async () => {
      const service = await started()
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
      }
    })
  })
}
