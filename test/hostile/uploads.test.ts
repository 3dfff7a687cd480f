import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Flaw, whyText } from '../../src/zip/flaws.ts'
import { packageOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { fixture as archive, rows } from '../zip/fixtures.ts'
import { assertErrorBody, fixture, statusesOf } from './assertions.ts'
import { childService } from './child.ts'
import { exchange, form, request, Wire } from './wire.ts'

const THEMES = '/v1.0/branding/themes'
const MiB = 1024 * 1024

const FORMS =
  fixture<Record<string, { what: string; content_type: string; expect: string }>>('multipart/index.json')

/** Reasons of the list that stand for a limit, and what the description says of it. */
const LIMITS: Record<string, RegExp> = {
  'too-big-file': /^".+" is too large: at most \d+ MiB are allowed\. Make it smaller, [^.]+\.$/,
  'too-big-total':
    /^The files are too large in total: at most \d+ MiB are allowed\. Make them smaller, [^.]+\.$/,
  ratio:
    / is too large for its compressed size: at most \d+ times that size is allowed\. Make it smaller, [^.]+\.$/,
}

/** Reasons with which the description also has the names that collide. */
const COLLISIONS: readonly Flaw[] = ['name-duplicate', 'name-file-dir-conflict']
const COLLIDING_NAMES = /: "[^"]+"(?: and "[^"]+")?\.$/

/** Archives that are refused for another good reason than the list has. */
const OTHERWISE: Record<string, Flaw> = {
  'st-no-templates': 'no-templates',
  'mm-both-csize-small': 'unaccounted-bytes',
}

describe('hostile uploads', () => {
  let service: TestService
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
  })
  after(() => service.stop())

  const themes = async (): Promise<{ id: string; name: string }[]> => {
    const response = await service.call('GET', THEMES)
    assert.equal(response.status, 200)
    return ((await response.json()) as { themeRegistrations: { id: string; name: string }[] })
      .themeRegistrations
  }
  const onlyDefault = async () =>
    assert.deepEqual(
      (await themes()).map(({ id }) => id),
      ['default'],
    )

  /** Takes the theme of an upload away again, through the address that the answer gave. */
  const removed = async (location: string | null | undefined) => {
    assert.match(location ?? 'none', /^\/v1\.0\/branding\/themes\/[\w-]+$/)
    const whole = await service.call('GET', location!)
    assert.equal(whole.status, 200)
    assert.equal((await whole.bytes()).length, Number(whole.headers.get('content-length')))
    assert.equal((await service.call('DELETE', location!)).status, 204)
  }

  describe('archives', () => {
    test('a body with a Content-Encoding is refused, and the answer says why; identity is none', async () => {
      const { headers, body } = form('files', packageOf({ 'common/page_style.css': 'a{}' }))
      const zipped = gzipSync(body)
      const sent = async (encoding: string, content: Buffer) =>
        await exchange(
          service.url,
          request(
            'PUT',
            `${THEMES}/default`,
            { ...headers, Authorization: authorization, 'Content-Encoding': encoding },
            content,
          ),
        )
      for (const encoding of [
        'gzip',
        'GZIP',
        'deflate',
        'br',
        'identity, gzip',
        'aws-chunked',
        'x'.repeat(300),
      ]) {
        const answer = await sent(encoding, zipped)
        assert.equal(answer.status, 415)
        assertErrorBody(answer)
        const told = JSON.parse(answer.body) as Record<string, string>
        assert.equal(told.messageId, 'TABRD0410E')
        assert.ok(
          told.messageDescription?.includes(JSON.stringify(encoding.slice(0, 40))),
          told.messageDescription,
        )
      }
      assert.equal((await sent('identity', body)).status, 201)
    })

    for (const { name, verdict, reason } of rows()) {
      test(`${name}: ${verdict}${verdict === 'refuse' ? ` for ${reason}` : ''}`, async () => {
        const response = await service.call(
          'POST',
          THEMES,
          packageForm(Uint8Array.from(archive(name)), { name }),
        )
        const headers = { 'content-type': response.headers.get('content-type') ?? 'none' }
        if (response.status === 201) await removed(response.headers.get('location'))
        if (verdict === 'accept') assert.equal(response.status, 201, await response.text())
        else if (verdict === 'either')
          assert.ok([201, 400, 413].includes(response.status), `${response.status}`)
        else {
          const description = assertErrorBody({ headers, body: await response.text() })
          const limit = LIMITS[reason]
          assert.equal(response.status, limit === undefined ? 400 : 413, description)
          if (limit !== undefined) assert.match(description, limit)
          else if (reason !== 'no-templates' && OTHERWISE[name] !== 'no-templates') {
            const flaw = OTHERWISE[name] ?? (reason as Flaw)
            if (COLLISIONS.includes(flaw)) assert.match(description, COLLIDING_NAMES)
            const shown = COLLISIONS.includes(flaw) ? description.replace(COLLIDING_NAMES, '.') : description
            assert.ok(shown.endsWith(`: ${whyText(flaw)}.`), description)
          } else assert.match(description, /templates/)
          assert.doesNotMatch(description, /\p{Cc}|\p{Cf}/u)
        }
        await onlyDefault()
      })
    }
  })

  describe('forms', () => {
    for (const [name, row] of Object.entries(FORMS)) {
      test(`${row.what}: ${row.expect}`, async () => {
        const body = readFileSync(new URL(`../fixtures/multipart/${name}.bin`, import.meta.url))
        const headers = { Authorization: authorization, 'Content-Type': row.content_type }
        const announced = body.length === 0 ? { ...headers, 'Content-Length': '0' } : headers
        const answer = await exchange(service.url, request('POST', THEMES, announced, body))
        if (answer.status === 201) {
          assert.match(row.expect, /2xx/)
          await removed(answer.headers.location)
          assert.equal(({} as { admin?: unknown }).admin, undefined)
        } else {
          const allowed = row.expect.includes('4xx') ? [400, 413, 415] : statusesOf(row.expect)
          assert.ok(allowed.includes(answer.status), `${answer.status}: ${answer.body}`)
          assert.ok(assertErrorBody(answer).length > 30)
        }
        await onlyDefault()
      })
    }
  })

  describe('sizes', () => {
    test('a length that is too large is refused at once', async () => {
      const lengths = [String(21 * MiB), '4294967296', '9007199254740993', '18446744073709551615']
      const targets = [
        ['POST', THEMES],
        ['PUT', `${THEMES}/default`],
        ['PUT', `${THEMES}/default/common/page_style.css`],
      ] as const
      // All at the same time: the server waits some seconds for each of them to leave.
      const refused = lengths.flatMap(length =>
        targets.map(async ([method, path]) => {
          const headers = {
            ...form('files', '').headers,
            Authorization: authorization,
            'Content-Length': length,
          }
          const answer = await exchange(service.url, request(method, path, headers))
          assert.equal(answer.status, 413, `${method} ${path} ${length}`)
          assert.match(assertErrorBody(answer), / is too large: at most \d+ MiB are allowed\./)
        }),
      )
      await Promise.all(refused)
    })

    test('a body that grows too large is refused on the way, and the connection ends', async () => {
      // What was sent and not read waits in the kernel, which keeps tens of megabytes on some machines.
      let taken: Socket | undefined
      const accepted = (message: unknown) => {
        taken = (message as { socket: Socket }).socket
      }
      subscribe('net.server.socket', accepted)
      const wire = await Wire.open(service.url)
      const headers = { ...form('files', '').headers, Authorization: authorization }
      wire.send(
        request('POST', THEMES, { ...headers, Connection: 'keep-alive', 'Transfer-Encoding': 'chunked' }),
      )
      const head = '--b0undary\r\nContent-Disposition: form-data; name="files"\r\n\r\n'
      wire.send(`${head.length.toString(16)}\r\n${head}\r\n`)
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')])
      let sent = 0
      for (; wire.received === '' && wire.socket.writable && sent < 400 * MiB; sent += 65_536) {
        if (wire.socket.write(chunk)) await new Promise(setImmediate)
        else await Promise.race([new Promise(resolve => wire.socket.once('drain', resolve)), wire.closed])
      }
      const answer = await wire.answer()
      unsubscribe('net.server.socket', accepted)
      assert.equal(answer.status, 413)
      assert.match(assertErrorBody(answer), /The archive is too large: at most 20 MiB are allowed\./)
      const { bytesRead } = taken!
      assert.ok(bytesRead >= 20 * MiB && bytesRead < 46 * MiB, `${bytesRead} bytes were taken`)
      await onlyDefault()
    })

    test('a file or an archive just over its limit is refused, and one at its limit is not', async () => {
      const path = `${THEMES}/default/common/limit.bin`
      const put = async (bytes: number) => {
        const data = new FormData()
        data.set('file', new Blob([randomBytes(bytes)]), 'limit')
        return (await service.call('PUT', path, data)).status
      }
      assert.equal(await put(10 * MiB + 1), 413)
      assert.equal((await service.call('GET', path)).status, 404)
      assert.equal(await put(10 * MiB), 204)
      assert.equal((await service.call('DELETE', path)).status, 204)
    })
  })
})

test('while a large archive is taken in, others are answered', async () => {
  const child = await childService()
  try {
    const authorization = `Bearer ${await child.token()}`
    // 60 MiB that compress well, but not so well that they look like a bomb.
    const line = Array.from({ length: 500 }, (_, index) => `.c${index * 7919} { color: #${index} }\n`).join(
      '',
    )
    const content = () =>
      `/* ${randomBytes(MiB / 4).toString('hex')} */\n${line.repeat((9.4 * MiB) / line.length)}`
    const files = Array.from({ length: 6 }, (_, index) => [`common/${index}.css`, content()])
    const { headers, body } = form('files', packageOf(Object.fromEntries(files)), { name: 'Large' })
    const wire = await Wire.open(child.url)
    const bytes = request('POST', THEMES, { ...headers, Authorization: authorization }, body)
    await new Promise(sent => wire.socket.write(bytes, sent))
    let done = false
    const upload = wire.answer(60).finally(() => {
      done = true
    })
    let answered = 0
    while (!done) {
      assert.equal((await fetch(`${child.url}/healthz`)).status, 200)
      if (!done) answered += 1
    }
    const { status, body: said } = await upload
    assert.equal(status, 201, said)
    assert.ok(answered >= 20, `only ${answered} were answered`)
  } finally {
    await child.stop()
  }
})

test('a client that sends everything before it reads is told that it is too much', async () => {
  // Another process, as clients are: in this one the service would have read everything meanwhile.
  const child = await childService()
  try {
    const headers = { authorization: `Bearer ${await child.token()}` }
    for (let count = 0; count < 5; count++) {
      const body = packageForm(Buffer.alloc(30 * MiB), { name: 'No' })
      const response = await fetch(`${child.url}${THEMES}`, { method: 'POST', headers, body })
      assert.equal(response.status, 413)
      assert.match(await response.text(), /The archive is too large: at most 20 MiB are allowed\./)
    }
  } finally {
    await child.stop()
  }
})

test('a client that sends everything before it reads is told that its token is wrong, and can go on', async () => {
  const child = await childService()
  try {
    const wire = await Wire.open(child.url)
    const length = { 'Content-Length': String(8 * MiB), Connection: 'keep-alive' }
    wire.send(request('PUT', `${THEMES}/default`, { ...length, Authorization: 'Bearer wrong' }))
    wire.send(Buffer.alloc(8 * MiB))
    wire.send(request('GET', '/healthz'))
    const { raw } = await wire.answer()
    assert.match(raw, /^HTTP\/1\.1 401 /)
    assert.match(raw, /HTTP\/1\.1 200 /)
  } finally {
    await child.stop()
  }
})
