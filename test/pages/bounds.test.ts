import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { ThemePath } from '../../src/core/path.ts'
import type { Snapshot } from '../../src/pages/snapshot.ts'
import { openStore } from '../../src/store/store.ts'
import { Previews } from '../../src/themes/previews.ts'
import { freshDatabase } from '../support/database.ts'
import { startServer, tokenFrom } from '../support/process.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  fileForm,
  packageForm,
  type TestService,
  testService,
} from '../support/service.ts'
import { furnished, within } from '../support/store.ts'
import { addTenant } from '../support/tenants.ts'
import { send } from '../support/wire.ts'

const LOGIN = '/idaas/mtfim/sps/idaas/login'
const PAGE = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'

describe('what a theme developer can ask for', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite', { TABARD_UPLOADS_AT_ONCE: '1' })
  })
  after(() => service.stop())

  const preview = async (files: Record<string, string>) =>
    await service.call('POST', '/v1.0/tabard/preview/login', JSON.stringify({ files }))

  test('a page of many thousand elements is traced up to a bound', async () => {
    const answer = (await (await preview({ [PAGE]: '<br>\n'.repeat(10_000) })).json()) as {
      elements: unknown[]
    }
    assert.equal(answer.elements.length, 5_000)
  })

  test('a page of many thousand mistakes is told of a thousand, each with its line', async () => {
    const answer = await preview({ [PAGE]: '<p>@NOBODY_KNOWS@</p>\n'.repeat(10_000) })
    const told = (await answer.json()) as { problems: { what: string; line: number }[] }
    const problems = told.problems.filter(({ what }) => what === 'unknown macro')
    assert.deepEqual([problems.length, problems[0]!.line, problems[999]!.line], [1_000, 1, 1_000])
  })

  test('of the previews of one client the newest twenty are kept', async () => {
    const ids: string[] = []
    for (let count = 0; count < 22; count++) {
      ids.push(((await (await preview({})).json()) as { id: string }).id)
    }
    const second = await testStatus(`/preview/${ids.at(-1)}/login`)
    assert.equal(second, 200)
    const kept = await Promise.all(ids.map(id => storedPreview(id)))
    assert.equal(kept.filter(found => found).length, 20)
  })

  const testStatus = async (path: string) => (await fetch(`${service.url}${path}`)).status
  const storedPreview = async (id: string) => {
    return (
      (await service.service.store.tenant('main').records.get('Preview', hash('sha256', id))) !== undefined
    )
  }

  test('a preview of a preview is refused, and so is what a write would refuse', async () => {
    const { id } = (await (await preview({})).json()) as { id: string }
    const nested = JSON.stringify({ themeId: id, files: {} })
    assert.equal((await service.call('POST', '/v1.0/tabard/preview/login', nested)).status, 404)
    assert.equal((await preview({ 'common/x.css': '', 'common/X.css': '' })).status, 400)
    assert.equal((await preview({ 'common/x.png': 'no image' })).status, 400)
  })

  test('more uploads than may arrive at once are told to come back', async () => {
    const { port } = new URL(service.url)
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    const token = await service.token()
    socket.write(
      `PUT /v1.0/branding/themes/default HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n`,
    )
    const status = async () =>
      await service.call('PUT', '/v1.0/branding/themes/default', packageForm(undefined, {}))
    let answer = await status()
    while (answer.status !== 503) answer = await status()
    assert.equal(answer.headers.get('retry-after'), '2')
    socket.destroy()
    while (answer.status === 503) answer = await status()
    assert.equal(answer.status, 201)
  })
})

test('the languages of one tenant are not those of another', async () => {
  const service = await testService('SQLite')
  try {
    await addTenant(service, 'Other', 'other.example')
    const path = '/v1.0/branding/themes/default/common/labels/et/template_labels.properties'
    await service.call('PUT', path, fileForm('$LOGIN_TITLE$=Logi sisse'))
    const own = await fetch(`${service.url}${LOGIN}?locale=et`)
    assert.equal(own.headers.get('content-language'), 'et')
    const { service: running } = service
    await running.store.tenant((await running.store.tenants())[1]!.id).write(async tx => {
      const theme = (await tx.themes.lock('default'))!
      const [master] = (await running.store.masters()).keys()
      const change = {
        name: theme.name,
        description: 'Other',
        author: 'test',
        cause: 'test',
        master: master!,
        changes: [],
      }
      await tx.themes.commit(theme, { ...change, opened: new Map(), blobs: [] }, 100)
    })
    const other = await send(service.url, 'GET', `${LOGIN}?locale=et`, { host: 'other.example' })
    assert.equal(other.headers['content-language'], 'en')
  } finally {
    await service.stop()
  }
})

test('a preview is not shown any more when its time is over, remembered or not', async () => {
  const database = await freshDatabase('SQLite')
  const store = await openStore(database)
  await furnished(store)
  try {
    let now = Date.now()
    const previews = new Previews(store, () => now)
    const below = { locales: new Set(), own: () => undefined, file: () => undefined } as unknown as Snapshot
    const id = await previews.keep(
      'main',
      'client',
      'default',
      new Map([['a.css' as ThemePath, Buffer.from('a')]]),
    )
    const seen = async (by: Previews) => (await by.view('main', id, async () => below)) !== undefined
    assert.equal(await seen(previews), true)
    now += 16 * 60_000
    assert.equal(await seen(previews), false)
    assert.equal(await seen(new Previews(store, () => now)), false)
  } finally {
    await store.close()
    await database.remove()
  }
})

test('the id that opens a preview is not in the log', async () => {
  const database = await freshDatabase('SQLite')
  const given = {
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
    TABARD_LOG_LEVEL: 'debug',
  }
  const server = await startServer({ ...database.environment, ...given })
  try {
    const headers = { authorization: `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}` }
    const answer = await fetch(`${server.url}/v1.0/tabard/preview/login`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const { id, url } = (await answer.json()) as { id: string; url: string }
    assert.equal((await fetch(`${server.url}${url}`)).status, 200)
    await within(60_000, () => server.said.stdout.includes('/preview/preview-…'))
    assert.equal(server.said.stdout.includes(id), false)
    // Whoever has the address of the preview of a flow can open it, and needs to prove nothing else.
    const key = 'k'.repeat(32)
    await fetch(`${server.url}/preview/flow/${key}`)
    await within(60_000, () => server.said.stdout.includes('/preview/flow/…'))
    assert.equal(server.said.stdout.includes(key), false)
  } finally {
    await server.stop()
    await database.remove()
  }
})
