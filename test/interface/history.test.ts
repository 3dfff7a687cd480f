import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'

const FOOTER = 'common/page_components/default/page_footer.html'
const STYLE = 'common/page_style.css'

interface Listed {
  path: string
  state: string
}

for (const engine of ENGINES) {
  describe(`the history of a theme on ${engine}`, () => {
    let service: TestService
    let headers: Record<string, string>
    let id: string

    before(async () => {
      service = await testService(engine)
      headers = { authorization: `Bearer ${await service.token()}` }
      id = await service.createTheme(
        'Harbour',
        packageOf({ [FOOTER]: 'one', 'common/static/own.css': 'a{}' }),
      )
      await put(FOOTER, 'two')
      await put(STYLE, ':root{}')
      await call('DELETE', `/v1.0/branding/themes/${id}/${FOOTER}`)
    })
    after(async () => await service.stop())

    const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      await fetch(`${service.url}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...more },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const put = async (path: string, content: string) => {
      const { status } = await fetch(`${service.url}/v1.0/branding/themes/${id}/${path}`, {
        method: 'PUT',
        headers,
        body: fileForm(content),
      })
      assert.equal(status, 204)
    }
    const own = (path = '') => `/v1.0/tabard/themes/${id}${path}`
    const get = async <T>(path: string) => (await (await call('GET', own(path))).json()) as T
    const footer = async () => await (await call('GET', `/v1.0/branding/themes/${id}/${FOOTER}`)).text()

    test('tells who changed what, when and how, the newest first', async () => {
      const { revisions } = await get<{ revisions: Record<string, unknown>[] }>('/revisions')
      assert.deepEqual(
        revisions.map(({ revision, cause, changes }) => [revision, cause, changes]),
        [
          [4, 'revert file', [{ path: FOOTER, kind: 'reverted' }]],
          [3, 'write file', [{ path: STYLE, kind: 'customized' }]],
          [2, 'write file', [{ path: FOOTER, kind: 'changed' }]],
          [
            1,
            'create',
            [
              { path: FOOTER, kind: 'customized' },
              { path: 'common/static/own.css', kind: 'added' },
            ],
          ],
        ],
      )
      for (const { at, author } of revisions) {
        assert.ok(Math.abs(Date.parse(String(at)) - Date.now()) < 60_000)
        assert.match(String(author), /^client:/)
      }
    })

    test('lists the files of a theme, and whose each is', async () => {
      const { name, revision, files } = await get<{ name: string; revision: number; files: Listed[] }>('')
      assert.deepEqual([name, revision], ['Harbour', 4])
      const states = files.filter(({ state }) => state !== 'master').map(({ path, state }) => [path, state])
      assert.deepEqual(states, [
        [STYLE, 'customized'],
        ['common/static/own.css', 'added'],
      ])
      assert.ok(files.some(({ path, state }) => path === FOOTER && state === 'master'))
      const before = await get<{ files: Listed[] }>('/revisions/2/files')
      assert.equal(before.files.find(({ path }) => path === FOOTER)?.state, 'customized')
    })

    test('has every file as it was', async () => {
      for (const [revision, text] of [
        [1, 'one'],
        [2, 'two'],
        [3, 'two'],
      ])
        assert.equal(await (await call('GET', own(`/revisions/${revision}/files/${FOOTER}`))).text(), text)
      const original = await (await call('GET', own(`/revisions/master/files/${FOOTER}`))).text()
      assert.equal(await (await call('GET', own(`/revisions/4/files/${FOOTER}`))).text(), original)
    })

    test('compares any two points, and the master', async () => {
      const kinds = async (query: string) =>
        (await get<{ differences: { path: string; kind: string }[] }>(`/compare?${query}`)).differences.map(
          ({ path, kind }) => [path, kind],
        )
      assert.deepEqual(await kinds('from=1&to=2'), [[FOOTER, 'changed']])
      assert.deepEqual(await kinds('from=3&to=1'), [
        [FOOTER, 'changed'],
        [STYLE, 'changed'],
      ])
      assert.deepEqual(await kinds('to=4'), [
        [STYLE, 'changed'],
        ['common/static/own.css', 'added'],
      ])
      assert.deepEqual(await kinds('from=4'), [
        [STYLE, 'changed'],
        ['common/static/own.css', 'removed'],
      ])
    })

    test('brings a file back, and then the whole theme, each as a new revision', async () => {
      assert.equal((await call('POST', own('/restore'), { revision: 1, path: FOOTER })).status, 204)
      assert.equal(await footer(), 'one')
      const files = async () =>
        (await get<{ files: Listed[] }>('')).files
          .filter(({ state }) => state !== 'master')
          .map(({ path }) => path)
      assert.deepEqual(await files(), [FOOTER, STYLE, 'common/static/own.css'])
      assert.equal((await call('POST', own('/restore'), { revision: 2 })).status, 204)
      assert.equal(await footer(), 'two')
      assert.deepEqual(await files(), [FOOTER, 'common/static/own.css'])
      assert.equal((await call('POST', own('/restore'), { revision: 'master' })).status, 204)
      assert.deepEqual(await files(), [])
      assert.equal((await call('POST', own('/restore'), { revision: 4 })).status, 204)
      assert.deepEqual(await files(), [STYLE, 'common/static/own.css'])
      const { revisions } = await get<{ revisions: { revision: number; cause: string }[] }>('/revisions')
      assert.deepEqual(
        revisions.slice(0, 4).map(({ revision, cause }) => [revision, cause]),
        [8, 7, 6, 5].map(revision => [revision, 'restore']),
      )
    })

    test('does not lose a change that came between', async () => {
      const seen = (await call('GET', own())).headers.get('etag')!
      await put(FOOTER, 'meanwhile')
      const answer = await call('POST', own('/restore'), { revision: 1 }, { 'if-match': seen })
      assert.equal(answer.status, 412)
      assert.equal(await footer(), 'meanwhile')
    })

    test('refuses what there is not, and who may not', async () => {
      for (const [method, path, body, status] of [
        ['GET', own('/revisions/999/files'), undefined, 404],
        ['GET', own('/revisions/x/files'), undefined, 400],
        ['GET', own('/revisions/1/files/common/nothing.html'), undefined, 404],
        ['GET', own('/revisions/1/files/..%2f..%2fx'), undefined, 400],
        ['GET', '/v1.0/tabard/themes/00000000-0000-0000-0000-000000000000/revisions', undefined, 404],
        ['POST', own('/restore'), { revision: 999 }, 404],
        ['POST', own('/restore'), { revision: 1, path: '../x' }, 400],
        ['POST', own('/restore'), { revision: 1, path: 'common/nothing.html' }, 404],
        ['POST', own('/restore'), [], 400],
        ['POST', '/v1.0/tabard/themes/master/restore', { revision: 1 }, 405],
        ['DELETE', own('/restore'), undefined, 405],
      ] as const)
        assert.equal((await call(method, path, body)).status, status, `${method} ${path}`)
      assert.equal((await fetch(`${service.url}${own('/revisions')}`)).status, 401)
    })
  })
}
