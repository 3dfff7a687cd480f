import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { CallBook } from '../../src/http/description/call-book.ts'
import type { OpenApi } from '../../src/http/description/document.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { operationsOf, Witness } from '../support/described.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'

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

  test('names an alias in words, and describes its calls once', () => {
    for (const description of [pages, all]) {
      const { 'x-aliases': aliases, description: words } = description.paths['/v1.0/branding/themes']!
      assert.deepEqual(aliases, ['/template/v1.0/branding/themes'])
      assert.equal(words, 'Also at `/template/v1.0/branding/themes`.')
      assert.ok(!JSON.stringify(description.paths).includes('"$ref":"#/paths/'))
      assert.equal(description.paths['/template/v1.0/branding/themes'], undefined)
    }
  })

  test('has no call that the guide of the API leaves out', () => {
    const guide = readFileSync('docs/api.md', 'utf8')
    const unknown = Object.keys(all.paths).filter(path => {
      const [, base, ...rest] = /^(\/v1\.0\/(?:branding|tabard)\/\w+)(.*)$/.exec(path) ?? []
      const last = rest
        .join('')
        .split('/')
        .findLast(part => /^\w/.test(part))
      return base !== undefined && !(guide.includes(base) && guide.includes(`/${last ?? ''}`))
    })
    assert.deepEqual(unknown, [])
  })

  test('says where a program gets its token', async () => {
    const { flows } = pages.components.securitySchemes.oauth2!
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
    })
    const answer = await fetch(flows!.clientCredentials.tokenUrl, { method: 'POST', body })
    assert.equal(answer.status, 200)
    assert.deepEqual(pages.paths['/v1.0/branding/themes']!.get!.security, [
      { oauth2: [] },
      { token: ['readTemplates'] },
    ])
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
      ...['navigation_required', 'cookie_repeated'],
      // Of assets.
      'range_outside',
      // Of the console.
      ...['console_forbidden', 'console_unbuilt', 'console_missing'],
      // Of the command line; of a page, where somebody registers.
      ...['client_id_taken', 'tenant_unknown', 'tenant_taken'],
      ...['user_name_taken', 'last_administrator'],
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
    const only = /applications(?!\/\{id\}\/(?:access|people)\b)|clients|audit|outbox|demo|session/
    assert.deepEqual(
      told(pages).filter(call => only.test(call)),
      [],
    )
    assert.ok(!JSON.stringify(pages).includes(service.service.consoleUrl))
    assert.deepEqual(Object.keys(pages.components.securitySchemes), ['oauth2', 'token'])
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
    app.get('/told', { config: { described: { GET: { id: 'told', page: 'Told.' } } } }, async () => '')
    assert.throws(() => app.get('/untold', async () => ''), /the route \/untold is not described/)
    assert.deepEqual(
      book.told('pages').entries.map(({ method, path }) => `${method} ${path}`),
      ['GET /told'],
    )
  })

  test('tells no address that is not there', async () => {
    const { app, consoleUrl } = service.service
    const url = (path: string) => path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
    // An address has one route, which is registered for GET.
    const absent = operationsOf(pages).filter(({ path }) => !app.hasRoute({ method: 'GET', url: url(path) }))
    assert.deepEqual(absent, [])
    for (const { path, verb, operation } of operationsOf(all)) {
      const there = all.paths[path]?.servers?.every(server => server.url === consoleUrl) ?? false
      if (!there || operation.tags.includes('For people')) continue
      // What an address takes is told to whoever tries something else there.
      const headers = { cookie: administrator.cookie, origin: consoleUrl }
      const answer = await fetch(`${consoleUrl}${url(path)}`, { method: 'PATCH', headers })
      assert.ok(answer.headers.get('allow')?.includes(verb.toUpperCase()), `${verb} ${path}`)
    }
  })

  test('is fetched once: its tag says that it is the same', async () => {
    for (const path of ['/openapi.json', '/docs/calls']) {
      const answer = await witness.fetch(service.url + path)
      const headers = { 'if-none-match': answer.headers.get('etag')! }
      assert.equal((await witness.fetch(service.url + path, { headers })).status, 304)
    }
  })

  test('a page for people has every call, and loads nothing', async () => {
    const answer = await fetch(`${service.service.consoleUrl}/docs/calls`)
    const text = await answer.text()
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/)
    assert.doesNotMatch(text, /<script |<img|<link|style="|@import|url\(/)
    for (const { operation } of operationsOf(all)) {
      if (operation.tags.includes('For people')) continue
      assert.ok(text.includes(`id="${operation.operationId}"`), operation.operationId)
      assert.ok(text.includes(`<code class="name">${operation.operationId}</code>`), operation.operationId)
    }
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g))
      assert.ok(text.includes(`id="${target}"`), target)
  })
})
