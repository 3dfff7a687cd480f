import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/identity/identity.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { assertErrorBody } from './assertions.ts'
import { exchange, form, request, Wire } from './wire.ts'

const FILE = '/v1.0/branding/themes/default/common/some.bin'
const MiB = 1024 * 1024

describe('bounds on connections, at the pages and at the console', () => {
  let service: TestService
  let addresses: string[]

  before(async () => {
    service = await testService('SQLite')
    addresses = [service.url, service.service.consoleUrl]
  })
  after(async () => await service.stop())

  test('more than a hundred headers, or more than 16 KiB of them, are refused', async () => {
    for (const url of addresses) {
      const many = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'a']))
      assert.ok((await exchange(url, request('GET', '/', many(98)))).status < 400)
      for (const headers of [many(99), { 'X-Long': 'a'.repeat(17 * 1024) }]) {
        const answer = await exchange(url, request('GET', '/', headers))
        assert.equal(answer.status, 431)
        assertErrorBody(answer)
      }
    }
  })

  test('a connection is kept for 72 seconds and 10,000 requests', async () => {
    for (const url of addresses) {
      const answer = await fetch(`${url}/nowhere`)
      assert.equal(answer.headers.get('keep-alive'), 'timeout=72, max=10000')
    }
  })
})

test('no address to come back to makes a header that proxies refuse', async () => {
  const service = await testService('SQLite')
  try {
    for (const path of ['/access/requests/', '/access/reviews/', '/access/requests?application=']) {
      const answer = await fetch(`${service.url}${path}${'x'.repeat(15_000)}`, { redirect: 'manual' })
      const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      assert.ok(answer.status < 500 && headers.length < 4_000, `${path}: ${answer.status}, ${headers.length}`)
    }
  } finally {
    await service.stop()
  }
})

describe('bounds on JSON', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(async () => await service.stop())

  for (const [what, path, body] of [
    ['nested a hundred thousand levels', '/v1.0/tabard/themes', `{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
    ['an object for a number', '/v1.0/tabard/themes/default/restore', '{"revision":{"toString":1}}'],
    ['a list for a number', '/v1.0/tabard/themes/default/restore', '{"revision":[[1]]}'],
  ] as const)
    test(`${what} is refused`, async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await service.call('POST', path, body, headers)
      assert.equal(answer.status, 400)
    })
})

describe('bounds on uploads and downloads', () => {
  const withService = async (
    environment: Record<string, string>,
    done: (service: TestService) => Promise<void>,
  ) => {
    const service = await testService('SQLite', environment)
    try {
      await done(service)
    } finally {
      await service.stop()
    }
  }
  /** An upload that stops on the way: it has begun, and taken its room, when the service asks for the body. */
  const hanging = async (service: TestService, url: string, path: string, bytes: number): Promise<Wire> => {
    const wire = await Wire.open(url)
    const { headers } = form('file', '')
    const authorization = `Bearer ${await service.token()}`
    const length = { 'Content-Length': String(bytes), Expect: '100-continue' }
    wire.send(request('PUT', path, { ...headers, Authorization: authorization, ...length }))
    await wire.until(/^HTTP\/1\.1 100 /)
    wire.send('--b0undary')
    return wire
  }
  const put = async (service: TestService, url: string, path: string, bytes: number): Promise<number> => {
    const { headers, body } = form('file', randomBytes(bytes))
    const authorization = `Bearer ${await service.token()}`
    return (await exchange(url, request('PUT', path, { ...headers, Authorization: authorization }, body)))
      .status
  }

  test('uploads at once are counted over all addresses', async () => {
    await withService({ TABARD_UPLOADS_AT_ONCE: '1' }, async service => {
      const { consoleUrl } = service.service
      const ways = [
        [service.url, FILE],
        [service.url, `/template${FILE}`],
        [consoleUrl, FILE],
      ] as const
      for (const [url, path] of ways) {
        const wire = await hanging(service, url, path, 1000)
        for (const [other, otherPath] of ways) assert.equal(await put(service, other, otherPath, 10), 503)
        wire.socket.destroy()
        await within(60_000, async () => (await put(service, url, path, 10)) === 204)
      }
    })
  })

  test('uploads may not take more memory together than is given to them', async () => {
    // One client has half of it.
    await withService({ TABARD_UPLOAD_MEMORY: String(2 * MiB) }, async service => {
      const { consoleUrl } = service.service
      const wires = [await hanging(service, service.url, FILE, 600_000)]
      assert.equal(await put(service, consoleUrl, FILE, 600_000), 503)
      assert.equal(await put(service, consoleUrl, FILE, 200_000), 204)
      wires.push(await hanging(service, consoleUrl, FILE, 400_000))
      assert.equal(await put(service, service.url, FILE, 200_000), 503)
      for (const { socket } of wires) socket.destroy()
      // One is always taken.
      await within(60_000, async () => (await put(service, service.url, FILE, 2 * MiB)) === 204)
      assert.equal(await put(service, service.url, FILE, 600_000), 204)
    })
  })

  test('slow uploads of one client leave half of the room to others', async () => {
    await withService({ TABARD_UPLOADS_AT_ONCE: '4' }, async service => {
      const wires = [await hanging(service, service.url, FILE, 1000)]
      wires.push(await hanging(service, service.url, FILE, 1000))
      assert.equal(await put(service, service.url, FILE, 10), 503, 'the client has its half')
      const other = await createClient(service.service.store.tenant('main'), {
        name: 'Other',
        entitlements: ['manageTemplates'],
      })
      const token = await service.token(other.clientId, other.clientSecret)
      const headers = { authorization: `Bearer ${token}` }
      const answer = await service.call('PUT', FILE, fileForm('a'), headers)
      assert.equal(answer.status, 204, 'another one has room')
      for (const { socket } of wires) socket.destroy()
    })
  })

  test('one that does not tell its length counts as the largest', async () => {
    await withService({ TABARD_UPLOAD_MEMORY: String(24 * MiB) }, async service => {
      const wire = await Wire.open(service.url)
      const { headers } = form('file', '')
      const authorization = `Bearer ${await service.token()}`
      const chunked = { 'Transfer-Encoding': 'chunked', Expect: '100-continue' }
      wire.send(request('PUT', FILE, { ...headers, Authorization: authorization, ...chunked }))
      await wire.until(/^HTTP\/1\.1 100 /)
      assert.equal(await put(service, service.url, FILE, 3 * MiB), 503)
      assert.equal(await put(service, service.url, FILE, MiB), 204)
      wire.socket.destroy()
      await within(60_000, async () => (await put(service, service.url, FILE, 3 * MiB)) === 204)
    })
  })

  test('a reader of a large answer has to be done in time', async () => {
    // A busy machine may need a second for the first bytes.
    await withService({ TABARD_DOWNLOAD_SECONDS: '4' }, async service => {
      const files = Object.fromEntries(
        Array.from({ length: 16 }, (_, index) => [`common/${index}.bin`, randomBytes(MiB)]),
      )
      const sent = await service.call('PUT', '/v1.0/branding/themes/default', packageForm(packageOf(files)))
      assert.equal(sent.status, 201)
      const wire = await Wire.open(service.url, { reading: false })
      const began = performance.now()
      const headers = { Authorization: `Bearer ${await service.token()}`, Connection: 'keep-alive' }
      wire.send(request('GET', '/v1.0/branding/themes/default', headers))
      // Drop by drop, so that the connection is never idle.
      let read = 0
      const dripping = setInterval(() => {
        read += (wire.socket.read(1000) as Buffer | null)?.length ?? 0
      }, 50)
      while ((await openConnections(service)) > 0) {
        assert.ok(performance.now() - began < 60_000, 'the connection is still open')
        await sleep(50)
      }
      clearInterval(dripping)
      wire.socket.destroy()
      assert.ok(performance.now() - began > 3_900)
      assert.ok(read > 0)
    })
  })
})

/** Connections with a request in flight, which those that wait for one are not. */
async function openConnections({ service }: TestService): Promise<number> {
  service.app.server.closeIdleConnections()
  return await new Promise((resolve, reject) =>
    service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}
