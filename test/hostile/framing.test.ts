import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathsOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { assertErrorBody, fixture, statusesOf } from './assertions.ts'
import { exchange, form, request, Wire } from './wire.ts'

interface Row {
  readonly name: string
  readonly raw: string
  readonly expect: string
}

const { framing: rows } = fixture<{ framing: Row[] }>('requests.json')

const FILE = '/v1.0/branding/themes/default/common/page_style.css'
const MiB = 1024 * 1024

/** The rows that describe their bytes in words, and those bytes. */
const BYTES: Record<string, string> = {
  'chunk-ext': `POST /v1.0/endpoint/default/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`,
  'many-headers': `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 5000 }, (_, index) => `X-${index}: 1\r\n`).join('')}\r\n`,
  'big-header': `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(MiB)}\r\n\r\n`,
}
const TOLD_BELOW = new Set([
  'cl-short',
  'two-hosts',
  'abs-form',
  'expect',
  'slow-headers',
  'slow-body',
  'slow-read',
])

describe('how requests are framed', () => {
  let service: TestService
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
  })
  after(() => service.stop())

  const assertUntouched = async () => {
    const kept = await service.call('GET', '/v1.0/branding/themes/default?customized_only=true')
    assert.deepEqual(pathsOf(await kept.bytes()), [])
    const list = (await (await service.call('GET', '/v1.0/branding/themes')).json()) as { total: number }
    assert.equal(list.total, 1)
  }

  for (const { name, raw, expect } of rows.filter(row => !TOLD_BELOW.has(row.name))) {
    test(`${name}: ${expect}, and the connection ends`, async () => {
      const wire = await Wire.open(service.url)
      wire.send(BYTES[name] ?? raw)
      // Or the service would wait for the headers that do not follow.
      if (name === 'http09') wire.socket.end()
      const answer = await wire.answer()
      assert.ok(statusesOf(expect.replaceAll('/', ' ')).includes(answer.status), `${answer.status}`)
      assert.equal(answer.raw.match(/HTTP\/1\.1 /g)?.length, 1, 'more than one answer')
      assertErrorBody(answer)
    })
  }

  test('a version of HTTP that the service does not speak is refused', async () => {
    for (const line of ['GET /', 'GET / HTTP/0.9', 'GET / HTTP/2.0', 'GET / HTTP/3.0', 'GET / HTTP/1.2'])
      for (const headers of ['', 'Host: x\r\nConnection: close\r\n']) {
        const answer = await exchange(service.url, `${line}\r\n${headers}\r\n`)
        assert.ok([400, 505].includes(answer.status), `${line}: ${answer.status}`)
      }
  })

  test('more sizes of a body that are none, and more that are two', async () => {
    for (const header of [
      'Content-Length: 1, 1',
      'Content-Length: 1\r\nContent-Length: 1',
      'Content-Length: 1\r\nContent-Length: 2',
      'Content-Length: 0x1',
      'Content-Length: 1 1',
      'Content-Length: 99999999999999999999999999',
      'Content-Length:',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding:\tgzip',
      'X: 1\r\n folded: 2',
      'X: a\0b',
      'X: a\rb',
      'X\0: a',
      ': a',
    ]) {
      const answer = await exchange(service.url, `POST / HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\na`)
      assert.equal(answer.status, 400, JSON.stringify(header))
      assert.equal(answer.raw.match(/HTTP\/1\.1 /g)?.length, 1, JSON.stringify(header))
      assertErrorBody(answer)
    }
  })

  test('what follows a refused request on its connection is never taken for another one', async () => {
    const smuggled = request('DELETE', '/v1.0/branding/reset', { Authorization: authorization })
    const kept = await service.call('PUT', FILE, fileForm('mine'))
    assert.equal(kept.status, 204)
    for (const head of [
      'Content-Length: 6\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 6',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'Transfer-Encoding : chunked',
      'Content-Length: +1',
    ]) {
      const answer = await exchange(
        service.url,
        Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n0\r\n\r\n`), smuggled]),
      )
      assert.equal(answer.status, 400)
      assert.equal(answer.raw.match(/HTTP\/1\.1 /g)?.length, 1, head)
    }
    const file = await service.call('GET', FILE)
    assert.equal(await file.text(), 'mine')
    assert.equal((await service.call('DELETE', FILE)).status, 204)
  })

  test('two hosts are refused, equal or not', async () => {
    for (const hosts of [
      ['a', 'b'],
      ['a', 'a'],
    ]) {
      const answer = await exchange(service.url, request('GET', '/v1.0/tabard/limits', { Host: hosts }))
      assert.equal(answer.status, 400)
      assertErrorBody(answer)
    }
  })

  test('an absolute target leads nowhere else, and needs a token as any other', async () => {
    for (const host of ['evil.example', '127.0.0.1'])
      for (const scheme of ['http', 'https', 'file']) {
        const target = `${scheme}://${host}/v1.0/branding/themes`
        const answer = await exchange(service.url, request('GET', target))
        assert.ok([400, 401, 404].includes(answer.status), `${target}: ${answer.status}`)
        assert.ok(!answer.raw.includes('evil.example'))
        assertErrorBody(answer)
      }
  })

  test('other forms of a target are refused', async () => {
    for (const [method, target] of [
      ['OPTIONS', '*'],
      ['GET', '*'],
      ['GET', '*v1.0/branding/themes'],
      ['GET', '/v1.0/branding/themes#x'],
      ['CONNECT', 'evil.example:443'],
      ['GET', 'evil.example'],
      ['GET', '//evil.example/v1.0/branding/themes'],
      ['GET', '/v1.0/branding/../branding/themes'],
      ['GET', '/v1.0//branding/themes'],
      ['GET', '/V1.0/BRANDING/THEMES'],
    ] as const) {
      const { status } = await exchange(
        service.url,
        request(method, target, { Authorization: authorization }),
      )
      assert.ok(status === 0 || (status >= 400 && status < 500), `${method} ${target}: ${status}`)
    }
  })

  test('a header is never lost among very many', async () => {
    // Short enough for the limit on bytes: all are seen, or the request is refused.
    const many = 'a:\r\n'.repeat(2500)
    const answer = await exchange(
      service.url,
      `GET / HTTP/1.1\r\nHost: x\r\n${many}Host: y\r\nConnection: close\r\n\r\n`,
    )
    assert.ok([400, 431].includes(answer.status), `a second Host was not seen: ${answer.status}`)
  })

  for (const end of ['closed', 'reset'] as const) {
    test(`an upload that is ${end} before all of it came leaves nothing`, async () => {
      for (const path of [FILE, '/v1.0/branding/themes/default']) {
        const { headers, body } = form('file', 'not all of it')
        const wire = await Wire.open(service.url)
        const length = String(body.length)
        wire.send(
          request('PUT', path, { ...headers, Authorization: authorization, 'Content-Length': length }),
        )
        wire.send(body.subarray(0, 10))
        await sleep(20)
        if (end === 'reset') wire.socket.resetAndDestroy()
        else wire.socket.end()
        const { status } = await wire.answer()
        assert.ok(status === 0 || status === 400, `${status}`)
      }
      await assertUntouched()
    })
  }

  test('a body that says it ends where its last part does is still cut short', async () => {
    // The closing boundary may be missing, so only the announced length tells that something is.
    const { headers, body } = form('file', 'mine')
    const wire = await Wire.open(service.url)
    wire.send(request('PUT', FILE, { ...headers, Authorization: authorization, 'Content-Length': '5000' }))
    wire.send(body)
    await sleep(20)
    wire.socket.end()
    assert.notEqual((await wire.answer()).status, 204)
    await assertUntouched()
  })

  const expecting = (path: string, length: number, more: Record<string, string> = {}) =>
    request('PUT', path, {
      Expect: '100-continue',
      'Content-Type': 'multipart/form-data; boundary=b0undary',
      'Content-Length': String(length),
      ...more,
    })

  test('who may not upload is told so before the body is asked for', async () => {
    for (const more of [{}, { Authorization: 'Bearer x' }]) {
      const answer = await exchange(service.url, expecting(FILE, 20 * MiB, more))
      assert.equal(answer.status, 401)
      assert.match(answer.raw, /^HTTP\/1\.1 401 /)
      assertErrorBody(answer)
    }
  })

  test('a body that is too large is refused before it is asked for', async () => {
    const answer = await exchange(service.url, expecting(FILE, 20 * MiB, { Authorization: authorization }))
    assert.match(answer.raw, /^HTTP\/1\.1 413 /)
  })

  test('who may upload is asked for the body', async () => {
    const { body } = form('file', 'mine')
    const wire = await Wire.open(service.url)
    wire.send(expecting(FILE, body.length, { Authorization: authorization }))
    await wire.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    wire.send(body)
    assert.equal((await wire.answer()).status, 204)
    assert.equal((await service.call('DELETE', FILE)).status, 204)
  })

  test('another expectation is not met', async () => {
    const answer = await exchange(service.url, request('GET', '/healthz', { Expect: 'a-miracle' }))
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`)
  })

  test('requests that come together are answered in order', async () => {
    const keep = { Connection: 'keep-alive' }
    const answer = await exchange(
      service.url,
      Buffer.concat([
        request('GET', '/healthz', keep),
        request('GET', '/nowhere', keep),
        request('GET', '/'),
      ]),
    )
    assert.deepEqual(answer.raw.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
  })

  test('a request that comes with a write sees what it wrote', async () => {
    const own = FILE.replace('page_style', 'own')
    const { headers, body } = form('file', 'mine')
    const head = { Authorization: authorization, Connection: 'keep-alive' }
    const bytes = Buffer.concat([
      request('PUT', own, { ...head, ...headers }, body),
      request('GET', own, head),
      request('DELETE', own, head),
      request('GET', own, { ...head, Connection: 'close' }),
    ])
    const { raw } = await exchange(service.url, bytes)
    assert.deepEqual(raw.match(/(?<=HTTP\/1\.1 )\d{3}|\r\n\r\nmine(?=HTTP)/g), [
      '204',
      '200',
      '\r\n\r\nmine',
      '204',
      '404',
    ])
  })

  test('a connection with very many requests that wait is closed', async () => {
    const head = { Authorization: authorization, Connection: 'keep-alive' }
    const unknown = '/v1.0/branding/themes/00000000-0000-4000-8000-000000000000'
    const flood = Array.from({ length: 600 }, () => request('GET', '/healthz', { Connection: 'keep-alive' }))
    const { raw } = await exchange(service.url, Buffer.concat([request('DELETE', unknown, head), ...flood]))
    assert.ok((raw.match(/HTTP\/1\.1 /g) ?? []).length <= 101)
    assert.equal((await service.call('GET', '/healthz')).status, 200)
  })
})
