import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import {
  defaultSender,
  type Message,
  smtpTransport,
  type Transport,
  Undelivered,
} from '../../src/mail/mail.ts'
import { connectionOptions } from '../../src/mail/smtp.ts'
import { EVERYTHING } from '../support/everything.ts'
import { freePort } from '../support/ports.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'

const SENDER = { name: 'Tabard', address: 'no-reply@id.example.com' }

const message = (parts: Partial<Message> = {}): Message => ({
  from: '',
  to: 'ann@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...parts,
})

/** How sending failed. */
async function failure(transport: Transport, parts?: Partial<Message>): Promise<Undelivered> {
  try {
    await transport.send(message(parts))
  } catch (error) {
    assert.ok(error instanceof Undelivered, String(error))
    return error
  }
  assert.fail('it was sent')
}

describe('a mail sent by SMTP', () => {
  let smtp: TestSmtp
  let transport: Transport

  const sent = async (parts: Partial<Message>) => {
    await transport.send(message(parts))
    return await smtp.next()
  }

  before(async () => {
    smtp = await startSmtp()
    transport = smtpTransport({ url: smtp.url, sender: SENDER })
  })
  after(async () => {
    transport.close()
    await smtp.stop()
  })

  test('holds its HTML and its text as alternatives', async () => {
    const mail = await sent({ html: '<p>Rich</p>', text: 'Plain' })
    assert.equal(mail.html.trim(), '<p>Rich</p>')
    assert.equal(mail.text.trim(), 'Plain')
    assert.match(mail.headers['content-type']!, /^multipart\/alternative;/)
    assert.ok(mail.raw.indexOf('text/plain') < mail.raw.indexOf('text/html'), 'the richest is last')
  })

  test('says who sent it, when, under which id, and that no person did', async () => {
    const { from, to, headers } = await sent({ messageId: '0190-id' })
    assert.equal(from, 'Tabard <no-reply@id.example.com>')
    assert.equal(to, 'ann@example.com')
    assert.equal(headers['message-id'], '<0190-id@id.example.com>')
    assert.equal(headers['auto-submitted'], 'auto-generated')
    assert.ok(Math.abs(Date.parse(headers.date!) - Date.now()) < 60_000)
    assert.equal(headers['x-mailer'], undefined)
  })

  test('has the sender that its template names, and an id on that domain', async () => {
    const mail = await sent({ from: '"Bücher, 書店" <shop@books.example>' })
    assert.equal(mail.from, 'Bücher, 書店 <shop@books.example>')
    assert.match(mail.headers['message-id']!, /^<[\w-]+@books\.example>$/)
    assert.match(mail.headers.from!, /^[\x20-\x7e]+$/)
  })

  for (const from of [
    'nonsense',
    'a@example.com, b@example.com',
    'Eve\r\nBcc: victim@example.com <a@example.com>',
  ])
    test(`has the configured sender where its template says ${JSON.stringify(from)}`, async () => {
      const mail = await sent({ from })
      assert.equal(mail.from, 'Tabard <no-reply@id.example.com>')
      assert.equal(mail.headers.bcc, undefined)
    })

  test('has the configured address under the name that its template gives', async () => {
    const mail = await sent({ from: '"Meridian Bank" <>' })
    assert.equal(mail.from, 'Meridian Bank <no-reply@id.example.com>')
  })

  test('keeps a subject that is not ASCII', async () => {
    const mail = await sent({ subject: 'Willkommen, Jürgen — ようこそ 🎉' })
    assert.equal(mail.subject, 'Willkommen, Jürgen — ようこそ 🎉')
    assert.match(mail.headers.subject!, /^[\x20-\x7e]+$/)
  })

  for (const [subject, seen] of [
    ['Hello\r\nContent-Type: text/html', 'Hello Content-Type: text/html'],
    ['Hello\nBcc: victim@example.com', 'Hello Bcc: victim@example.com'],
    ['Hello\r\n\r\n<script>', 'Hello <script>'],
    ['a\0b\tc\u2028d', 'a b c d'],
    ['=?utf-8?q?Bcc:=20victim?=', '= ?utf-8?q?Bcc:=20victim?='],
  ] as const)
    test(`has one line of subject for ${JSON.stringify(subject)}`, async () => {
      const mail = await sent({ subject })
      assert.equal(mail.subject, seen)
      assert.equal(mail.headers.bcc, undefined)
      assert.match(mail.headers['content-type']!, /^multipart\/alternative;/)
    })

  test('ends where it ends, whatever its text looks like', async () => {
    for (const hostile of [
      '.\r\n.\r\nQUIT',
      'a\n.\nMAIL FROM:<x@y.z>',
      'a\r.\r\nb',
      'a\n.\r\nb',
      '..\r\n...',
    ]) {
      const mail = await sent({ text: `${hostile}\r\nend`, html: `<pre>${hostile}\r\nend</pre>` })
      const whole = hostile.replace(/\r\n?|\n/g, '\n')
      assert.equal(mail.text.replaceAll('\r\n', '\n').trimEnd(), `${whole}\nend`)
      assert.equal(mail.html.replaceAll('\r\n', '\n').trimEnd(), `<pre>${whole}\nend</pre>`)
      assert.doesNotMatch(mail.raw, /\r(?!\n)|(?<!\r)\n/)
    }
  })

  test('has no line that is too long, and only seven bits', async () => {
    const long = `${'x'.repeat(5000)} ${'é'.repeat(5000)} \ud800`
    const mail = await sent({ text: long, html: long, subject: 's'.repeat(5000) })
    assert.ok(mail.raw.split('\r\n').every(line => line.length <= 998))
    assert.match(mail.raw, /^[\r\n\t\x20-\x7e]*$/)
    assert.equal(mail.text.trim(), long.toWellFormed())
    assert.equal(mail.html.trim(), long.toWellFormed())
  })

  test('never makes the server read a file or an address', async () => {
    const image = '<img src="file:///etc/passwd"><img src="data:image/png;base64,AAAA">'
    const mail = await sent({ html: image })
    assert.equal(mail.html.trim(), image)
  })

  test('goes to one well-formed address or to none', async () => {
    const before = smtp.mails.length
    for (const to of [
      'a@example.com\r\nBcc: b@example.com',
      'a@example.com,b@example.com',
      '<a@example.com>',
      '',
    ]) {
      assert.equal((await failure(transport, { to })).kind, 'permanent', to)
    }
    assert.equal(smtp.mails.length, before)
  })
})

describe('a mail that is not taken', () => {
  let smtp: TestSmtp
  let transport: Transport

  before(async () => {
    smtp = await startSmtp()
    transport = smtpTransport({ url: smtp.url, sender: SENDER })
  })
  after(async () => {
    transport.close()
    await smtp.stop()
  })

  for (const [how, kind, problem] of [
    [{ code: 450 }, 'temporary', 'The mail server rejected the recipient (450 not today).'],
    [
      { code: 550, words: '5.1.1 no such user.' },
      'permanent',
      /^The mail server rejected the recipient \(550 .*5\.1\.1 no such user\)\.$/,
    ],
    [{ code: 530 }, 'temporary', /^The mail server rejected the recipient/],
    [{ code: 452, at: 'mail' }, 'temporary', /^The mail server rejected the mail \(452[ .\d]*\)\.$/],
    [
      { code: 554, at: 'mail', words: 'it says Hello' },
      'permanent',
      /^The mail server rejected the mail \(554[ .\d]*\)\.$/,
    ],
    [{ code: 553, at: 'sender' }, 'temporary', /^The mail server rejected the sender \(553/],
  ] as const)
    test(`with ${how.code} for the ${'at' in how ? how.at : 'recipient'} fails for ${kind === 'permanent' ? 'good' : 'now'}`, async () => {
      smtp.refuse({ ...how, times: 1 })
      const error = await failure(transport)
      assert.equal(error.kind, kind)
      if (typeof problem === 'string') assert.equal(error.message, problem)
      else assert.match(error.message, problem)
      await transport.send(message())
    })

  test('may be sent once there is a server', async () => {
    const unreachable = smtpTransport({ url: `smtp://127.0.0.1:${await freePort()}`, sender: SENDER })
    const error = await failure(unreachable)
    assert.equal(error.kind, 'temporary')
    assert.equal(error.message, 'The mail server was not reached (ECONNREFUSED).')
    unreachable.close()
  })

  test('may be sent once the name of the server is known', async () => {
    const nowhere = smtpTransport({ url: 'smtp://user:hunter2@mail.invalid', sender: SENDER })
    const error = await failure(nowhere)
    assert.equal(error.kind, 'temporary')
    assert.match(error.message, /^The name of the mail server was not found/)
    nowhere.close()
  })

  test('waits ten minutes for the server, as RFC 5321 requires', () => {
    assert.ok(connectionOptions('smtp://mail.example.com').socketTimeout >= 600_000)
  })

  // It takes 35 seconds, in which nothing happens.
  if (EVERYTHING)
    test('waits for a server that takes its time over a mail', async () => {
      const server = createServer(socket => {
        socket.on('error', () => {})
        let mail = ''
        socket.write('220 slow\r\n')
        socket.on('data', data => {
          const text = String(data)
          if (mail === '' && !text.startsWith('DATA')) return void socket.write('250 yes\r\n')
          if (mail === '') socket.write('354 go on\r\n')
          mail += text
          if (mail.endsWith('\r\n.\r\n')) setTimeout(() => socket.write('250 at last\r\n'), 35_000)
        })
      })
      await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      const patient = smtpTransport({ url: `smtp://127.0.0.1:${port}`, sender: SENDER })
      await patient.send(message())
      patient.close()
      server.close()
    })

  test('does not wait for ever for a server that says nothing, and the next one is sent', async () => {
    let mute = true
    const server = createServer(socket => {
      socket.on('error', () => {})
      // Looks alive, so that no timeout of a connection strikes.
      const lines = setInterval(() => mute && socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(lines))
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const slow = smtpTransport({ url: `smtp://127.0.0.1:${port}`, sender: SENDER, longest: 200 })
    const started = performance.now()
    const error = await failure(slow)
    assert.equal(error.kind, 'temporary')
    assert.ok(performance.now() - started < 30_000)
    const second = await failure(slow)
    assert.doesNotMatch(second.message, /could not be handed/)
    mute = false
    slow.close()
    server.close()
  })
})

describe('a mail server that asks who is there', () => {
  const only = { user: 'mailer@example.com', password: 'p@ss:w/ord %&?#' }

  test('takes mails with the right password', async () => {
    const smtp = await startSmtp(only)
    const transport = smtpTransport({ url: smtp.url, sender: SENDER })
    await transport.send(message())
    assert.equal((await smtp.next()).to, 'ann@example.com')
    transport.close()
    await smtp.stop()
  })

  test('refuses a wrong one, which nobody is told', async () => {
    const smtp = await startSmtp(only)
    const url = smtp.url.replace(/:[^:@]+@/, ':hunter2@')
    const transport = smtpTransport({ url, sender: SENDER })
    const error = await failure(transport)
    assert.equal(error.kind, 'temporary')
    assert.match(
      error.message,
      /^The mail server did not accept the username and the password \(535[ .\d]*\)\.$/,
    )
    assert.equal(error.cause, undefined)
    transport.close()
    await smtp.stop()
  })

  test('may repeat the password in vain', async () => {
    const smtp = await startSmtp(only)
    const transport = smtpTransport({ url: smtp.url, sender: SENDER })
    smtp.refuse({ code: 550, words: `you with ${only.password}` })
    const error = await failure(transport)
    assert.match(error.message, /^The mail server rejected the recipient \(550[ .\d]*\)\.$/)
    transport.close()
    await smtp.stop()
  })

  test('whose address is broken is not printed', () => {
    assert.throws(
      () => smtpTransport({ url: 'smtp://a:hunter2@b:port', sender: SENDER }),
      error => !JSON.stringify(error, Object.getOwnPropertyNames(error)).includes('hunter2'),
    )
  })
})

test('parameters of the address cannot take the guards away', async () => {
  const smtp = await startSmtp()
  const transport = smtpTransport({
    url: `${smtp.url}?pool=false&streamTransport=true&disableFileAccess=false&logger=true&debug=true`,
    sender: SENDER,
  })
  await transport.send(message())
  await smtp.next()
  transport.close()
  await smtp.stop()
})

test('without a configured sender it is no-reply at the public host', () => {
  for (const [url, address] of [
    ['https://id.example.com', 'no-reply@id.example.com'],
    ['https://ID.Example.com:8443', 'no-reply@id.example.com'],
    ['http://intranet:8080', 'no-reply@intranet'],
    ['http://127.0.0.1:8080', 'no-reply@localhost'],
    ['http://[::1]:8080', 'no-reply@localhost'],
  ] as const) {
    assert.deepEqual(defaultSender(url), { name: 'Tabard', address })
  }
})
