import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { json, packageBytes } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { CLIENT_ID, packageForm, type TestService, testService } from '../support/service.ts'
import { masterOf } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const BASE = 'common/static/css/base.css'

interface Pushed {
  readonly revision: number
  readonly changes: { path: string; kind: string }[]
  readonly outdated: string[]
}

for (const engine of usually('PostgreSQL')) {
  describe(`a push on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const push = async (
      id: string,
      files: Record<string, string> | undefined,
      configuration?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const archive = files && packageOf(files)
      const form = packageForm(archive, configuration as object | undefined)
      return await service.call('POST', `/v1.0/tabard/themes/${id}/push`, form, headers)
    }
    const tagOf = async (id: string) =>
      (await service.call('GET', `/v1.0/tabard/themes/${id}`)).headers.get('etag')!
    const customized = async (id: string) => await filesOf(await packageBytes(service, id, true))
    const revisions = async (id: string) =>
      (await service.client.listRevisions({ id })).data.revisions.map(({ revision, cause, message }) => ({
        revision,
        cause,
        message,
      }))

    test('writes and reverts files as one revision with a message', async () => {
      const id = await service.createTheme('One', packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
      const message = 'New colours\n\nand no own sheet'
      const answer = await push(id, { [BASE]: 'c{}' }, { reverts: [SHEET, OWN], message: ` ${message}\n` })
      assert.equal(answer.status, 200, await answer.clone().text())
      assert.equal(answer.headers.get('etag'), await tagOf(id))
      assert.deepEqual(await json(answer), {
        revision: 2,
        changes: [
          { path: SHEET, kind: 'reverted' },
          { path: BASE, kind: 'customized' },
          { path: OWN, kind: 'removed' },
        ],
        ignored: [],
        outdated: [],
        neverShown: [],
      })
      assert.deepEqual(await customized(id), { [BASE]: 'c{}' })
      assert.deepEqual(await revisions(id), [
        { revision: 2, cause: 'push', message },
        { revision: 1, cause: 'create', message: null },
      ])
      const [entry] = await mainStore(service).audit.list({ limit: 1 })
      assert.equal(entry!.event, 'theme-pushed')
      assert.deepEqual(entry!.details, {
        themeId: id,
        name: 'One',
        revision: '2',
        files: '3',
        message,
        author: `client:${CLIENT_ID}`,
      })
    })

    test('that changes nothing adds no revision', async () => {
      const id = await service.createTheme('Two', packageOf({ [SHEET]: 'a{}' }))
      const tag = await tagOf(id)
      for (const [files, configuration] of [
        [{ [SHEET]: 'a{}' }, { message: 'again' }],
        [undefined, { reverts: [BASE] }],
        [undefined, {}],
        [{}, undefined],
      ] as const) {
        const answer = await push(id, files, configuration, { 'if-match': tag })
        assert.equal(answer.headers.get('etag'), tag)
        const { revision, changes } = await json<Pushed>(answer)
        assert.deepEqual([revision, changes], [1, []])
      }
      assert.equal((await revisions(id)).length, 1)
    })

    test('of every path of the master leaves the other files of the theme alone', async () => {
      const id = await service.createTheme('Three', packageOf({ [OWN]: 'own{}' }))
      const master = await filesOf(await packageBytes(service, 'master'))
      const texts = Object.entries(master).filter(([path]) => /\.(?:html|css|xml|properties)$/.test(path))
      await service.service.store.keepMaster('texts-only', masterOf(Object.fromEntries(texts)))
      const answer = await push(id, { ...Object.fromEntries(texts), [SHEET]: 'a{}' })
      assert.deepEqual((await json<Pushed>(answer)).changes, [{ path: SHEET, kind: 'customized' }])
      assert.deepEqual(await customized(id), { [OWN]: 'own{}', [SHEET]: 'a{}' })
    })

    test('of a file of an earlier master names it, and the theme follows the current one', async () => {
      await service.service.store.keepMaster('earlier', masterOf({ [BASE]: 'earlier{}' }))
      const id = await service.createTheme('Four', packageOf({ [SHEET]: 'a{}' }))
      const { outdated, changes } = await json<Pushed>(await push(id, { [BASE]: 'earlier{}' }))
      assert.deepEqual([outdated, changes], [[BASE], []])
    })

    test('is refused where the theme is not any more what it was, and then nothing is changed', async () => {
      const id = await service.createTheme('Five', packageOf({ [SHEET]: 'a{}' }))
      const tag = await tagOf(id)
      const both = await Promise.all(
        ['left', 'right'].map(async who => {
          const files = { [SHEET]: `${who}{}`, [`common/static/${who}.css`]: 'x{}' }
          return { who, answer: await push(id, files, { message: who }, { 'if-match': tag }) }
        }),
      )
      const won = both.filter(({ answer }) => answer.status === 200)
      assert.deepEqual(both.map(({ answer }) => answer.status).sort(), [200, 412])
      assert.deepEqual(await customized(id), {
        [SHEET]: `${won[0]!.who}{}`,
        [`common/static/${won[0]!.who}.css`]: 'x{}',
      })
      assert.deepEqual(
        (await revisions(id)).map(({ message }) => message),
        [won[0]!.who, null],
      )
    })

    test('takes what a package may hold, and nothing else', async () => {
      const id = await service.createTheme('Six', packageOf({ [SHEET]: 'a{}' }))
      const tag = await tagOf(id)
      for (const [files, configuration, status, what] of [
        [undefined, undefined, 400, 'neither part'],
        [{ 'a.css': 'x', 'A.css': 'x' }, {}, 400, 'twins'],
        [{ 'common/a.png': 'no picture' }, {}, 400, 'a wrong picture'],
        [undefined, { reverts: ['../x.css'] }, 400, 'a path that leads out'],
        [undefined, { reverts: [OWN] }, 404, 'a file that is not there'],
        [undefined, { reverts: 'x' }, 400, 'no list'],
        [undefined, { reverts: [7] }, 400, 'no paths'],
        [undefined, { reverts: [[[[]]]] }, 400, 'nested lists'],
        [undefined, { reverts: Array(6000).fill(SHEET) }, 413, 'too many'],
        [{ [SHEET]: 'b{}' }, { reverts: [SHEET] }, 400, 'one file twice'],
        [{ [SHEET]: 'b{}' }, { message: 7 }, 400, 'no text'],
        [{ [SHEET]: 'b{}' }, { message: 'x'.repeat(1001) }, 400, 'a long message'],
        [{ [SHEET]: 'b{}' }, { message: 'a\u0000b' }, 400, 'a control character'],
        [{ [SHEET]: 'b{}' }, [], 400, 'no object'],
      ] as const) {
        const answer = await push(id, files as Record<string, string> | undefined, configuration)
        assert.equal(answer.status, status, `${what}: ${await answer.clone().text()}`)
        assert.match((await json<{ messageId: string }>(answer)).messageId, /^TABRD/)
      }
      assert.equal((await push('master', { [SHEET]: 'x' })).status, 405)
      assert.equal((await push('nothing', { [SHEET]: 'x' })).status, 404)
      assert.equal(await tagOf(id), tag)
    })
  })
}
