import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { CallBook } from '../../src/http/described/call-book.ts'
import type { OpenApi } from '../../src/http/described/document.ts'
import { MESSAGES } from '../../src/http/messages.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { operationsOf, Witness } from '../support/described.ts'
import { packageOf } from '../support/packages.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  fileForm,
  packageForm,
  type TestService,
  testService,
} from '../support/service.ts'

const FORM = 'application/x-www-form-urlencoded'
const STYLE = 'common/page_style.css'

describe('the description of the calls', () => {
  let service: TestService
  let pages: OpenApi
  let all: OpenApi
  let witness: Witness
  let administrator: TestOperator

  before(async () => {
    service = await testService('SQLite')
    const from = async (url: string) => (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
    pages = await from(service.url)
    all = await from(service.service.consoleUrl)
    witness = new Witness(all)
    administrator = await operatorOf(service, 'administrator')
  })
  after(() => service.stop())

  test('is whole: every reference leads somewhere, and no id stands twice', () => {
    for (const description of [pages, all]) {
      assert.equal(description.openapi, '3.1.0')
      const references = JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)
      for (const [reference, kind, name] of references)
        assert.ok(Object.hasOwn(description.components[kind as 'schemas'], name!), reference)
      const ids = Object.values(description.paths).flatMap(item =>
        Object.values(item).flatMap(value => (value as { operationId?: string }).operationId ?? []),
      )
      assert.equal(new Set(ids).size, ids.length)
      const groups = description.tags.map(({ name }) => name)
      for (const { path, operation } of operationsOf(description)) {
        const inPath = (operation.parameters ?? []).filter(parameter => parameter.in === 'path')
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        assert.deepEqual(inPath.map(({ name }) => name).sort(), names.sort(), path)
        assert.ok(inPath.every(({ required }) => required))
        assert.ok(operation.tags.every(tag => groups.includes(tag)))
        for (const scheme of operation.security.flatMap(Object.keys))
          assert.ok(Object.hasOwn(description.components.securitySchemes, scheme), `${path} ${scheme}`)
      }
    }
  })

  test('has examples that are what they should be', () => {
    let checked = 0
    for (const { operation } of operationsOf(all)) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)]
      for (const media of contents.flatMap(one => Object.values(one?.content ?? {}))) {
        const named = Object.keys(media.examples ?? {}).map(name => all.components.examples[name]!.value)
        for (const example of [...named, ...(media.example === undefined ? [] : [media.example])]) {
          const valid = witness.validator(media.schema)
          assert.ok(valid(example), `${operation.operationId}: ${JSON.stringify([example, valid.errors])}`)
          checked += 1
        }
      }
      for (const { name, schema, example } of operation.parameters ?? [])
        if (example !== undefined) assert.ok(witness.validator(schema)(example), name)
    }
    assert.ok(checked > 500)
  })

  test('has an example of all that is sent or answered as JSON, but of itself', () => {
    const without = operationsOf(all).filter(({ operation: { requestBody, responses } }) => {
      const contents = [requestBody, ...Object.values(responses)]
      const json = contents.flatMap(one => one?.content?.['application/json'] ?? [])
      return json.some(({ example, examples }) => example === undefined && examples === undefined)
    })
    assert.deepEqual([...new Set(without.map(({ operation }) => operation.operationId))], ['getDescription'])
  })

  test('names every error that an answer can have', () => {
    const named = new Set(Object.keys(all.components.examples).map(name => name.replace('oauth.', '')))
    const elsewhere = [
      // Of addresses where nothing is: the introduction tells of both.
      ...['route_unknown', 'method_unknown'],
      // Of pages for people.
      ...['console_forbidden', 'console_unbuilt'],
      // Of the command line.
      ...['client_id_taken', 'tenant_unknown', 'tenant_taken', 'user_name_taken'],
    ]
    assert.deepEqual(
      Object.keys(MESSAGES).filter(code => !named.has(code)),
      elsewhere,
    )
  })

  test('tells on the pages’ origin what is there, and on the console’s everything', () => {
    const told = (description: OpenApi) =>
      operationsOf(description).map(({ path, verb }) => `${verb} ${path}`)
    const console = new Set(told(all))
    assert.deepEqual(
      told(pages).filter(call => !console.has(call)),
      [],
    )
    assert.ok(!told(pages).some(call => /applications|clients|audit|outbox|demo|session/.test(call)))
    assert.ok(!JSON.stringify(pages).includes(service.service.consoleUrl))
    assert.deepEqual(Object.keys(pages.components.securitySchemes), ['token'])
    const { servers } = all.paths['/v1.0/tabard/audit']!
    assert.deepEqual(
      servers?.map(({ url }) => url),
      [service.service.consoleUrl],
    )
  })

  test('a route that is not described cannot be registered', () => {
    const app = Fastify()
    const book = new CallBook()
    book.note(app, 'pages')
    app.get('/told', { config: { described: { id: 'told', page: 'Told.' } } }, async () => '')
    assert.throws(() => app.get('/untold', async () => ''), /GET \/untold is not described/)
    assert.deepEqual(
      book.told('pages').entries.map(({ method, path }) => `${method} ${path}`),
      ['GET /told'],
    )
  })

  test('tells no address that is not there', async () => {
    const { app, consoleUrl } = service.service
    const url = (path: string) => path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
    const absent = operationsOf(pages).filter(
      ({ path, verb }) => !app.hasRoute({ method: verb.toUpperCase() as 'GET', url: url(path) }),
    )
    assert.deepEqual(absent, [])
    for (const { path, verb, operation } of operationsOf(all)) {
      const there = all.paths[path]!.servers?.every(server => server.url === consoleUrl) ?? false
      if (!there || operation.tags.includes('For people')) continue
      // What an address takes is told to whoever tries something else there.
      const headers = { cookie: administrator.cookie, origin: consoleUrl }
      const answer = await fetch(`${consoleUrl}${url(path)}`, { method: 'PATCH', headers })
      assert.ok(answer.headers.get('allow')?.includes(verb.toUpperCase()), `${verb} ${path}`)
    }
  })

  test('is fetched once: its tag says that it is the same', async () => {
    for (const path of ['/openapi.json', '/docs']) {
      const answer = await witness.fetch(service.url + path)
      const headers = { 'if-none-match': answer.headers.get('etag')! }
      assert.equal((await witness.fetch(service.url + path, { headers })).status, 304)
    }
  })

  test('a page for people has every call, and loads nothing', async () => {
    const answer = await fetch(`${service.service.consoleUrl}/docs`)
    const text = await answer.text()
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/)
    assert.doesNotMatch(text, /<script|<img|<link|style="|@import|url\(/)
    for (const { operation } of operationsOf(all)) {
      if (operation.tags.includes('For people')) continue
      assert.ok(text.includes(`id="${operation.operationId}"`), operation.operationId)
    }
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g))
      assert.ok(text.includes(`id="${target}"`), target)
  })

  describe('is what is answered', () => {
    let id: string
    let authorization: string
    before(async () => {
      authorization = `Bearer ${await service.token()}`
    })

    /** A call of an API client. */
    const call = async (method: string, path: string, body?: FormData | string, headers = {}) =>
      await witness.fetch(`${service.url}${path}`, {
        method,
        headers: { authorization, ...headers },
        ...(body !== undefined && { body }),
      })
    const json = { 'content-type': 'application/json' }
    const statuses = async (...calls: Promise<Response>[]) =>
      (await Promise.all(calls)).map(({ status }) => status)

    /** A call from the console. */
    const asked = async (method: string, path: string, body?: object, cookie = administrator.cookie) => {
      const { consoleUrl: url } = service.service
      return await witness.fetch(`${url}${path}`, {
        method,
        headers: { cookie, origin: url, ...(body && json) },
        ...(body && { body: JSON.stringify(body) }),
      })
    }

    test('for tokens', async () => {
      const at = `${service.url}/v1.0/endpoint/default/token`
      const form = (secret: string, grant = 'client_credentials') =>
        new URLSearchParams({ client_id: CLIENT_ID, client_secret: secret, grant_type: grant })
      const post = (body: URLSearchParams | string, type = FORM) =>
        witness.fetch(at, { method: 'POST', body: String(body), headers: { 'content-type': type } })
      assert.deepEqual(
        await statuses(
          post(form(CLIENT_SECRET)),
          post(form('wrong')),
          post(form(CLIENT_SECRET, 'password')),
          post('{}', 'application/json'),
          post('x'.repeat(40_000)),
        ),
        [200, 401, 400, 400, 413],
      )
    })

    test('for themes', async () => {
      const themes = '/v1.0/branding/themes'
      const archive = packageOf({ [STYLE]: 'a{}', 'common/.DS_Store': 'x' })
      const made = await call('POST', themes, packageForm(archive, { name: 'Harbour' }))
      ;({ id } = (await made.json()) as { id: string })
      const at = `${themes}/${id}`
      assert.deepEqual(
        await statuses(
          call('GET', themes),
          call('GET', `${themes}?limit=0`),
          call('POST', themes, packageForm(archive, { name: 'harbour' })),
          call('POST', themes, 'x'),
          call('GET', at),
          call('GET', `${at}?customized_only=true`, undefined, { accept: 'application/zip' }),
          call('GET', `${at}?customized_only=maybe`),
          call('GET', `${themes}/none`),
          call('PUT', at, packageForm(undefined, { name: 'Harbour', description: 'x' })),
          call('PUT', `${themes}/master`, packageForm(archive)),
          call('PUT', at, packageForm(archive), { 'if-match': '"old"' }),
          call('DELETE', `${themes}/default`),
          call('DELETE', '/v1.0/branding/reset', undefined, { authorization: '' }),
        ),
        [200, 400, 409, 415, 200, 200, 400, 404, 201, 405, 412, 405, 401],
      )
    })

    test('for files', async () => {
      const at = `/v1.0/branding/themes/${id}/${STYLE}`
      const { headers } = await call('GET', at)
      assert.deepEqual(
        await statuses(
          call('GET', at, undefined, { 'if-none-match': headers.get('etag')! }),
          call('GET', `${at}x`),
          call('GET', `/v1.0/branding/themes/${id}/common%2F${STYLE.slice(7)}`),
          call('PUT', at, fileForm('b{}')),
          call('PUT', at, fileForm('b{}'), { 'if-none-match': '*' }),
          call('PUT', `/v1.0/branding/themes/${id}/common/a.png`, fileForm('b{}')),
          call('DELETE', `/v1.0/branding/themes/${id}/common/login.css`),
          call('DELETE', `/v1.0/branding/themes/${id}/a:b`),
        ),
        [304, 404, 200, 204, 412, 400, 404, 400],
      )
      assert.deepEqual(await statuses(call('DELETE', at)), [204])
    })

    test('for the history', async () => {
      const at = `/v1.0/tabard/themes/${id}`
      const archive = packageOf({
        [STYLE]: '@import "https://x.example/a.css"',
        'common/b.html': '@NO_MACRO@',
      })
      const body = (value: object) => JSON.stringify(value)
      assert.deepEqual(
        await statuses(
          call('GET', '/v1.0/tabard/themes'),
          call('POST', '/v1.0/tabard/themes', body({ name: 'Copy', from: id }), json),
          call('POST', '/v1.0/tabard/themes', body({ name: 'master' }), json),
          call('POST', `${at}/plan`, packageForm(archive)),
          call('POST', `${at}/plan`, packageForm(new Uint8Array([1]))),
          call('GET', at),
          call('GET', '/v1.0/tabard/themes/none'),
          call('GET', `${at}/revisions`),
          call('GET', `${at}/revisions/1/files`),
          call('GET', `${at}/revisions/x/files`),
          call('GET', `${at}/revisions/1/files/${STYLE}`),
          call('GET', `${at}/revisions/99/files/${STYLE}`),
          call('GET', `${at}/compare?to=1`),
          call('GET', `${at}/compare?to=99`),
          call('POST', `${at}/restore`, body({ revision: 99 }), json),
          call('POST', `${at}/restore`, body({ revision: 1 }), json),
        ),
        [200, 201, 400, 200, 400, 200, 404, 200, 200, 400, 200, 404, 200, 404, 404, 204],
      )
    })

    test('for pages', async () => {
      const files = { [STYLE]: 'a{}' }
      const own = '/v1.0/tabard'
      assert.deepEqual(
        await statuses(
          call('GET', `${own}/pages`),
          call('GET', `${own}/explain?page=login&locale=ar`),
          call('GET', `${own}/explain?page=none`),
          call('GET', `${own}/preview/login?themeId=${id}`),
          call('GET', `${own}/preview/login?state=none`),
          call('GET', `${own}/preview/mail-access-denied`, undefined, { accept: 'text/plain' }),
          call('POST', `${own}/preview/login`, JSON.stringify({ themeId: id, files }), json),
          call('POST', `${own}/preview/login`, '[]', json),
          call('POST', `${own}/reports/policy?page=login`, '{}'),
          call('POST', `${own}/reports/policy?page=login`, 'x'.repeat(20_000)),
        ),
        [200, 200, 404, 200, 400, 200, 201, 400, 204, 413],
      )
    })

    test('for the service', async () => {
      const paths = ['/', '/healthz', '/readyz', '/v1.0/tabard/limits']
      assert.deepEqual(await statuses(...paths.map(path => call('GET', path))), [200, 200, 200, 200])
      assert.equal((await call('GET', '/', undefined, { accept: 'text/html' })).status, 302)
    })

    test('for applications and API clients', async () => {
      const [applications, clients] = ['/v1.0/tabard/applications', '/v1.0/tabard/clients']
      const application = (await (await asked('POST', applications, { name: 'Shop' })).json()) as {
        id: string
      }
      const made = await asked('POST', clients, { name: 'CI', entitlements: ['readTemplates'] })
      const { clientId } = (await made.json()) as { clientId: string }
      const developer = await operatorOf(service, 'developer')
      const at = `${applications}/${application.id}`
      assert.deepEqual(
        await statuses(
          asked('GET', applications),
          asked('GET', applications, undefined, 'tabard-console=none'),
          asked('POST', applications, {}),
          asked('POST', applications, { name: 'x' }, developer.cookie),
          asked('GET', at),
          asked('GET', `${applications}/none`),
          asked('PUT', at, { themeId: id }),
          asked('PUT', at, { themeId: 'none' }),
          asked('POST', `${at}/secret`),
          asked('POST', `${applications}/none/secret`),
          asked('DELETE', `${applications}/none`),
          asked('GET', clients),
          asked('POST', clients, {}),
          asked('PUT', `${clients}/${clientId}`, { name: 'Build', answersNoContent: true }),
          asked('PUT', `${clients}/none`, { name: 'Build' }),
          asked('POST', `${clients}/${clientId}/secret`),
          asked('POST', `${clients}/none/secret`),
          asked('DELETE', `${clients}/none`),
        ),
        [200, 401, 400, 403, 200, 404, 200, 404, 200, 404, 404, 200, 400, 204, 404, 200, 404, 404],
      )
      assert.deepEqual(await statuses(call('DELETE', `/v1.0/branding/themes/${id}`)), [405])
      assert.deepEqual(await statuses(call('DELETE', '/v1.0/branding/reset')), [409])
      assert.deepEqual(
        await statuses(asked('DELETE', at), asked('DELETE', `${clients}/${clientId}`)),
        [204, 204],
      )
    })

    test('for the audit trail, the outbox, the demo and the session', async () => {
      const own = '/v1.0/tabard'
      await service.service.store.tenant('main').write(tx =>
        tx.queueMail({
          id: 'mail-1',
          event: 'mail-access-denied',
          recipient: 'ada@example.com',
          sender: '',
          subject: 'Hello',
          html: '<p>Hello</p>',
          text: 'Hello',
        }),
      )
      assert.deepEqual(
        await statuses(
          asked('GET', `${own}/audit?limit=1`),
          asked('GET', `${own}/audit?limit=0`),
          asked('GET', `${own}/audit?format=csv`),
          asked('GET', `${own}/audit?format=jsonl`),
          asked('GET', `${own}/outbox`),
          asked('GET', `${own}/outbox?state=lost`),
          asked('GET', `${own}/outbox/mail-1`),
          asked('GET', `${own}/outbox/none`),
          asked('GET', `${own}/outbox/mail-1/html`),
          asked('GET', `${own}/outbox/none/html`),
          asked('POST', `${own}/outbox/mail-1/retry`),
          asked('POST', `${own}/outbox/none/retry`),
          asked('POST', `${own}/outbox/retry`),
          asked('POST', `${own}/outbox/check`, { to: 'ada@example.com' }),
          asked('POST', `${own}/demo`, { themeId: 'default' }),
          asked('POST', `${own}/demo`, { themeId: 'none' }),
          asked('POST', `${own}/demo/end`, { code: 'x', state: 'y' }),
          asked('GET', '/session'),
          asked('GET', '/session', undefined, 'none=1'),
        ),
        [200, 400, 200, 200, 200, 400, 200, 404, 200, 404, 204, 404, 200, 409, 201, 404, 400, 200, 401],
      )
      assert.equal((await asked('POST', '/signout')).status, 204)
    })

    test('and every call was made, and refused where it can be', async () => {
      assert.deepEqual(await statuses(call('DELETE', `/v1.0/branding/themes/${id}`)), [204])
      assert.deepEqual(await statuses(call('DELETE', '/v1.0/branding/reset')), [204])
      const calls = operationsOf(all).filter(({ operation }) => !operation.tags.includes('For people'))
      for (const { path, verb, operation } of calls) {
        if (operation.security.length === 0) continue
        const [server] = all.paths[path]!.servers ?? all.servers
        const url = `${server!.url}${path.replaceAll(/\{\w+\}/g, 'x')}`
        const { status } = await witness.fetch(url, { method: verb.toUpperCase() })
        assert.ok(status === 401 || status === 403, path)
      }
      const ids = [...new Set(calls.map(({ operation }) => operation.operationId))].sort()
      const unseen = (statuses: RegExp) =>
        ids.filter(one => ![...witness.seen].some(seen => seen.startsWith(`${one} `) && statuses.test(seen)))
      // A check needs a mail server, and the end of a demo somebody who signs in.
      assert.deepEqual(unseen(/ [23]\d\d$/), ['checkMailServer', 'endTryOut'])
      const open = ['getDescription', 'getHealth', 'getLimits', 'getReadiness', 'getReference', 'getService']
      assert.deepEqual(unseen(/ [45]\d\d$/), open)
    })
  })
})
