import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { removeClient, updateClient } from '../../src/identity/identity.ts'
import { json, type Registration } from '../support/answers.ts'
import { ENGINES, usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

const FOOTER = 'common/page_components/default/page_footer.html'
const STYLE = 'common/page_style.css'

for (const engine of usually('PostgreSQL')) {
  describe(`the history of a theme on ${engine}`, () => {
    let service: TestService
    let client: TestService['client']
    let id: string

    before(async () => {
      service = await testService(engine)
      ;({ client } = service)
      id = await service.createTheme(
        'Harbour',
        packageOf({ [FOOTER]: 'one', 'common/static/own.css': 'a{}' }),
      )
      await client.writeFile({ id, path: FOOTER, file: 'two' })
      await client.writeFile({ id, path: STYLE, file: ':root{}' })
      await client.revertFile({ id, path: FOOTER })
    })
    after(async () => await service.stop())

    const footer = async () => await (await client.readFile({ id, path: FOOTER })).data.text()
    const footerAt = async (revision: string) =>
      await (await client.readFileAt({ id, revision, path: FOOTER })).data.text()

    test('an author is named as people call it now, and by its id alone when it is gone', async () => {
      const author = await clientToken(service, ['manageTemplates'])
      const form = packageForm(packageOf({ [STYLE]: 'x' }), { name: 'Named author' })
      const headers = { authorization: `Bearer ${author.token}` }
      const made = await service.call('POST', '/v1.0/branding/themes', form, headers)
      const theme = await json<Registration>(made)
      const told = async () => {
        const { updatedBy, updatedByName } = (await client.getThemeDetails(theme)).data
        const { revisions } = (await client.listRevisions(theme)).data
        assert.deepEqual([updatedBy, updatedByName], [`client:${author.id}`, revisions[0]!.authorName])
        return updatedByName
      }
      const tenant = mainStore(service)
      await updateClient(tenant, author.id, { name: 'Deployments' })
      assert.equal(await told(), 'Deployments')
      await removeClient(tenant, author.id)
      assert.equal(await told(), null)
    })

    test('tells who changed what, when and how, the newest first', async () => {
      const { revisions } = (await client.listRevisions({ id })).data
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
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
        assert.match(author, /^client:/)
      }
    })

    test('lists the files of a theme, and whose each is', async () => {
      const { name, revision, files } = (await client.getThemeDetails({ id })).data
      assert.deepEqual([name, revision], ['Harbour', 4])
      const states = files.filter(({ state }) => state !== 'master').map(({ path, state }) => [path, state])
      assert.deepEqual(states, [
        [STYLE, 'customized'],
        ['common/static/own.css', 'added'],
      ])
      assert.ok(files.some(({ path, state }) => path === FOOTER && state === 'master'))
      const { data: before } = await client.listFilesAt({ id, revision: '2' })
      assert.equal(before.files.find(({ path }) => path === FOOTER)?.state, 'customized')
    })

    test('has every file as it was', async () => {
      assert.deepEqual(await Promise.all(['1', '2', '3'].map(footerAt)), ['one', 'two', 'two'])
      assert.equal(await footerAt('4'), await footerAt('master'))
    })

    test('compares any two points, and the master', async () => {
      const kinds = async (points: { from?: string; to?: string }) =>
        (await client.compareRevisions({ id, ...points })).data.differences.map(({ path, kind }) => [
          path,
          kind,
        ])
      assert.deepEqual(await kinds({ from: '1', to: '2' }), [[FOOTER, 'changed']])
      assert.deepEqual(await kinds({ from: '3', to: '1' }), [
        [FOOTER, 'changed'],
        [STYLE, 'changed'],
      ])
      assert.deepEqual(await kinds({ to: '4' }), [
        [STYLE, 'changed'],
        ['common/static/own.css', 'added'],
      ])
      assert.deepEqual(await kinds({ from: '4' }), [
        [STYLE, 'changed'],
        ['common/static/own.css', 'removed'],
      ])
    })

    test('brings a file back, and then the whole theme, each as a new revision', async () => {
      const files = async () =>
        (await client.getThemeDetails({ id })).data.files
          .filter(({ state }) => state !== 'master')
          .map(({ path }) => path)
      assert.equal((await client.restoreRevision({ id, revision: 1, path: FOOTER })).status, 204)
      assert.equal(await footer(), 'one')
      assert.deepEqual(await files(), [FOOTER, STYLE, 'common/static/own.css'])
      await client.restoreRevision({ id, revision: 2 })
      assert.equal(await footer(), 'two')
      assert.deepEqual(await files(), [FOOTER, 'common/static/own.css'])
      await client.restoreRevision({ id, revision: 'master' })
      assert.deepEqual(await files(), [])
      await client.restoreRevision({ id, revision: 4 })
      assert.deepEqual(await files(), [STYLE, 'common/static/own.css'])
      const { revisions } = (await client.listRevisions({ id })).data
      assert.deepEqual(
        revisions.slice(0, 4).map(({ revision, cause }) => [revision, cause]),
        [8, 7, 6, 5].map(revision => [revision, 'restore']),
      )
    })

    test('does not lose a change that came between', async () => {
      const { etag } = await client.getThemeDetails({ id })
      await client.writeFile({ id, path: FOOTER, file: 'meanwhile' })
      await assert.rejects(client.restoreRevision({ id, revision: 1, ifMatch: etag! }), { status: 412 })
      assert.equal(await footer(), 'meanwhile')
    })

    test('refuses what there is not, and who may not', async () => {
      const own = (path: string) => `/v1.0/tabard/themes/${id}${path}`
      const json = { 'content-type': 'application/json' }
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
        assert.equal(
          (await service.call(method, path, body && JSON.stringify(body), body && json)).status,
          status,
          `${method} ${path}`,
        )
      assert.equal((await fetch(`${service.url}${own('/revisions')}`)).status, 401)
    })
  })
}

for (const engine of ENGINES) {
  test(`a rollback brings back no part of a revision that is being forgotten, on ${engine}`, async () => {
    const service = await testService(engine)
    const { store } = service.service
    const { tenant } = store
    let meanwhile = async () => {}
    store.tenant = name => {
      const found = tenant.call(store, name)
      const { themes } = found
      const files = themes.files.bind(themes)
      const late: typeof files = async (...asked) => {
        await meanwhile()
        return await files(...asked)
      }
      Object.defineProperty(themes, 'files', { value: late })
      return Object.defineProperty(found, 'themes', { value: themes })
    }
    try {
      const id = await service.createTheme('Forgotten', packageOf({ [FOOTER]: 'one' }))
      await service.client.writeFile({ id, path: FOOTER, file: 'two' })
      // Another node saves the theme, and drops the oldest revision, just before its files are read.
      meanwhile = async () => {
        await executed(service.database, `delete from revisions where theme = '${id}' and revision = 1`)
        await executed(service.database, `delete from theme_files where theme = '${id}' and closed <= 2`)
      }
      await assert.rejects(service.client.restoreRevision({ id, revision: 1 }), { status: 404 })
      const footer = await service.client.readFile({ id, path: FOOTER })
      assert.equal(await footer.data.text(), 'two')
    } finally {
      await service.stop()
    }
  })
}
