import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'

const TOOL = 'https://tools.example.com'
const LABELS = '/v1.0/branding/themes/default/common/labels/default/template_labels.properties'
const CALLS = [
  ['GET', '/v1.0/branding/themes'],
  ['GET', '/v1.0/branding/themes/default'],
  ['GET', LABELS],
  ['GET', `/template${LABELS}`],
  ['DELETE', LABELS],
  ['DELETE', '/v1.0/branding/reset'],
] as const
const OTHERS = [
  'https://tools.example.com.evil.example',
  'https://tools.example.com:444',
  'http://tools.example.com',
  'https://TOOLS.example.com',
  'https://sub.tools.example.com',
  'https://evil.example',
  'null',
  '*',
]

const shared = ({ headers }: Response) =>
  [...headers].filter(([name]) => name.startsWith('access-control-')).map(([name]) => name)
const varies = ({ headers }: Response) => (headers.get('vary') ?? '').split(', ').includes('origin')

describe('scripts of other origins', () => {
  let service: TestService
  let closed: TestService

  before(async () => {
    service = await testService('SQLite', { TABARD_CORS_ORIGINS: `${TOOL}, http://localhost:3000` })
    closed = await testService('SQLite')
  })
  after(async () => {
    await service.stop()
    await closed.stop()
  })

  const asked = async (path: string, origin: string, { url } = service) =>
    await fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,if-match',
      },
    })

  test('those that the administrator names may make the theme calls', async () => {
    for (const origin of [TOOL, 'http://localhost:3000'])
      for (const [method, path] of CALLS) {
        const preflight = await asked(path, origin)
        assert.equal(preflight.status, 204, path)
        assert.equal(preflight.headers.get('access-control-allow-origin'), origin)
        assert.match(preflight.headers.get('access-control-allow-methods')!, /\bPUT\b/)
        assert.match(preflight.headers.get('access-control-allow-headers')!, /^Authorization,.*If-Match/)
        assert.ok(varies(preflight))
        const answer = await service.call(method, path, undefined, { origin })
        assert.ok(answer.ok, `${method} ${path} ${answer.status}`)
        assert.equal(answer.headers.get('access-control-allow-origin'), origin)
        assert.match(answer.headers.get('access-control-expose-headers')!, /\bETag\b/)
        assert.ok(varies(answer))
        await answer.arrayBuffer()
      }
  })

  test('they can read why a call was refused, and send no cookies', async () => {
    for (const [authorization, status] of [
      ['', 401],
      ['Bearer x', 401],
    ] as const) {
      const answer = await service.call('GET', LABELS, undefined, { origin: TOOL, authorization })
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [status, TOOL])
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
    assert.equal((await asked(LABELS, TOOL)).headers.get('access-control-allow-credentials'), null)
  })

  test('all others may not, and no cache confuses the two', async () => {
    for (const origin of OTHERS)
      for (const [method, path] of CALLS.filter(([one]) => one === 'GET')) {
        const preflight = await asked(path, origin)
        assert.deepEqual([preflight.status >= 400, shared(preflight)], [true, []], origin)
        const answer = await service.call(method, path, undefined, { origin })
        assert.deepEqual([answer.status, shared(answer), varies(answer)], [200, [], true], origin)
        await answer.arrayBuffer()
      }
    const plain = await service.call('GET', '/v1.0/branding/themes/default')
    assert.equal(plain.headers.get('vary'), 'accept, origin')
    await plain.arrayBuffer()
  })

  test('without the setting nobody may', async () => {
    for (const [, path] of CALLS) assert.deepEqual(shared(await asked(path, TOOL, closed)), [])
    const answer = await closed.call('GET', LABELS, undefined, { origin: TOOL })
    assert.deepEqual([answer.status, shared(answer), varies(answer)], [200, [], false])
  })

  test('only the theme calls are shared, and never at the console', async () => {
    const { consoleUrl } = service.service
    assert.deepEqual(shared(await asked('/v1.0/tabard/limits', TOOL)), [])
    assert.deepEqual(shared(await asked('/v1.0/branding/themes', TOOL, { ...service, url: consoleUrl })), [])
  })

  test('a tool gets its token where it may make calls, and nowhere else', async () => {
    const token = async (origin: string, { url } = service) =>
      await fetch(`${url}/v1.0/endpoint/default/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
        }),
      })
    const answer = await token(TOOL)
    assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, TOOL])
    for (const refused of [await token('https://evil.example'), await token(TOOL, closed)])
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [400, null])
  })
})
