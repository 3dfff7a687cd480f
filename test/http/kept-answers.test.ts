import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import Fastify from 'fastify'
import { clientAddress } from '../../src/http/server/forwarded.ts'
import { trustedBy } from '../../src/http/server/proxies.ts'
import { entitleClient, removeClient, rotateClient, updateClient } from '../../src/identity/identity.ts'
import { StoreFault } from '../../src/store/store.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { addTenant, clientToken, mainStore } from '../support/tenants.ts'
import { send, talk, type WireAnswer } from '../support/wire.ts'
import { type Routed, watchRoutes } from './routed.ts'

const LIST = '/v1.0/branding/themes'
const FILE = `${LIST}/default/common/page_style.css`
const ASSET = '/template/v1.0/static/page_style.css'
const SECOND = 'second.example.com'
/** What the ingress of Kubernetes adds, beside what other proxies do. */
const OF_INGRESS = { 'x-scheme': 'https', 'x-forwarded-scheme': 'https' }
const OF_EACH_REQUEST = ['x-request-id', 'date']

for (const engine of usually('PostgreSQL'))
  describe(`answers that are given again on ${engine}`, () => {
    let service: TestService
    let token: string
    let routed: Routed

    before(async () => {
      service = await testService(engine, { TABARD_CORS_ORIGINS: 'https://tools.example.com' })
      token = await service.token()
      routed = watchRoutes(service.url)
    })
    after(async () => {
      routed.stop()
      await service.stop()
    })

    const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const given = { authorization: `Bearer ${token}`, ...headers }
      return await send(service.url, method, path, given)
    }
    const comparable = ({ status, headers, body }: WireAnswer) => {
      const same = Object.entries(headers).filter(([name]) => !OF_EACH_REQUEST.includes(name))
      return { status, headers: Object.fromEntries(same), body: body.toString('latin1') }
    }
    /** Asks until an answer needs no route; what is noted beside a call may change the store once. */
    const warmed = async (path: string, headers: Record<string, string> = {}) => {
      let answer = await get(path, headers)
      await within(60_000, async () => {
        const before = routed.count()
        answer = await get(path, headers)
        return routed.count() === before
      })
      return answer
    }

    for (const [what, path, headers] of [
      ['a list', LIST, {}],
      ['a file', FILE, {}],
      ['an asset', ASSET, {}],
      ['a compressed asset', ASSET, { 'accept-encoding': 'gzip, br' }],
    ] as const)
      test(`${what} comes with the same headers and bytes, under an id of its own`, async () => {
        // A header that leads to the routes, and that they ignore.
        const routed = await get(path, { ...headers, 'x-other': '1' })
        const known = await warmed(path, headers)
        assert.equal(known.status, 200)
        assert.deepEqual(comparable(known), comparable(routed))
        assert.notEqual(known.headers['x-request-id'], routed.headers['x-request-id'])
      })

    test('an answer to a very long address is not kept', async () => {
      await warmed(`${ASSET}?x=${'x'.repeat(500)}`)
      for (let round = 0; round < 3; round++) {
        const before = routed.count()
        assert.equal((await get(`${ASSET}?x=${'x'.repeat(1_000)}`)).status, 200)
        assert.equal(routed.count(), before + 1)
      }
    })

    test('a write is seen by the next request', async () => {
      for (const text of ['.one { order: 1 }', '.two { order: 2 }']) {
        await warmed(FILE)
        await warmed(ASSET)
        const { status } = await service.call('PUT', FILE, fileForm(text))
        assert.equal(status, 204)
        assert.equal((await get(FILE)).body.toString(), text)
        assert.match((await get(ASSET)).body.toString(), new RegExp(text.slice(0, 4)))
      }
      await warmed(LIST)
      const id = await service.createTheme('Brand new', packageOf({ 'common/static/empty.css': '' }))
      assert.match((await get(LIST)).body.toString(), new RegExp(id))
    })

    test('a token opens nothing that its client has lost', async () => {
      const ended = await clientToken(service, ['readTemplates'])
      const as = (one: { token: string }) => ({ authorization: `Bearer ${one.token}` })
      await warmed(LIST, as(ended))
      await rotateClient(mainStore(service), ended.id)
      assert.equal((await get(LIST, as(ended))).status, 401)

      const removed = await clientToken(service, ['readTemplates'])
      await warmed(LIST, as(removed))
      await removeClient(mainStore(service), removed.id)
      assert.equal((await get(LIST, as(removed))).status, 401)

      const lost = await clientToken(service, ['readTemplates'])
      await warmed(LIST, as(lost))
      await entitleClient(mainStore(service), lost.id, ['manageAccess'])
      assert.equal((await get(LIST, as(lost))).status, 403)

      const limited = await clientToken(service, ['manageTemplates'])
      await warmed(FILE, as(limited))
      const elsewhere = await service.createTheme('Elsewhere', packageOf({ 'common/static/a.css': '' }))
      await warmed(FILE, as(limited))
      await updateClient(mainStore(service), limited.id, { themes: [elsewhere] })
      assert.equal((await get(FILE, as(limited))).status, 404)
    })

    test('without a token, or with another one, nothing of it is told', async () => {
      await warmed(LIST)
      assert.equal((await send(service.url, 'GET', LIST, {})).status, 401)
      assert.equal((await get(LIST, { authorization: `Bearer ${token}x` })).status, 401)
      assert.equal((await get(LIST, { authorization: `Basic ${token}` })).status, 401)
    })

    test('another tenant has other answers at the same address', async () => {
      await addTenant(service, 'Second', 'second.example.com')
      await warmed(ASSET)
      await warmed(LIST)
      const host = 'second.example.com'
      assert.equal((await get(LIST, { host })).status, 401)
      assert.notEqual(
        (await get(ASSET, { host })).headers['strict-transport-security'],
        (await get(ASSET)).headers['strict-transport-security'],
      )
    })

    test('what only proxies send leads to the routes where it comes from anybody else', async () => {
      for (const name of ['x-forwarded-for', 'x-scheme', 'x-forwarded-scheme']) {
        await warmed(ASSET)
        const before = routed.count()
        assert.equal((await get(ASSET, { [name]: 'https' })).status, 200)
        assert.equal(routed.count(), before + 1, name)
      }
    })

    test('conditions, other methods, origins and repeated headers go through the routes', async () => {
      const { headers } = await warmed(FILE)
      assert.equal((await get(FILE, { 'if-none-match': String(headers.etag) })).status, 304)
      const head = await get(FILE, {}, 'HEAD')
      assert.deepEqual([head.status, head.body.length], [200, 0])
      const shared = await get(FILE, { origin: 'https://tools.example.com' })
      assert.equal(shared.headers['access-control-allow-origin'], 'https://tools.example.com')
      const twice = `GET ${FILE} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\n`
      const bearer = `Authorization: Bearer ${token}\r\n`
      const said = await talk(service.url, `${twice}${bearer}${bearer}Connection: close\r\n\r\n`)
      assert.match(said, /^HTTP\/1\.1 400 /)
      const worker = await get(ASSET, { 'service-worker': 'script' })
      assert.notEqual(worker.status, 200)
    })
  })

describe('answers that are given again through a proxy', () => {
  let service: TestService
  before(async () => {
    service = await testService('SQLite', { TABARD_TRUSTED_PROXIES: 'loopback' })
    await addTenant(service, 'Second', SECOND)
  })
  after(async () => await service.stop())

  test('are those of the tenant that the proxy names, under the id that it gives', async () => {
    const routed = watchRoutes(service.url)
    const get = async (headers: Record<string, string>) => await send(service.url, 'GET', ASSET, headers)
    for (let round = 0; round < 3; round++) {
      const own = await get({
        'x-forwarded-for': '203.0.113.7',
        'x-request-id': `own-${round}`,
        ...OF_INGRESS,
      })
      const second = await get({
        'x-forwarded-host': SECOND,
        'x-request-id': `second-${round}`,
        ...OF_INGRESS,
      })
      assert.deepEqual(
        [own.headers['x-request-id'], second.headers['x-request-id']],
        [`own-${round}`, `second-${round}`],
      )
      assert.equal(own.headers['strict-transport-security'], undefined)
      assert.match(String(second.headers['strict-transport-security']), /max-age/)
    }
    routed.stop()
    assert.ok(routed.count() < 6, 'no answer was given again')
  })
})

test('an answer of a tenant that has lost its host is not given again once the store is back', async () => {
  const service = await testService('SQLite')
  const { store } = service.service
  const host = SECOND
  const isSecure = async () =>
    (await send(service.url, 'GET', ASSET, { host })).headers['strict-transport-security'] !== undefined
  try {
    const second = await addTenant(service, 'Second', SECOND)
    assert.equal(await isSecure(), true)
    const away = mock.method(store, 'tenantAt', async () => {
      throw new StoreFault('unavailable', 'The database is away.')
    })
    await store.tenant(second.id).write(tx => tx.tenant.update({ host: 'other.example.com' }))
    await addTenant(service, 'Third', SECOND, { publicUrl: `http://${SECOND}` })
    assert.equal(await isSecure(), true, 'what is known is shown')
    away.mock.restore()
    await within(30_000, async () => !(await isSecure()))
  } finally {
    await service.stop()
  }
})

test('the address of a client is the one that the routes take it for', async () => {
  const isTrusted = trustedBy(['loopback', '10.0.0.0/8'])
  const app = Fastify({ trustProxy: isTrusted })
  const told: [string, string][] = []
  app.addHook('onRequest', async request => {
    const address = clientAddress(request.raw, isTrusted)
    told.push([address, request.ip])
  })
  app.get('/', async () => '')
  for (const forwarded of [
    undefined,
    '203.0.113.7',
    '203.0.113.7, 10.0.0.1',
    '198.51.100.1, 203.0.113.7, 10.1.2.3',
    '10.0.0.9',
    '[2001:db8::1]:443, 10.0.0.1',
    'nonsense, 10.0.0.1',
    'nonsense',
  ]) {
    await app.inject({ url: '/', headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })
    const [ours, routes] = told.at(-1)!
    assert.equal(ours, routes, forwarded)
  }
  assert.equal(told.length, 8)
})
