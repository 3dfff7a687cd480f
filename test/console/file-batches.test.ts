import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'

const SHEET = 'common/page_style.css'
const LOGO = 'common/logo/default/logo.svg'
const OWN = 'common/static/own.css'

for (const engine of ENGINES) {
  describe(`writing several files at once on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const write = async (id: string, body: unknown, headers = {}) =>
      await service.call('POST', `/v1.0/tabard/themes/${id}/files`, JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      })
    const read = async (id: string, path: string) =>
      await service.call('GET', `/v1.0/branding/themes/${id}/${path}`)
    const revisions = async (id: string) => {
      const answer = await service.call('GET', `/v1.0/tabard/themes/${id}/revisions`)
      return ((await answer.json()) as { revisions: { cause: string; changes: unknown[] }[] }).revisions
    }

    test('is one revision, whose tags are those of the files', async () => {
      const id = await service.createTheme('One', packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
      const files = {
        [SHEET]: 'c{}',
        [OWN]: null,
        [LOGO]: { base64: Buffer.from(svg).toString('base64') },
      }
      const answer = await write(id, { files })
      assert.equal(answer.status, 200, await answer.clone().text())
      const { revision, etags } = (await answer.json()) as { revision: number; etags: object }
      const sheet = await read(id, SHEET)
      assert.deepEqual(etags, {
        [SHEET]: sheet.headers.get('etag'),
        [LOGO]: (await read(id, LOGO)).headers.get('etag'),
      })
      assert.deepEqual([revision, await sheet.text(), (await read(id, OWN)).status], [2, 'c{}', 404])
      const [newest, ...before] = await revisions(id)
      assert.deepEqual(
        [newest!.cause, newest!.changes, before.length],
        [
          'write files',
          [
            { path: LOGO, kind: 'customized' },
            { path: SHEET, kind: 'changed' },
            { path: OWN, kind: 'removed' },
          ],
          1,
        ],
      )
      assert.equal((await write(id, { files: { [SHEET]: 'c{}' } })).status, 200)
      assert.equal((await revisions(id)).length, 2, 'what changes nothing adds no revision')
    })

    test('changes nothing where one file is not any more what it was', async () => {
      const id = await service.createTheme('Two', packageOf({ [SHEET]: 'a{}' }))
      const etag = (await read(id, SHEET)).headers.get('etag')
      const refused = async (etags: unknown, files: object = { [SHEET]: 'b{}', [OWN]: 'x' }) => {
        assert.equal((await write(id, { files, etags })).status, 412, JSON.stringify(etags))
        assert.equal(await (await read(id, SHEET)).text(), 'a{}')
        assert.equal((await read(id, OWN)).status, 404)
      }
      await refused({ [SHEET]: '"other"' })
      await refused({ [SHEET]: null, [OWN]: null })
      await refused({ [SHEET]: etag, [OWN]: '"was there"' })
      const done = await write(id, {
        files: { [SHEET]: 'b{}', [OWN]: 'x' },
        etags: { [SHEET]: etag, [OWN]: null },
      })
      assert.equal(done.status, 200)
    })

    test('changes nothing where the theme is not any more what it was', async () => {
      const id = await service.createTheme('Conditional', packageOf({ [SHEET]: 'a{}' }))
      const tag = async () =>
        (await service.call('GET', `/v1.0/tabard/themes/${id}`)).headers.get('etag') ?? 'none'
      const first = await tag()
      const written = await write(id, { files: { [SHEET]: 'b{}' } }, { 'if-match': first })
      assert.deepEqual([written.status, written.headers.get('etag')], [200, await tag()])
      assert.notEqual(await tag(), first)
      const late = await write(id, { files: { [SHEET]: 'c{}' } }, { 'if-match': first })
      assert.equal(late.status, 412)
      assert.equal(await (await read(id, SHEET)).text(), 'b{}')
      assert.equal((await revisions(id)).length, 2)
    })

    test('heeds the tag of a file by whichever form of its name, and of a file that it does not change', async () => {
      const [composed, decomposed] = ['common/\u00e9.css', 'common/e\u0301.css']
      const id = await service.createTheme('Names', packageOf({ [SHEET]: 'a{}', [composed]: 'b{}' }))
      const etag = (await read(id, SHEET)).headers.get('etag')
      const files = { [decomposed]: 'c{}' }
      for (const etags of [
        { [decomposed]: '"other"' },
        { [composed]: '"other"' },
        { [SHEET]: '"other"' },
        { [SHEET]: null },
        { [OWN]: etag },
      ])
        assert.equal((await write(id, { files, etags })).status, 412, JSON.stringify(etags))
      assert.equal((await write(id, { files, etags: { '../x.css': null } })).status, 400)
      assert.equal(await (await read(id, encodeURI(composed))).text(), 'b{}')
      const done = await write(id, { files, etags: { [SHEET]: etag, [OWN]: null } })
      assert.equal(done.status, 200, await done.clone().text())
      const { etags } = (await done.json()) as { etags: object }
      assert.deepEqual(Object.keys(etags), [composed])
      assert.deepEqual((await revisions(id))[0]!.changes, [{ path: composed, kind: 'changed' }])
      assert.equal((await read(id, OWN)).status, 404)
    })

    test('takes what a package may hold, and nothing else', async () => {
      const id = await service.createTheme('Three', packageOf({ [SHEET]: 'a{}' }))
      for (const [body, status] of [
        ['no JSON', 400],
        [{}, 400],
        [{ files: {} }, 400],
        [{ files: { [SHEET]: 7 } }, 400],
        [{ files: { '../x.css': 'x' } }, 400],
        [{ files: { 'a.css': 'x', 'A.css': 'x' } }, 400],
        [{ files: { 'common/a.png': 'no picture' } }, 400],
        [{ files: { [OWN]: null } }, 404],
        [{ files: { [SHEET]: 'x' }, etags: { [SHEET]: 7 } }, 400],
        [{ files: { [SHEET]: 'x'.repeat(5 * 1024 * 1024) } }, 413],
      ] as const)
        assert.equal((await write(id, body)).status, status, JSON.stringify(body).slice(0, 80))
      assert.equal((await write('master', { files: { [SHEET]: 'x' } })).status, 405)
      assert.equal((await write('nothing', { files: { [SHEET]: 'x' } })).status, 404)
      assert.equal(await (await read(id, SHEET)).text(), 'a{}')
      assert.equal((await revisions(id)).length, 1)
    })
  })
}
