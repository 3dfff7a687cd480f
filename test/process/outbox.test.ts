import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'

const ONLY = { user: 'mailer', password: 'hunter2-hunter2' }

describe('tabard outbox', () => {
  let smtp: TestSmtp
  let database: TestDatabase
  let line: CommandLine

  before(async () => {
    smtp = await startSmtp(ONLY)
    database = await installedDatabase('SQLite')
    line = new CommandLine(database, { TABARD_SMTP_URL: smtp.url })
    const store = await openStore(database)
    for (const id of ['lost', 'gone']) {
      const mail = { id, event: 'mail-one-time-code', recipient: 'ann@example.com', sender: '', subject: 'x' }
      await store.tenant('main').write(tx => tx.outbox.queue({ ...mail, html: '<p>x</p>', text: 'x' }))
      await store.mailFailed('main', id, 0, 'no such user', undefined)
    }
    await store.close()
  })
  after(async () => {
    await database.remove()
    await smtp.stop()
  })

  const states = async () => {
    const mails = await line.json<{ id: string; state: string }[]>(['outbox', 'list'])
    return Object.fromEntries(mails.map(({ id, state }) => [id, state]))
  }

  test('retry makes one mail due, or all that were given up', async () => {
    assert.deepEqual(await line.json(['outbox', 'retry', 'lost']), { retried: 1 })
    assert.deepEqual(await states(), { lost: 'waiting', gone: 'given-up' })
    assert.deepEqual(await line.json(['outbox', 'retry']), { retried: 1 })
    assert.deepEqual(await states(), { lost: 'waiting', gone: 'waiting' })
    await line.refused(
      ['outbox', 'retry', 'nothing'],
      1,
      /^The outbox has no mail with the id "nothing"\. Run "tabard outbox list" to see all\.\n$/,
    )
    const [newest] = await line.json<{ event: string; account: null; details: object }[]>(['audit'])
    assert.deepEqual(
      [newest?.event, newest?.account, newest?.details],
      ['mail-retried', null, { mails: '1' }],
    )
  })

  test('drop keeps a mail from being sent, and held ones are sent or dropped together', async () => {
    const store = await openStore(database)
    const old = { event: 'mail-account-deleted', recipient: 'ann@example.com', sender: '', subject: 'x' }
    for (const id of ['old-1', 'old-2', 'old-3'])
      await store.tenant('main').write(tx => tx.outbox.queue({ ...old, id, html: '<p>x</p>', text: 'x' }))
    assert.equal(await store.holdMails(0, Date.now() + 1), 3)
    assert.equal((await states())['old-1'], 'held')
    assert.deepEqual(await line.json(['outbox', 'drop', 'old-1']), { dropped: 1 })
    await line.refused(['outbox', 'drop', 'old-1'], 4, /no longer kept/)
    await line.refused(['outbox', 'drop'], 2, /--held/)
    assert.deepEqual(await line.json(['outbox', 'retry', '--held']), { retried: 2 })
    assert.deepEqual(await states(), {
      lost: 'waiting',
      gone: 'waiting',
      'old-1': 'given-up',
      'old-2': 'waiting',
      'old-3': 'waiting',
    })
    for (const id of ['old-4', 'old-5'])
      await store.tenant('main').write(tx => tx.outbox.queue({ ...old, id, html: '<p>x</p>', text: 'x' }))
    assert.equal(await store.holdMails(0, Date.now() + 1), 2, 'what somebody decided about is not held again')
    await store.close()
    assert.deepEqual(await line.json(['outbox', 'drop', '--held']), { dropped: 2 })
    const [newest] = await line.json<{ event: string; details: object }[]>(['audit'])
    assert.deepEqual([newest?.event, newest?.details], ['mail-dropped', { mails: '2' }])
  })

  test('a list that does not end where its rows end says so', async () => {
    const store = await openStore(database)
    await store.tenant('main').write(async tx => {
      const mail = { event: 'mail-account-deleted', recipient: 'ann@example.com', sender: '', subject: 'x' }
      const entry = { event: 'mail-retried', account: null, application: null, address: null, details: {} }
      for (let index = 0; index < 101; index += 1) {
        await tx.outbox.queue({ ...mail, id: `many-${index}`, html: '<p>x</p>', text: 'x' })
        await tx.audit.record({ ...entry, at: store.now() })
      }
    })
    await store.close()
    for (const [words, shown] of [
      [['outbox', 'list'], 50],
      [['audit'], 100],
    ] as const) {
      const { stdout, stderr } = await line.run([...words, '--json'])
      assert.equal((JSON.parse(stdout) as object[]).length, shown)
      assert.equal(stderr, `Only ${shown} are shown, and there are more. Add --limit <number> to see them.\n`)
      assert.equal((await line.json<object[]>([...words, '--limit', '101'])).length, 101)
    }
  })

  test('check prints what was said, and sends a test mail', async () => {
    const said = await line.printed(['outbox', 'check', '--to', 'ops@example.com'])
    assert.match(said, /^< 220 .*\n> EHLO .*\n[\s\S]*\n> AUTH PLAIN …\n< 235 /)
    assert.doesNotMatch(said, /hunter2|mailer/)
    assert.equal((await smtp.next()).to, 'ops@example.com')
    await line.refused(['outbox', 'check', '--to', 'nobody'], 2, /one e-mail address/)
  })

  test('check fails where mails cannot be sent', async () => {
    smtp.refuse({ code: 550 })
    const { code, stderr } = await line.run(['outbox', 'check', '--to', 'ops@example.com'])
    const { host } = new URL(smtp.url)
    assert.deepEqual(
      [code, stderr],
      [1, `${host}: The mail server rejected the recipient (550 not today).\n`],
    )
    const gone = new CommandLine(database, { TABARD_SMTP_URL: 'smtp://mailer:hunter2@127.0.0.1:1' })
    await gone.refused(
      ['outbox', 'check'],
      1,
      /^127\.0\.0\.1:1: The mail server was not reached \(ECONNREFUSED\)\. Check TABARD_SMTP_URL\.\n$/,
    )
    await new CommandLine(database).refused(['outbox', 'check'], 4, /^No mail server is set/)
  })
})
