import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { CommandLine } from '../support/command.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'

const ONLY = { user: 'mailer', password: 'hunter2-hunter2' }

describe('tabard outbox', () => {
  let smtp: TestSmtp
  let database: TestDatabase
  let line: CommandLine

  before(async () => {
    smtp = await startSmtp(ONLY)
    database = await freshDatabase('SQLite')
    line = new CommandLine(database, { TABARD_SMTP_URL: smtp.url })
    await line.printed(['client', 'list'])
    const store = await openStore(database)
    for (const id of ['lost', 'gone']) {
      const mail = { id, event: 'mail-one-time-code', recipient: 'ann@example.com', sender: '', subject: 'x' }
      await store.tenant('main').write(tx => tx.queueMail({ ...mail, html: '<p>x</p>', text: 'x' }))
      await store.mailFailed('main', id, 'no such user', undefined)
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
    await line.refused(['outbox', 'retry', 'nothing'], 1, /^There is no mail with the id "nothing"/)
    const [newest] = await line.json<{ event: string; account: null; details: object }[]>(['audit'])
    assert.deepEqual(
      [newest?.event, newest?.account, newest?.details],
      ['mail-retried', null, { mails: '1' }],
    )
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
    assert.deepEqual([code, stderr], [1, 'The mail server refused the recipient (550 not today).\n'])
    await new CommandLine(database).refused(['outbox', 'check'], 4, /^No mail server is set/)
  })
})
