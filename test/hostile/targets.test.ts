import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pathsOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { assertErrorBody, fixture, statusesOf } from './assertions.ts'
import { exchange, form, request, type WireAnswer } from './wire.ts'

interface Row {
  readonly target: string
  readonly what: string
  readonly expect: string
}

const { prefix, paths, theme_ids } = fixture<{
  prefix: string
  paths: Row[]
  theme_ids: { value: string }[]
}>('http-paths.json')

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Sound names: a file can be put there, and taken away again. */
const STORED = new Set([
  'common/page_components/page_header.html',
  'common%2fpage_components%2fpage_header.html',
  'common/default/my%20logo%20(1).png',
  'common/default/caf%C3%A9.png',
  'templates/common/page_components/page_header.html',
  '__proto__',
  'toString',
  'hasOwnProperty.html',
  "common/'%20OR%201=1--.html",
  'common/$(id).html',
  'common/a%2Bb.html',
  'common/a+b.html',
  '~root/x',
  'common/page_components/page_header.html%23x',
])

/** More of the same kinds: what stands before a last slash is a name too, and what comes in stays out of answers. */
const MORE: Row[] = [
  {
    target: '%3Cscript%3Ealert(1)%3C%2Fscript%3E/',
    what: 'script before a last slash',
    expect: '400-or-404',
  },
  { target: '%e2%80%aeevil/', what: 'right-to-left override before a last slash', expect: '400-or-404' },
  { target: '%00/', what: 'NUL before a last slash', expect: '400-or-404' },
  { target: '%2e%2e%2f%2e%2e%2f', what: 'encoded dots and slashes, ending in one', expect: '400-or-404' },
  { target: `${'a'.repeat(10_000)}/`, what: '10 000 characters before a last slash', expect: '400-or-404' },
  { target: '%252e%252e%252f', what: 'double encoding', expect: '400' },
  { target: '%e2%80%aex.html', what: 'right-to-left override', expect: '400' },
  { target: `${'a/'.repeat(16)}a.html`, what: '17 levels', expect: '400' },
  { target: 'common/caf\u00e9.png', what: 'raw bytes beyond ASCII', expect: '400' },
  { target: 'common/x y.html', what: 'raw space', expect: '400' },
  { target: 'common/x\ty.html', what: 'raw tab', expect: '400' },
]

function assertSpeaksSafely({ status, headers, body, raw }: WireAnswer, what: string): void {
  assert.ok(status >= 200 && status < 500, `${what}: ${status}`)
  assert.doesNotMatch(raw.slice(0, raw.indexOf('\r\n\r\n')), /^set-cookie|^x-evil/im)
  if (status < 400) return
  const description = assertErrorBody({ headers, body })
  // The service's own list of characters is the one place where these may stand.
  assert.doesNotMatch(description.replace('< > : " | ? * %', ''), /[<>%\p{Cc}\p{Cf}]|\.\.\//iu, what)
  assert.ok(description.length < 1000, `${what}: a description of ${description.length} characters`)
}

describe('hostile request targets', () => {
  let service: TestService
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
  })
  after(() => service.stop())

  const send = async (method: string, target: string): Promise<WireAnswer> => {
    const { headers, body } = form('file', target.endsWith('.png') ? PNG : 'mine')
    const bytes =
      method === 'PUT'
        ? request(method, target, { Authorization: authorization, ...headers }, body)
        : request(method, target, { Authorization: authorization })
    const answer = await exchange(service.url, bytes)
    assertSpeaksSafely(answer, `${method} ${target.slice(0, 100)}`)
    return answer
  }

  const customized = async (): Promise<string[]> => {
    const response = await service.call('GET', '/v1.0/branding/themes/default?customized_only=true')
    assert.equal(response.status, 200)
    return pathsOf(await response.bytes())
  }

  for (const alias of ['', '/template']) {
    const below = `${alias}${prefix}`
    for (const { target, what, expect } of [...paths, ...MORE]) {
      const name = `${what}: ${target.slice(0, 60)}${alias && ', by the alias'}`
      const allowed = statusesOf(expect.replace(/theme-download|same/, '200'))

      if (STORED.has(target)) {
        test(`a file can be kept under a sound name (${name})`, async () => {
          const first = await send('GET', `${below}${target}`)
          assert.ok(allowed.includes(first.status), `GET: ${first.status}`)
          assert.equal((await send('DELETE', `${below}${target}`)).status, first.status === 200 ? 204 : 404)
          assert.equal((await send('PUT', `${below}${target}`)).status, 204)
          assert.deepEqual(await customized(), [decodeURIComponent(target)])
          assert.equal((await send('GET', `${below}${target}`)).status, 200)
          assert.equal((await send('DELETE', `${below}${target}`)).status, 204)
          assert.deepEqual(await customized(), [])
        })
        continue
      }

      test(`nothing is read, kept or removed at a bad name (${name})`, async () => {
        for (const method of target === '' ? ['GET'] : ['GET', 'PUT', 'DELETE']) {
          const { status } = await send(method, `${below}${target}`)
          const collides = method === 'PUT' && status === 400 && allowed.includes(404)
          assert.ok(allowed.includes(status) || collides, `${method}: ${status}, not ${allowed}`)
          assert.deepEqual(await customized(), [], method)
        }
      })
    }
  }

  test('no file can be written or removed without a name', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const { status } = await send(method, prefix)
      assert.ok([400, 404, 405].includes(status), `${method}: ${status}`)
    }
    assert.deepEqual(await customized(), [])
  })
})

describe('hostile theme ids', () => {
  let service: TestService
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
  })
  after(() => service.stop())

  const ids = new Set([
    ...theme_ids.map(({ value }) => Buffer.from(value, 'utf8').toString('latin1')),
    '..',
    'default%2f..',
    'default%2F..%2Fmaster',
    'x/../default',
    'x%2f..%2fdefault',
    '%64efault%00',
    'default%ff',
    '__proto__',
    'hasOwnProperty',
    'a'.repeat(300),
    'default%23',
    'default#x',
    'default%3fcustomized_only=true',
    'default\\',
    'default.',
    'd%65fault%20',
  ])
  ids.delete('default')
  ids.delete('master')

  for (const id of ids) {
    test(`there is no theme ${JSON.stringify(id.slice(0, 60))}`, async () => {
      const { headers, body } = form('files', 'no archive', { name: 'taken over' })
      const file = form('file', 'mine')
      const sent = (
        method: string,
        target: string,
        more: Record<string, string> = {},
        bytes?: Uint8Array,
      ) => ({
        what: `${method} ${target}`,
        bytes: latin1(request(method, target, { Authorization: authorization, ...more }), bytes),
      })
      const path = `/v1.0/branding/themes/${id}`
      const length = (of: Buffer) => ({ 'Content-Length': String(of.length) })
      for (const { what, bytes } of [
        sent('GET', path),
        sent('PUT', path, { ...headers, ...length(body) }, body),
        sent('DELETE', path),
        sent('GET', `${path}/common/page_style.css`),
        sent('PUT', `${path}/common/page_style.css`, { ...file.headers, ...length(file.body) }, file.body),
        sent('DELETE', `${path}/common/page_style.css`),
      ]) {
        const answer = await exchange(service.url, bytes)
        assert.ok([400, 404].includes(answer.status), `${what}: ${answer.status}`)
        assertSpeaksSafely(answer, what)
        assert.ok(id.length < 6 || !answer.body.includes(id), `${what}: the id is echoed`)
      }
    })
  }

  test('and afterwards everything is as it was', async () => {
    const list = (await (await service.call('GET', '/v1.0/branding/themes')).json()) as { total: number }
    assert.equal(list.total, 1)
    const kept = await service.call('GET', '/v1.0/branding/themes/default?customized_only=true')
    assert.deepEqual(pathsOf(await kept.bytes()), [])
  })
})

/** Target bytes exactly as they are in the table, one for each character. */
function latin1(head: Buffer, body: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.concat([Buffer.from(head.toString('utf8'), 'latin1'), body])
}
