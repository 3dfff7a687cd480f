import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type TabardClient, TabardError } from '../../client/client.ts'
import { generatedClient } from '../../client/generate.ts'
import type { OpenApi } from '../../src/http/description/document.ts'
import { becomes } from '../support/becomes.ts'
import { packageOf } from '../support/packages.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'

const STYLE = 'common/page_style.css'

describe('the client', () => {
  let service: TestService
  let client: TabardClient
  let requested: number

  before(async () => {
    service = await testService('SQLite')
    requested = 0
    client = createClient({
      url: `${service.url}/`,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      fetch: async (input, init) => {
        if (String(input).endsWith('/token')) requested += 1
        return await fetch(input, init)
      },
    })
  })
  after(() => service.stop())

  const refused = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => assert.fail('it was not refused'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof TabardError)
    assert.ok(error.message.includes(error.messageDescription))
    return [error.status, error.messageId]
  }

  test('is what the description says', async () => {
    const answer = await fetch(`${service.url}/openapi.json`)
    for (const [path, text] of generatedClient((await answer.json()) as OpenApi)) {
      const kept = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
      assert.equal(kept, text, `${path} is out of date: npm run client`)
    }
  })

  test('goes with a theme from its package to its end', async () => {
    const made = await client.createTheme({
      files: packageOf({ [STYLE]: 'a{}' }),
      configuration: { name: 'Harbour', description: 'For the shop' },
    })
    assert.equal(made.status, 201)
    const { id } = made.data
    const { data: list } = await client.listThemes({ limit: 1 })
    assert.deepEqual(list.themeRegistrations, [{ id, name: 'Harbour', description: 'For the shop' }])
    assert.equal(list.total, 2)

    const first = await client.readFile({ id, path: STYLE })
    assert.equal(await first.data.text(), 'a{}')
    const second = await client.writeFile({ id, path: STYLE, file: 'b{}', ifMatch: first.etag! })
    assert.notEqual(second.etag, first.etag)
    assert.deepEqual(
      await refused(client.writeFile({ id, path: STYLE, file: 'c{}', ifMatch: first.etag! })),
      [412, 'TABRD0309E'],
    )
    assert.deepEqual(await refused(client.writeFile({ id, path: STYLE, file: 'c{}', ifNoneMatch: '*' })), [
      412,
      'TABRD0309E',
    ])
    await client.writeFile({ id, path: 'common/a b/ü&+.css', file: new Blob(['d{}']) })
    assert.equal(await (await client.readFile({ id, path: 'common/a b/ü&+.css' })).data.text(), 'd{}')

    const archive = await client.downloadTheme({ id, customized_only: true })
    const bytes = new Uint8Array(await archive.data.arrayBuffer())
    assert.equal(String.fromCharCode(...bytes.subarray(0, 2)), 'PK')
    const { data: plan } = await client.planPackage({ id: 'master', files: bytes })
    assert.deepEqual([plan.changed, plan.added], [[STYLE], ['common/a b/ü&+.css']])

    await client.revertFile({ id, path: STYLE })
    const { data: revisions } = await client.listRevisions({ id })
    assert.deepEqual(
      revisions.revisions.map(({ cause }) => cause),
      ['revert file', 'write file', 'write file', 'create'],
    )
    const oldest = revisions.revisions.at(-1)!.revision
    await client.restoreRevision({ id, revision: oldest })
    assert.equal(await (await client.readFile({ id, path: STYLE })).data.text(), 'a{}')

    const { data: page } = await client.previewPage({ page: 'login', themeId: id, locale: 'de' })
    assert.match(page, /<html[^>]* lang="de"/)
    const { data: unsaved } = await client.previewUnsaved({
      page: 'login',
      themeId: id,
      files: { [STYLE]: 'z{}' },
    })
    assert.equal(unsaved.theme, id)

    const replaced = await client.replaceTheme({ id, configuration: { description: null } })
    assert.deepEqual(replaced.data, { id, name: 'Harbour' })
    await client.deleteTheme({ id })
    assert.deepEqual(await refused(client.deleteTheme({ id })), [404, 'TABRD0301E'])
  })

  test('sends back the tag of the service, also where a proxy marks it as weak', async () => {
    const id = await service.createTheme('Behind', packageOf({ [STYLE]: 'a{}' }))
    const behind = createClient({
      url: service.url,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        const headers = new Headers(answer.headers)
        if (headers.has('etag')) headers.set('etag', `W/${headers.get('etag')}`)
        const { status } = answer
        return new Response(status === 204 ? null : await answer.arrayBuffer(), { status, headers })
      },
    })
    const { etag } = await behind.readFile({ id, path: STYLE })
    const written = await behind.writeFile({ id, path: STYLE, file: 'b{}', ifMatch: etag! })
    assert.equal(written.status, 204)
    assert.deepEqual(await refused(behind.writeFile({ id, path: STYLE, file: 'c{}', ifMatch: etag! })), [
      412,
      'TABRD0309E',
    ])
    await behind.deleteTheme({ id })
  })

  test('gets one token for all calls, and another one when it is taken away', async () => {
    const other = createClient({
      url: service.url,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      fetch: async (input, init) => {
        if (String(input).endsWith('/token')) requested += 1
        const bad = requested === 1 && !String(input).endsWith('/token')
        const headers = new Headers(init?.headers)
        if (bad) headers.set('authorization', 'Bearer revoked')
        return await fetch(input, { ...init, headers })
      },
    })
    requested = 0
    await Promise.all([other.listThemes(), other.listPages()])
    assert.equal(requested, 2)
    await other.listThemes()
    assert.equal(requested, 2)
  })

  test('says why it gets no token, and tries again at the next call', async () => {
    let secret = 'wrong'
    const options = { url: service.url, clientId: CLIENT_ID, clientSecret: 'unused' }
    const other = createClient({
      ...options,
      fetch: async (input, init) => {
        if (init?.body instanceof URLSearchParams) init.body.set('client_secret', secret)
        return await fetch(input, init)
      },
    })
    assert.deepEqual(await refused(other.listThemes()), [401, 'TABRD0212E'])
    secret = CLIENT_SECRET
    assert.equal((await other.listThemes()).data.page, 1)
  })

  test('needs no token for what anyone may ask', async () => {
    requested = 0
    assert.equal((await client.getHealth()).data.status, 'alive')
    assert.equal((await client.getLimits()).data.themes, 1000)
    assert.equal(requested, 0)
  })

  test('sends nothing that would be another address', async () => {
    for (const id of ['', '.', '..']) await assert.rejects(client.deleteTheme({ id }), TypeError)
    for (const path of ['../default', 'a//b', '', '/common/page_style.css'])
      await assert.rejects(client.revertFile({ id: 'default', path }), {
        name: 'TypeError',
        message: /^The path ".*" cannot be used: give it relative to templates, /,
      })
    assert.deepEqual(await refused(client.deleteTheme({ id: 'a/../default' })), [404, 'TABRD0301E'])
  })

  test('tells headers of an answer, and takes headers for a call', async () => {
    const { data, headers } = await client.previewPage(
      { page: 'mail-password-changed' },
      { headers: { accept: 'text/plain' } },
    )
    assert.match(data, /^Tabard\n\n/)
    assert.match(decodeURIComponent(headers.get('tabard-subject')!), /^Your password was changed/)
  })

  test('tells where a refused call is in the log', async () => {
    const error = await client.deleteTheme({ id: 'nobody' }).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof TabardError)
    assert.match(error.requestId!, /^\S+$/)
    assert.equal(error.retryAfter, null)
  })

  test('tries again what the service was too busy for, and gives up when it is told to', async () => {
    const busy = { 429: 1, 503: 1 }
    const statuses: number[] = []
    const other = createClient({
      ...{ url: service.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
      fetch: async (input, init) => {
        init?.signal?.throwIfAborted()
        const refused = ([429, 503] as const).find(status => busy[status] > 0)
        if (refused === undefined || String(input).endsWith('/token')) return await fetch(input, init)
        busy[refused]--
        statuses.push(refused)
        return Response.json({}, { status: refused, headers: { 'retry-after': '0' } })
      },
    })
    assert.equal((await other.listThemes()).status, 200)
    assert.deepEqual(statuses, [429, 503])
    busy[503] = 1
    assert.deepEqual(
      await refused(other.deleteTheme({ id: 'nobody' })),
      [503, ''],
      'a write may have been made',
    )
    await assert.rejects(other.listThemes({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  })

  test('tries again for a token, and waits for none longer than for the call', async () => {
    const statuses = [503, 429]
    const settings = { url: service.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
    const busy = createClient({
      ...settings,
      fetch: async (input, init) => {
        const status = String(input).endsWith('/token') ? statuses.pop() : undefined
        if (status === undefined) return await fetch(input, init)
        return Response.json({}, { status, headers: { 'retry-after': '0' } })
      },
    })
    assert.deepEqual(await refused(busy.deleteTheme({ id: 'nobody' })), [404, 'TABRD0301E'])
    assert.deepEqual(statuses, [], 'no write was sent')

    const asked: (AbortSignal | null | undefined)[] = []
    const silent = createClient({
      ...settings,
      timeoutMs: 50,
      fetch: (_, init) => {
        asked.push(init?.signal)
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
        })
      },
    })
    const given = new AbortController()
    const call = silent.listThemes({}, { signal: given.signal })
    const another = silent.listThemes()
    given.abort()
    await assert.rejects(call, { name: 'AbortError' })
    assert.equal(asked.length, 1)
    await assert.rejects(another, { name: 'TimeoutError' })
    await becomes(async () => asked.every(signal => signal!.aborted), true)
    const { length } = asked
    await assert.rejects(silent.listThemes({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.equal(asked.length, length, 'a call that was given up asks for no token')
    await assert.rejects(silent.listThemes(), { name: 'TimeoutError' })
    assert.equal(asked.length, length + 1, 'a request that was given up is not waited for again')
  })

  test('asks again for a token when the call is over that asked for it', async () => {
    let isFirst = true
    const late = createClient({
      url: service.url,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      timeoutMs: 2_000,
      fetch: async (input, init) => {
        if (!isFirst) return await fetch(input, init)
        isFirst = false
        return await new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
        })
      },
    })
    const first = assert.rejects(late.listThemes(), { name: 'TimeoutError' })
    await sleep(1_000)
    assert.ok((await late.listThemes()).data)
    await first
  })
})
