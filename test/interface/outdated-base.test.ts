import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { json } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { executed, masterOf } from '../support/store.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const EARLIER = 'the sheet of an earlier version\n'
const DIGEST = hash('sha256', EARLIER)

interface Listed {
  readonly path: string
  readonly outdatedBase?: { from: string | null; to: string | null }
}

for (const engine of ENGINES)
  describe(`a customized file whose original has changed, on ${engine}`, () => {
    let service: TestService
    let now: string

    before(async () => {
      service = await testService(engine)
      await service.service.store.keepMaster('an-earlier-one', masterOf({ [SHEET]: EARLIER }))
      const original = await service.call('GET', `/v1.0/branding/themes/master/${SHEET}`)
      now = hash('sha256', Buffer.from(await original.arrayBuffer()))
    })
    after(() => service.stop())

    /** A theme that was made when the earlier master was the current one. */
    const outdatedTheme = async (name: string) => {
      const id = await service.createTheme(name, packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
      await executed(
        service.database,
        `update theme_files set base = '${DIGEST}' where theme = '${id}' and path = '${SHEET}'`,
      )
      return id
    }
    const at = (id: string, rest = '') => `/v1.0/tabard/themes/${id}${rest}`
    const outdated = async (id: string) =>
      (await json<{ files: Listed[] }>(await service.call('GET', at(id)))).files
        .filter(({ outdatedBase }) => outdatedBase !== undefined)
        .map(({ path, outdatedBase }) => ({ path, ...outdatedBase }))
    const push = async (id: string, configuration: object, files?: Record<string, string>) =>
      await service.call('POST', at(id, '/push'), packageForm(files && packageOf(files), configuration))
    const expected = () => [{ path: SHEET, from: DIGEST, to: now }]

    test('is listed with both originals, which can be read', async () => {
      const id = await outdatedTheme('Listed')
      assert.deepEqual(await outdated(id), expected())
      const original = await service.call('GET', at(id, `/originals/${SHEET}`))
      assert.equal(await original.text(), EARLIER)
      assert.equal(original.headers.get('etag'), `"${DIGEST}"`)
      for (const path of [OWN, 'common/none.css', 'common/static/css/base.css'])
        assert.equal((await service.call('GET', at(id, `/originals/${path}`))).status, 404, path)
    })

    test('stays outdated however it is edited, and in a copy of its theme', async () => {
      const id = await outdatedTheme('Edited')
      const themes = `/v1.0/branding/themes/${id}`
      assert.equal((await service.call('PUT', `${themes}/${SHEET}`, fileForm('c{}'))).status, 204)
      assert.deepEqual(await outdated(id), expected())
      assert.equal(
        (await service.call('PUT', themes, packageForm(packageOf({ [SHEET]: 'd{}' })))).status,
        201,
      )
      assert.deepEqual(await outdated(id), expected())
      assert.equal((await push(id, {}, { [SHEET]: 'e{}' })).status, 200)
      assert.deepEqual(await outdated(id), expected())
      const made = await service.call(
        'POST',
        '/v1.0/tabard/themes',
        JSON.stringify({ name: 'Copy', from: id }),
        {
          'content-type': 'application/json',
        },
      )
      assert.deepEqual(await outdated((await json<{ id: string }>(made)).id), expected())
      const form = packageForm(packageOf({ [OWN]: 'x{}' }))
      const plan = await json<{ outdatedBases: unknown }>(await service.call('POST', at(id, '/plan'), form))
      assert.deepEqual(plan.outdatedBases, expected())
    })

    test('is current when somebody says so, and when it is customized anew', async () => {
      const id = await outdatedTheme('Reviewed')
      const answer = await json<{ revision: number; changes: unknown }>(
        await push(id, { reviewed: [SHEET], message: 'Compared' }),
      )
      assert.deepEqual(answer.changes, [{ path: SHEET, kind: 'reviewed' }])
      assert.deepEqual(await outdated(id), [])
      const again = await json<{ revision: number }>(await push(id, { reviewed: [SHEET] }))
      assert.equal(again.revision, answer.revision)
      const restored = await service.call('POST', at(id, '/restore'), JSON.stringify({ revision: 1 }), {
        'content-type': 'application/json',
      })
      assert.equal(restored.status, 204)
      assert.deepEqual(await outdated(id), expected())
      assert.equal((await push(id, { reverts: [SHEET] })).status, 200)
      assert.equal((await push(id, {}, { [SHEET]: 'f{}' })).status, 200)
      assert.deepEqual(await outdated(id), [])
    })

    test('cannot be marked where it is not customized, or is reverted at the same time', async () => {
      const id = await outdatedTheme('Wrong')
      assert.equal((await push(id, { reviewed: ['common/static/css/base.css'] })).status, 404)
      assert.equal((await push(id, { reviewed: ['common/none.css'] })).status, 404)
      assert.equal((await push(id, { reviewed: [SHEET], reverts: [SHEET] })).status, 400)
      assert.equal((await push(id, { reviewed: SHEET })).status, 400)
      assert.deepEqual(await outdated(id), expected())
    })
  })
