import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { ENGINES } from '../support/database.ts'
import { type TestService, testService } from '../support/service.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { executed, within } from '../support/store.ts'

const AT = '/v1.0/tabard/outbox'
const SMTP_USER = { user: 'mailer@example.com', password: 'p@ss:w/ord %&?#' }

interface Head {
  id: string
  event: string
  about: string
  recipient: string
  sender: string
  subject: string
  state: string
  tries: number
  createdAt: string
  dueAt: string
  problem: string | null
  kept: boolean
}

interface Listed {
  total: number
  counts: Record<string, number>
  mails: Head[]
  server: string | null
  sender: string | null
}

interface Checked {
  server: string
  problem: string | null
  lines: { by: string; text: string }[]
}

const mail = (id: string) => ({
  id,
  event: 'mail-password-recovery',
  recipient: `${id}@example.com`,
  sender: '',
  subject: `Subject of ${id}`,
  html: `<!doctype html><p>Code of ${id}</p>`,
  text: `Code of ${id}`,
})

for (const engine of ENGINES) {
  describe(`the console’s calls for the outbox on ${engine}`, () => {
    let smtp: TestSmtp
    let service: TestService
    let administrator: TestOperator

    before(async () => {
      smtp = await startSmtp(SMTP_USER)
      service = await testService(engine, {
        TABARD_SMTP_URL: smtp.url,
        TABARD_MAIL_FROM: 'Tabard <no-reply@id.example.com>',
      })
      administrator = await operatorOf(service, 'administrator')
    })
    after(async () => {
      await service.stop()
      await smtp.stop()
    })

    const store = () => service.service.store.tenant('main')
    const state = async (id: string) => (await store().outbox.get(id))?.state
    /** A mail that the server did not take. */
    const givenUp = async (id: string) => {
      smtp.refuse({ code: 550, words: '5.1.1 no such user' })
      await store().write(tx => tx.outbox.queue(mail(id)))
      await administrator.call('POST', `${AT}/${id}/retry`)
      await within(60_000, async () => (await state(id)) === 'given-up')
      smtp.refuse()
    }
    const stored = async (id: string, its: string, claimed: number | null = null) =>
      await executed(
        service.database,
        `insert into outbox (tenant, id, event, recipient, sender, subject, html, text, state, tries, created_at, due_at, claimed_until)
         values ('main', '${id}', 'mail-account-deleted', '${id}@example.com', '', 'x', 'x', 'x', '${its}', 0, 1, 1, ${claimed})`,
      )
    const audit = async (event: string) =>
      (await store().audit.list({ limit: 100 })).filter(entry => entry.event === event)

    test('list mails newest first, by state and page, without what they say', async () => {
      await givenUp('one')
      await givenUp('two')
      await store().write(tx => tx.outbox.queue(mail('three')))
      await administrator.call('POST', `${AT}/three/retry`)
      await within(60_000, async () => (await state('three')) === 'sent')
      const all = await administrator.json<Listed>('GET', AT)
      assert.deepEqual(
        all.mails.map(({ id, state: its, kept }) => [id, its, kept]),
        [
          ['three', 'sent', false],
          ['two', 'given-up', true],
          ['one', 'given-up', true],
        ],
      )
      assert.deepEqual(
        [all.total, all.counts, all.server, all.sender],
        [
          3,
          { waiting: 0, held: 0, sent: 1, 'given-up': 2, expired: 0 },
          new URL(smtp.url).host,
          'Tabard <no-reply@id.example.com>',
        ],
      )
      const { createdAt, dueAt, ...two } = all.mails[1]!
      assert.deepEqual(two, {
        id: 'two',
        event: 'mail-password-recovery',
        about: 'Link for a forgotten password',
        recipient: 'two@example.com',
        sender: '',
        subject: 'Subject of two',
        state: 'given-up',
        tries: 1,
        problem: 'The mail server rejected the recipient (550 5.1.1 no such user).',
        kept: true,
      })
      assert.ok([createdAt, dueAt].every(time => new Date(time).toISOString() === time))
      assert.doesNotMatch(JSON.stringify(all), /Code of|p@ss|mailer/)
      const second = await administrator.json<Listed>('GET', `${AT}?state=given-up&limit=1&page=2`)
      assert.deepEqual([second.total, second.mails.map(({ id }) => id)], [2, ['one']])
    })

    test('ask about mails from before mail was turned on: one by one, or all together', async () => {
      const before = (await administrator.json<Listed>('GET', AT)).total
      for (const id of ['h1', 'h2', 'h3', 'h4']) await stored(id, 'held')
      const listed = await administrator.json<Listed>('GET', `${AT}?state=held`)
      assert.deepEqual([listed.total, listed.counts.held, listed.mails.length], [4, 4, 4])
      assert.equal((await administrator.json<Listed>('GET', AT)).total, before + 4)
      assert.equal((await administrator.call('POST', `${AT}/h1/drop`)).status, 204)
      assert.equal(await state('h1'), 'given-up')
      assert.equal((await administrator.refused('POST', `${AT}/h1/drop`)).messageId, 'TABRD0510E')
      assert.equal((await administrator.refused('POST', `${AT}/nothing/drop`)).status, 404)
      assert.equal((await administrator.call('POST', `${AT}/h2/retry`)).status, 204)
      await within(60_000, async () => (await state('h2')) === 'sent')
      assert.deepEqual(await administrator.json('POST', `${AT}/held/retry`), { retried: 2 })
      await within(60_000, async () => (await state('h4')) === 'sent')
      await stored('h5', 'held')
      assert.deepEqual(await administrator.json('POST', `${AT}/held/drop`), { dropped: 1 })
      assert.deepEqual((await audit('mail-dropped'))[0]?.details, { mails: '1' })
    })

    test('a mail that is being sent is not dropped', async () => {
      await stored('slow', 'waiting', Date.now() + 3_600_000)
      const dropped = (await audit('mail-dropped')).length
      const { status, messageId } = await administrator.refused('POST', `${AT}/slow/drop`)
      assert.deepEqual([status, messageId], [409, 'TABRD0529E'])
      assert.deepEqual([await state('slow'), (await audit('mail-dropped')).length], ['waiting', dropped])
    })

    test('refuse a query that is not one', async () => {
      for (const [query, messageDescription] of [
        ['state=lost', 'The query parameter state must be one of waiting, held, sent, given-up, expired.'],
        ['state=', 'The query parameter state must be one of waiting, held, sent, given-up, expired.'],
        ['state=sent&state=sent', 'The query parameter state is given twice.'],
        ['limit=201', 'The query parameter limit must be a whole number from 1 to 200.'],
        ['page=0', 'The query parameter page must be a whole number from 1.'],
      ])
        assert.deepEqual(
          await administrator.refused('GET', `${AT}?${query}`),
          { status: 400, messageId: 'TABRD0107E', messageDescription },
          query,
        )
    })

    test('show what a mail says, and record once who looked', async () => {
      const shown = await administrator.json<Head & { html: string; text: string }>('GET', `${AT}/one`)
      assert.deepEqual([shown.html, shown.text], [mail('one').html, 'Code of one'])
      const framed = await administrator.call('GET', `${AT}/one/html`)
      assert.equal(await framed.text(), '<!doctype html><base target="_blank"><p>Code of one</p>')
      assert.equal(
        framed.headers.get('content-security-policy'),
        `default-src 'none'; style-src 'unsafe-inline'; img-src ${service.url} data:; base-uri 'none'; form-action 'none'; frame-ancestors ${service.service.consoleUrl}; sandbox`,
      )
      assert.equal(framed.headers.get('cache-control'), 'no-store')
      const details = { mail: 'one', about: 'mail-password-recovery', recipient: 'one@example.com' }
      assert.deepEqual(
        (await audit('mail-viewed')).map(look => [
          look.account,
          look.application,
          look.address,
          look.details,
        ]),
        [[administrator.id, null, '127.0.0.1', details]],
      )
    })

    test('a sent mail says nothing any more, and nobody looked at it', async () => {
      const before = (await audit('mail-viewed')).length
      const shown = await administrator.json<Head & { html: string; text: string }>('GET', `${AT}/three`)
      assert.deepEqual([shown.state, shown.kept, shown.html, shown.text], ['sent', false, '', ''])
      for (const [method, path] of [
        ['GET', 'html'],
        ['POST', 'retry'],
      ] as const)
        assert.deepEqual(await administrator.refused(method, `${AT}/three/${path}`), {
          status: 409,
          messageId: 'TABRD0510E',
          messageDescription:
            'The mail "three" was sent, and its content is not kept. It cannot be sent again.',
        })
      assert.equal((await audit('mail-viewed')).length, before)
    })

    test('a mail that was given up arrives when it is tried again, even after days', async () => {
      const days = Date.now() - 3 * 24 * 3_600_000
      await executed(service.database, `update outbox set created_at = ${days} where id = 'one'`)
      assert.equal((await administrator.call('POST', `${AT}/one/retry`)).status, 204)
      const received = await smtp.next(({ to }) => to === 'one@example.com')
      assert.equal(received.text.trim(), 'Code of one')
      await within(60_000, async () => (await state('one')) === 'sent')
      assert.deepEqual((await audit('mail-retried'))[0]?.details, {
        mail: 'one',
        recipient: 'one@example.com',
      })
    })

    test('all that were given up are tried again together', async () => {
      await givenUp('four')
      assert.deepEqual(await administrator.json('POST', `${AT}/retry`), { retried: 2 })
      for (const to of ['two@example.com', 'four@example.com']) await smtp.next(found => found.to === to)
      assert.deepEqual((await audit('mail-retried'))[0]?.details, { mails: '2' })
      await within(60_000, async () => (await state('four')) === 'sent')
      assert.deepEqual(await administrator.json('POST', `${AT}/retry`), { retried: 0 })
    })

    test('a mail whose content was dropped before is not tried again', async () => {
      await givenUp('bare')
      await executed(service.database, "update outbox set html = '', text = '' where id = 'bare'")
      assert.deepEqual(await administrator.refused('POST', `${AT}/bare/retry`), {
        status: 409,
        messageId: 'TABRD0510E',
        messageDescription:
          'The content of the mail "bare" is no longer kept. The mail cannot be sent again.',
      })
      assert.deepEqual(await administrator.json('POST', `${AT}/retry`), { retried: 0 })
    })

    test('a mail that there is not is told', async () => {
      for (const [method, path] of [
        ['GET', `${AT}/nothing`],
        ['GET', `${AT}/%00`],
        ['GET', `${AT}/nothing/html`],
        ['POST', `${AT}/nothing/retry`],
      ] as const) {
        const { status, messageId } = await administrator.refused(method, path)
        assert.deepEqual([status, messageId], [404, 'TABRD0509E'], path)
      }
      assert.equal((await administrator.refused('DELETE', `${AT}/two`)).status, 405)
    })

    test('the mail server is asked, and nobody is told the password', async () => {
      const { server, problem, lines } = await administrator.json<Checked>('POST', `${AT}/check`)
      assert.deepEqual([server, problem], [new URL(smtp.url).host, null])
      const said = lines.map(({ by, text }) => `${by} ${text}`).join('\n')
      assert.match(said, /^server 220 .*\nservice EHLO .*\nserver 250-/)
      assert.match(said, /\nservice AUTH PLAIN …\nserver 235 /)
      assert.match(said, /\nservice QUIT\nserver 221 /)
      assert.doesNotMatch(said, /p@ss|mailer|bWFpbGVy/)
      assert.deepEqual(await audit('mail-tested'), [])
    })

    test('a test mail arrives, and is recorded', async () => {
      const { problem, lines } = await administrator.json<Checked>('POST', `${AT}/check`, {
        to: ' ops@Example.com',
      })
      assert.equal(problem, null)
      const received = await smtp.next(({ subject }) => subject === 'Test mail from Tabard')
      assert.deepEqual([received.to, received.from], ['ops@example.com', 'Tabard <no-reply@id.example.com>'])
      const said = lines.map(({ text }) => text)
      assert.ok(said.includes('RCPT TO:<ops@example.com>') && said.includes('DATA'))
      assert.ok(!said.some(text => text.includes('This is a test mail')))
      assert.deepEqual((await audit('mail-tested'))[0]?.details, { recipient: 'ops@example.com' })
    })

    test('a server that refuses is told in its own words, but for those that hold the password', async () => {
      smtp.refuse({ code: 550, words: 'not from there' })
      const refused = await administrator.json<Checked>('POST', `${AT}/check`, { to: 'ops@example.com' })
      assert.equal(refused.problem, 'The mail server rejected the recipient (550 not from there).')
      assert.ok(refused.lines.some(({ text }) => text === '550 not from there'))
      smtp.refuse({ code: 554, at: 'mail', words: `no ${SMTP_USER.password} here` })
      const loud = await administrator.json<Checked>('POST', `${AT}/check`, { to: 'ops@example.com' })
      assert.match(loud.problem!, /^The mail server rejected the mail \(554[ .\d]*\)\.$/)
      assert.doesNotMatch(JSON.stringify(loud), /p@ss/)
      smtp.refuse()
    })

    test('a check that is not one is refused', async () => {
      for (const to of ['', 'nobody', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@c.de', 7, {}])
        assert.deepEqual(
          await administrator.refused('POST', `${AT}/check`, { to }),
          {
            status: 400,
            messageId: 'TABRD0506E',
            messageDescription: 'The recipient must be one e-mail address.',
          },
          String(to),
        )
    })

    test('are for administrators', async () => {
      const developer = await operatorOf(service, 'developer')
      const authorization = `Bearer ${await service.token()}`
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/two'],
        ['GET', '/two/html'],
        ['POST', '/two/retry'],
        ['POST', '/two/drop'],
        ['POST', '/retry'],
        ['POST', '/held/retry'],
        ['POST', '/held/drop'],
        ['POST', '/check'],
      ] as const) {
        const { status, messageId } = await developer.refused(method, `${AT}${path}`)
        assert.deepEqual([status, messageId], [403, 'TABRD0603E'], path)
        const address = `${service.service.consoleUrl}${AT}${path}`
        assert.equal((await fetch(address, { method, headers: { authorization } })).status, 403)
        const { cookie } = administrator
        const headers = { cookie, origin: service.url }
        assert.equal((await fetch(address, { method, headers })).status, 403, 'a theme’s page may not')
      }
    })
  })
}

describe('the check of a mail server', () => {
  const withServer = async (
    url: string | undefined,
    work: (administrator: TestOperator) => Promise<void>,
  ) => {
    const service = await testService('SQLite', url === undefined ? {} : { TABARD_SMTP_URL: url })
    try {
      await work(await operatorOf(service, 'administrator'))
    } finally {
      await service.stop()
    }
  }

  test('says that there is none', async () => {
    await withServer(undefined, async administrator => {
      assert.deepEqual(await administrator.refused('POST', `${AT}/check`), {
        status: 409,
        messageId: 'TABRD0511E',
        messageDescription:
          'No mail server is set, so mails stay in the outbox. Set TABARD_SMTP_URL for the service and for commands, then start the service again.',
      })
      const { server, sender } = await administrator.json<Listed>('GET', AT)
      assert.deepEqual([server, sender], [null, null])
    })
  })

  test('says that it is not there, or does not know the password', async () => {
    const smtp = await startSmtp(SMTP_USER)
    await withServer(smtp.url.replace(/:[^:@]+@/, ':hunter2@'), async administrator => {
      const { problem, lines } = await administrator.json<Checked>('POST', `${AT}/check`)
      assert.match(problem!, /^The mail server did not accept the username and the password \(535/)
      assert.doesNotMatch(JSON.stringify(lines), /hunter2|mailer@/)
      await smtp.stop()
      const gone = await administrator.json<Checked>('POST', `${AT}/check`)
      assert.deepEqual([gone.problem, gone.lines], ['The mail server was not reached (ECONNREFUSED).', []])
    })
  })

  test('ends in time where the server never does, one at a time', async () => {
    const connected = Promise.withResolvers<void>()
    const server = createServer(socket => {
      connected.resolve()
      socket.on('error', () => {})
      const lines = setInterval(() => socket.write('220-wait\r\n'), 50)
      socket.on('close', () => clearInterval(lines))
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await withServer(`smtp://127.0.0.1:${port}`, async administrator => {
      const started = performance.now()
      const slow = administrator.json<Checked>('POST', `${AT}/check`)
      await connected.promise
      assert.deepEqual(await administrator.refused('POST', `${AT}/check`), {
        status: 409,
        messageId: 'TABRD0512E',
        messageDescription: 'The mail server is being checked already. Try again in a few seconds.',
      })
      assert.match((await slow).problem!, /^The mail server did not answer in time/)
      assert.ok(performance.now() - started < 60_000)
    })
    server.close()
  })
})
