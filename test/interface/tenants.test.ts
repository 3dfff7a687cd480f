import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Refusal } from '../../src/core/refusal.ts'
import {
  assignTheme,
  createApplication,
  createClient,
  removeApplication,
} from '../../src/identity/identity.ts'
import type { TenantStore } from '../../src/store/store.ts'
import type { Registration } from '../support/answers.ts'
import { ENGINES, usually } from '../support/database.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { CLIENT_ID, CLIENT_SECRET, packageForm, type TestService, testService } from '../support/service.ts'
import { addTenant, askToken, tokenAt } from '../support/tenants.ts'
import { formBytes, send, talk, type WireAnswer, type WirePart } from '../support/wire.ts'

const THEMES = '/v1.0/branding/themes'
const RESET = '/v1.0/branding/reset'
const STYLE = 'common/page_style.css'
const SECRET = 'second-secret-0123456789abcdef0123456789'

interface Side {
  readonly host: string
  readonly token: string
  readonly store: TenantStore
}

for (const engine of ENGINES) {
  describe(`tenants and their limits on ${engine}`, () => {
    let service: TestService
    let store: TenantStore

    before(async () => {
      service = await testService(engine, {
        TABARD_FAILED_TRIES: '3',
        TABARD_LIMIT_THEMES: '2',
        TABARD_TRUSTED_PROXIES: '127.0.0.1',
      })
      const { id } = await addTenant(service, 'second', 'second.example')
      store = service.service.store.tenant(id)
      await createClient(store, {
        id: CLIENT_ID,
        secret: SECRET,
        name: 'Second',
        entitlements: ['manageTemplates'],
      })
    })
    after(() => service.stop())

    test('the number of themes is counted for each by itself', async () => {
      await service.createTheme('Only', packageOf({}))
      const full = await service.call('POST', THEMES, packageForm(packageOf({}), { name: 'More' }))
      assert.equal(full.status, 413)
      const answer = await send(
        service.url,
        'POST',
        THEMES,
        {
          host: 'second.example',
          authorization: `Bearer ${await tokenAt(service.url, 'second.example', CLIENT_ID, SECRET)}`,
          'content-type': 'multipart/form-data; boundary=edge',
        },
        formBytes('edge', packageParts({}, { name: 'More' })),
      )
      assert.equal(answer.status, 201)
    })

    test('failed tries in one do not lock the client of the same id in the other', async () => {
      const { hostname } = new URL(service.url)
      for (let time = 0; time < 3; time++) await askToken(service.url, hostname, CLIENT_ID, 'wrong')
      assert.equal((await askToken(service.url, hostname, CLIENT_ID, CLIENT_SECRET)).status, 429)
      assert.equal((await askToken(service.url, 'second.example', CLIENT_ID, SECRET)).status, 200)
    })

    test('the forwarded host of a trusted proxy chooses', async () => {
      await createClient(store, {
        id: 'behind-proxy',
        secret: SECRET,
        name: 'Behind a proxy',
        entitlements: ['readTemplates'],
      })
      const token = await tokenAt(service.url, 'second.example', 'behind-proxy', SECRET)
      const { status } = await send(service.url, 'GET', THEMES, {
        host: 'internal.example',
        'x-forwarded-host': 'second.example',
        authorization: `Bearer ${token}`,
      })
      assert.equal(status, 200)
    })
  })

  // What follows counts nothing. How the rows of tenants are kept apart is tried on both in test/contract.
  if (!usually('PostgreSQL').includes(engine)) continue

  describe(`two tenants on ${engine}`, () => {
    let service: TestService
    let main: Side
    let second: Side

    before(async () => {
      service = await testService(engine)
      const { store } = service.service
      const { id } = await addTenant(service, 'second', 'second.example')
      await createClient(store.tenant(id), {
        id: CLIENT_ID,
        secret: SECRET,
        name: 'Same id as the first one',
        entitlements: ['manageTemplates'],
      })
      const own = new URL(service.url).hostname
      main = { host: own, token: await service.token(), store: store.tenant('main') }
      second = {
        host: 'second.example',
        token: await tokenAt(service.url, 'second.example', CLIENT_ID, SECRET),
        store: store.tenant(id),
      }
    })
    after(() => service.stop())
    beforeEach(async () => {
      for (const side of [main, second]) assert.equal((await call(side, 'DELETE', RESET)).status, 204)
    })

    const call = async (
      { host, token }: Pick<Side, 'host' | 'token'>,
      method: string,
      path: string,
      parts?: WirePart[],
    ): Promise<WireAnswer> =>
      await send(
        service.url,
        method,
        path,
        {
          host,
          authorization: `Bearer ${token}`,
          ...(parts && { 'content-type': 'multipart/form-data; boundary=edge' }),
        },
        parts ? formBytes('edge', parts) : '',
      )
    const message = ({ status, body }: WireAnswer) => [status, JSON.parse(body.toString()).messageId]
    const created = async (side: Side, name: string, files: Record<string, string>) => {
      const answer = await call(side, 'POST', THEMES, packageParts(files, { name }))
      assert.equal(answer.status, 201)
      return (JSON.parse(answer.body.toString()) as Registration).id
    }
    const themes = async (side: Side): Promise<Registration[]> =>
      JSON.parse((await call(side, 'GET', THEMES)).body.toString()).themeRegistrations
    const customized = async (side: Side, id: string) =>
      await filesOf((await call(side, 'GET', `${THEMES}/${id}?customized_only=true`)).body)

    test('each has its own token, for a client of the same id, by its own secret', async () => {
      for (const side of [main, second]) assert.equal((await call(side, 'GET', THEMES)).status, 200)
      assert.equal((await askToken(service.url, main.host, CLIENT_ID, SECRET)).status, 401)
      assert.equal((await askToken(service.url, second.host, CLIENT_ID, CLIENT_SECRET)).status, 401)
    })

    test('each lists its own themes, and the same name is fine in both', async () => {
      const mine = await created(main, 'Acme', {})
      const theirs = await created(second, 'Acme', {})
      assert.notEqual(mine, theirs)
      assert.deepEqual(
        (await themes(main)).map(theme => theme.id),
        [mine, 'default'],
      )
      assert.deepEqual(
        (await themes(second)).map(theme => theme.id),
        [theirs, 'default'],
      )
    })

    test('no call of one reaches a theme of the other', async () => {
      const theirs = await created(second, 'Theirs', { [STYLE]: 'theirs', 'common/own.txt': 'own' })
      const before = (await call(second, 'GET', `${THEMES}/${theirs}`)).body
      const calls: [method: string, path: string, parts?: WirePart[]][] = [
        ['GET', `${THEMES}/${theirs}`],
        ['GET', `${THEMES}/${theirs}?customized_only=true`],
        ['PUT', `${THEMES}/${theirs}`, packageParts({ [STYLE]: 'mine' })],
        ['PUT', `${THEMES}/${theirs}`, [['name="configuration"', '{"name":"Mine"}']]],
        ['DELETE', `${THEMES}/${theirs}`],
        ['GET', `${THEMES}/${theirs}/${STYLE}`],
        ['GET', `${THEMES}/${theirs}/common/own.txt`],
        ['PUT', `${THEMES}/${theirs}/${STYLE}`, [['name="file"', 'mine']]],
        ['DELETE', `${THEMES}/${theirs}/${STYLE}`],
      ]
      for (const [method, path, parts] of calls)
        for (const prefix of ['', '/template'])
          assert.deepEqual(
            message(await call(main, method, `${prefix}${path}`, parts)),
            [404, 'TABRD0301E'],
            `${method} ${prefix}${path}`,
          )
      assert.ok((await call(second, 'GET', `${THEMES}/${theirs}`)).body.equals(before))
      assert.equal((await themes(second))[0]!.name, 'Theirs')
    })

    test('default is another theme in each', async () => {
      await call(main, 'PUT', `${THEMES}/default`, packageParts({ [STYLE]: 'mine' }, { description: 'Mine' }))
      await call(second, 'PUT', `${THEMES}/default/common/own.txt`, [['name="file"', 'theirs']])
      assert.deepEqual(await customized(main, 'default'), { [STYLE]: 'mine' })
      assert.deepEqual(await customized(second, 'default'), { 'common/own.txt': 'theirs' })
      assert.equal((await themes(second))[0]!.description, 'Default Theme')
      assert.equal((await call(main, 'GET', `${THEMES}/default/common/own.txt`)).status, 404)
      await call(main, 'DELETE', `${THEMES}/default/common/own.txt`)
      assert.deepEqual(await customized(second, 'default'), { 'common/own.txt': 'theirs' })
    })

    test('a tag of one says nothing of the other', async () => {
      await call(main, 'PUT', `${THEMES}/default/common/own.txt`, [['name="file"', 'mine']])
      const answer = await call(second, 'GET', `${THEMES}/default/common/own.txt`)
      assert.deepEqual(message(answer), [404, 'TABRD0308E'])
    })

    test('the reset of one leaves the other as it is', async () => {
      await created(main, 'Mine', { [STYLE]: 'mine' })
      const theirs = await created(second, 'Theirs', { [STYLE]: 'theirs' })
      await call(second, 'PUT', `${THEMES}/default/common/own.txt`, [['name="file"', 'theirs']])
      assert.equal((await call(main, 'DELETE', RESET)).status, 204)
      assert.equal((await themes(main)).length, 1)
      assert.deepEqual(await customized(second, theirs), { [STYLE]: 'theirs' })
      assert.deepEqual(await customized(second, 'default'), { 'common/own.txt': 'theirs' })
    })

    test('the same content in both stays in one when the other lets it go', async () => {
      const files = { 'common/shared.txt': 'the very same bytes' }
      const mine = await created(main, 'Shared', files)
      const theirs = await created(second, 'Shared', files)
      assert.equal((await call(main, 'DELETE', `${THEMES}/${mine}`)).status, 204)
      assert.deepEqual(await customized(second, theirs), files)
    })

    test('an application of one does not stand in the way of the other', async () => {
      const theirs = await created(second, 'Used', {})
      const application = await createApplication(second.store, { name: 'Shop', themeId: theirs })
      await created(main, 'Used', {})
      assert.equal((await call(main, 'DELETE', RESET)).status, 204)
      assert.deepEqual(message(await call(second, 'DELETE', RESET)), [409, 'TABRD0302E'])
      await removeApplication(second.store, application.id)
    })

    test('an application cannot have a theme of the other', async () => {
      const theirs = await created(second, 'Foreign', {})
      const unknown = (error: unknown) => error instanceof Refusal && error.code === 'theme_unknown'
      await assert.rejects(createApplication(main.store, { name: 'Shop', themeId: theirs }), unknown)
      const application = await createApplication(main.store, { name: 'Shop' })
      await assert.rejects(assignTheme(main.store, application.id, theirs), unknown)
      await assert.rejects(
        assignTheme(second.store, application.id, theirs),
        (error: unknown) => error instanceof Refusal && error.code === 'application_unknown',
      )
      await removeApplication(main.store, application.id)
    })

    test('a token of one opens nothing of the other, and changes nothing', async () => {
      const theirs = await created(second, 'Theirs', { [STYLE]: 'theirs' })
      const before = await themes(second)
      const intruder = { host: second.host, token: main.token }
      const calls: [method: string, path: string, parts?: WirePart[]][] = [
        ['GET', THEMES],
        ['POST', THEMES, packageParts({}, { name: 'Intruder' })],
        ['GET', `${THEMES}/master`],
        ['GET', `${THEMES}/${theirs}`],
        ['PUT', `${THEMES}/${theirs}`, packageParts({ [STYLE]: 'mine' })],
        ['DELETE', `${THEMES}/${theirs}`],
        ['GET', `${THEMES}/${theirs}/${STYLE}`],
        ['PUT', `${THEMES}/${theirs}/${STYLE}`, [['name="file"', 'mine']]],
        ['DELETE', `${THEMES}/${theirs}/${STYLE}`],
        ['DELETE', RESET],
      ]
      for (const [method, path, parts] of calls) {
        const answer = await call(intruder, method, path, parts)
        assert.match(answer.headers['www-authenticate']!, /error="invalid_token"/)
        assert.deepEqual(message(answer), [401, 'TABRD0203E'], `${method} ${path}`)
      }
      assert.deepEqual(message(await call({ host: main.host, token: second.token }, 'GET', THEMES)), [
        401,
        'TABRD0203E',
      ])
      assert.deepEqual(await themes(second), before)
      assert.deepEqual(await customized(second, theirs), { [STYLE]: 'theirs' })
    })

    test('the host is taken without its port and without regard to case', async () => {
      for (const host of ['SECOND.example', 'second.example:8080', 'Second.Example:443'])
        assert.equal((await call({ ...second, host }, 'GET', THEMES)).status, 200, host)
    })

    test('an unknown host is not found, at every address of a tenant, and not echoed', async () => {
      for (const host of ['evil.example', 'second.example.evil.example', 'econd.example', 'localhost'])
        for (const [method, path] of [
          ['GET', THEMES],
          ['GET', `${THEMES}/default`],
          ['GET', `${THEMES}/default/${STYLE}`],
          ['DELETE', RESET],
          ['POST', '/v1.0/endpoint/default/token'],
        ] as const) {
          const answer = await call({ host, token: main.token }, method, path)
          assert.deepEqual(message(answer), [404, 'TABRD0103E'], `${host} ${method} ${path}`)
          assert.ok(!answer.body.includes('evil'))
        }
    })

    test('an empty host is unknown too', async () => {
      const said = await talk(
        service.url,
        `GET ${THEMES} HTTP/1.1\r\nHost:\r\nAuthorization: Bearer ${main.token}\r\nConnection: close\r\n\r\n`,
      )
      assert.match(said, /^HTTP\/1\.1 404 /)
      assert.match(said, /"messageId":"TABRD0103E"/)
    })

    test('health is answered at every host', async () => {
      for (const path of ['/healthz', '/readyz'])
        assert.equal((await send(service.url, 'GET', path, { host: 'evil.example' })).status, 200)
    })

    test('a forwarded host is not believed from just anyone', async () => {
      const { status } = await send(service.url, 'GET', THEMES, {
        host: main.host,
        'x-forwarded-host': 'second.example',
        authorization: `Bearer ${second.token}`,
      })
      assert.equal(status, 401)
    })
  })

  describe(`a single tenant on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    test('it answers every host, and says the host nowhere', async () => {
      const authorization = `Bearer ${await service.token()}`
      const host = 'evil.example:99'
      const answers = [
        await send(service.url, 'GET', THEMES, { host, authorization }),
        await send(
          service.url,
          'POST',
          THEMES,
          { host, authorization, 'content-type': 'multipart/form-data; boundary=edge' },
          formBytes('edge', packageParts({}, { name: 'Acme' })),
        ),
        await send(service.url, 'GET', '/', { host }),
        await send(service.url, 'GET', '/nothing', { host }),
        await send(service.url, 'GET', THEMES, { host }),
        await send(service.url, 'GET', `${THEMES}/nothing`, { host, authorization }),
        await askToken(service.url, host, CLIENT_ID, CLIENT_SECRET),
        await askToken(service.url, host, CLIENT_ID, 'wrong'),
      ]
      assert.deepEqual(
        answers.map(answer => answer.status),
        [200, 201, 200, 404, 401, 404, 200, 401],
      )
      for (const { headers, body } of answers)
        assert.ok(!`${JSON.stringify(headers)} ${body}`.includes('evil'))
      assert.match(answers[1]!.headers.location!, /^\/v1\.0\/branding\/themes\/[0-9a-f-]{36}$/)
    })

    test('a tenant that is added is found at once, and the first one stays at its own address', async () => {
      const { id } = await addTenant(service, 'later', 'later.example')
      await createClient(service.service.store.tenant(id), {
        id: 'later',
        secret: SECRET,
        name: 'Later',
        entitlements: ['readTemplates'],
      })
      assert.equal((await askToken(service.url, 'later.example', 'later', SECRET)).status, 200)
      assert.equal((await askToken(service.url, 'evil.example', CLIENT_ID, CLIENT_SECRET)).status, 404)
      assert.equal((await service.call('GET', THEMES)).status, 200)
    })
  })
}

function packageParts(files: Record<string, string>, configuration?: object): WirePart[] {
  return [
    ['name="files"; filename="theme.zip"', packageOf(files)],
    ...(configuration ? [['name="configuration"', JSON.stringify(configuration)] as const] : []),
  ]
}
