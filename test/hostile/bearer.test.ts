import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import {
  createClient,
  entitleClient,
  FIRST_TENANT,
  removeClient,
  rotateClient,
} from '../../src/identity/identity.ts'
import type { TenantStore } from '../../src/store/store.ts'
import { identityOf } from '../support/identity.ts'
import { type TestService, testService } from '../support/service.ts'
import { assertErrorBody, fixture } from './assertions.ts'
import { exchange, request, type WireAnswer } from './wire.ts'

interface Row {
  readonly name: string
  readonly path: string
  readonly headers: { Authorization?: string | string[] }
  readonly expect: string
}

const { bearer: rows } = fixture<{ bearer: Row[] }>('requests.json')

/** The status, and the challenge that comes with it, of each row. */
const EXPECTED: Record<string, [status: number, challenge: RegExp | undefined]> = {
  none: [401, /^Bearer realm="[^"]+"$/],
  empty: [401, /^Bearer realm="[^"]+"$/],
  'scheme-only': [400, /error="invalid_request"/],
  garbage: [401, /error="invalid_token"/],
  expired: [401, /error="invalid_token"/],
  revoked: [401, /error="invalid_token"/],
  'entitlement-removed': [403, /error="insufficient_scope"/],
  'client-deleted': [401, /error="invalid_token"/],
  'lower-case': [200, undefined],
  'two-headers': [400, /error="invalid_request"/],
  query: [401, /^Bearer realm="[^"]+"$/],
  body: [401, /^Bearer realm="[^"]+"$/],
  // Not HTTP, so that it never comes as far as a challenge.
  nul: [400, undefined],
  'jwt-none': [401, /error="invalid_token"/],
}

describe('bearer tokens', () => {
  let service: TestService
  let store: TenantStore
  let ok: string
  let ahead = 0

  before(async () => {
    service = await testService('SQLite', {}, { now: () => Date.now() + ahead })
    store = service.service.store.tenant(FIRST_TENANT)
    ok = await service.token()
  })
  after(() => service.stop())
  afterEach(() => {
    ahead = 0
  })

  /** A client of its own, a token of it, and the proof that the token works. */
  const freshToken = async () => {
    const { clientId, clientSecret } = await createClient(store, {
      name: 'Passing',
      entitlements: ['manageTemplates'],
    })
    const token = await service.token(clientId, clientSecret)
    assert.equal((await list(`Bearer ${token}`)).status, 200)
    return { clientId, token }
  }
  const list = async (authorization: string): Promise<WireAnswer> =>
    await exchange(service.url, request('GET', '/v1.0/branding/themes', { Authorization: authorization }))

  /** What has to happen before a row is sent; answers with the token to send. */
  const preparations: Record<string, () => Promise<string>> = {
    async expired() {
      const { token } = await freshToken()
      ahead = 2 * 3_600_000
      return token
    },
    async revoked() {
      const { clientId, token } = await freshToken()
      await rotateClient(store, clientId)
      return token
    },
    async 'entitlement-removed'() {
      const { clientId, token } = await freshToken()
      await entitleClient(store, clientId, [])
      return token
    },
    async 'client-deleted'() {
      const { clientId, token } = await freshToken()
      await removeClient(store, clientId)
      return token
    },
  }

  test('every row has an expectation', () => {
    assert.deepEqual(
      rows.map(row => row.name),
      Object.keys(EXPECTED),
    )
  })

  for (const row of rows) {
    test(`${row.name}: ${row.expect}`, async () => {
      const token = (await preparations[row.name]?.()) ?? ok
      const filled = (text: string) =>
        text.replace(/\$(?:OK|EXPIRED|REVOKED)/, token).replaceAll('\\x00', '\0')
      const { Authorization: given } = row.headers
      const headers = given === undefined ? {} : { Authorization: [given].flat().map(filled) }
      const body = row.name === 'body' ? `access_token=${token}` : ''
      const type = body && { 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await exchange(
        service.url,
        request('GET', filled(row.path), { ...headers, ...(type || {}) }, body),
      )
      const [status, challenge] = EXPECTED[row.name]!
      assert.equal(answer.status, status, answer.body)
      if (challenge !== undefined) assert.match(answer.headers['www-authenticate'] ?? 'none', challenge)
      if (status >= 400) assertErrorBody(answer)
      assert.ok(!answer.body.includes(token), 'the token is in the answer')
    })
  }

  test('a token in the body is none for a write either', async () => {
    const before = await service.call('GET', '/v1.0/branding/themes')
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const [method, path] of [
      ['POST', '/v1.0/branding/themes'],
      ['PUT', '/v1.0/branding/themes/default'],
      ['DELETE', '/v1.0/branding/reset'],
    ] as const) {
      const answer = await exchange(service.url, request(method, path, headers, `access_token=${ok}`))
      assert.equal(answer.status, 401, `${method} ${path}`)
    }
    assert.equal(await (await service.call('GET', '/v1.0/branding/themes')).text(), await before.text())
  })

  test('what is not one space and a token is refused without a look at it', async () => {
    for (const header of [`Bearer  ${ok}`, `Bearer ${ok} x`, `Bearer ${ok},${ok}`, 'Bearer "x"', 'Bearer é'])
      assert.equal((await list(header)).status, 400, header)
    for (const header of [`Basic ${ok}`, `Token ${ok}`, ok, `Bearer:${ok}`, `Bearer\t${ok}`]) {
      const { status } = await list(header)
      assert.ok(status === 401 || status === 400, `${header.slice(0, 8)}: ${status}`)
    }
  })

  test('a token that only differs in case or is cut short is unknown', async () => {
    for (const token of [ok.toLowerCase(), ok.toUpperCase(), ok.slice(0, -1), `${ok}A`, `${ok}=`])
      if (token !== ok) assert.equal((await list(`Bearer ${token}`)).status, 401)
  })

  test('a token that may only read is refused every write', async () => {
    const { clientId, token } = await freshToken()
    await entitleClient(store, clientId, ['readTemplates'])
    const headers = { Authorization: `Bearer ${token}` }
    assert.equal((await list(headers.Authorization)).status, 200)
    for (const [method, path] of [
      ['POST', '/v1.0/branding/themes'],
      ['PUT', '/v1.0/branding/themes/default'],
      ['DELETE', '/v1.0/branding/themes/default'],
      ['PUT', '/v1.0/branding/themes/default/common/page_style.css'],
      ['DELETE', '/v1.0/branding/themes/default/common/page_style.css'],
      ['DELETE', '/v1.0/branding/reset'],
    ] as const)
      assert.equal(
        (await exchange(service.url, request(method, path, headers))).status,
        403,
        `${method} ${path}`,
      )
  })

  test('a token that was good a moment ago ends at its second, remembered or not', async () => {
    const { store: all } = service.service
    let now = Date.now()
    const { bearers, lastUses } = await identityOf(service, () => now)
    const [tenant] = await all.tenants()
    const { clientId } = await freshToken()
    const token = await bearers.issue(tenant!, (await store.clients.get(clientId))!)
    assert.equal((await bearers.client(tenant!, token)).name, 'Passing')
    now += 2 * 3_600_000 - 1
    assert.equal((await bearers.client(tenant!, token)).name, 'Passing')
    now += 1
    await assert.rejects(bearers.client(tenant!, token), { code: 'token_invalid' })
    await lastUses.stop()
  })
})
