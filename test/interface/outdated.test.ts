import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { json, packageBytes, type Registration } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { masterOf } from '../support/store.ts'
import { clientToken } from '../support/tenants.ts'

const THEMES = '/v1.0/branding/themes'
const PLANS = '/v1.0/tabard/themes'
const BASE = 'common/static/css/base.css'
const STYLE = 'common/page_style.css'
const GONE = 'common/static/css/gone.css'
const HEADER = 'common/page_components/page_header.html'

interface Outcome extends Registration {
  readonly outdated?: readonly string[]
  readonly changed?: readonly string[]
  readonly removed?: readonly string[]
}

for (const engine of usually('SQLite')) {
  describe(`a package that was made before an update of the master, on ${engine}`, () => {
    let service: TestService
    let old: Buffer<ArrayBuffer>

    before(async () => {
      service = await testService(engine)
      const all = Object.entries(await filesOf(await packageBytes(service, 'master')))
      const master = Object.fromEntries(all.filter(([path]) => /\.(?:html|css|xml|properties)$/.test(path)))
      const earlier = { ...master, [BASE]: 'the base sheet of an earlier version', [GONE]: 'dropped since' }
      await service.service.store.keepMaster('an-earlier-one', masterOf(earlier))
      old = packageOf({ ...earlier, [HEADER]: 'the header of the theme' })
    })
    after(() => service.stop())

    const customized = async (id: string) => await filesOf(await packageBytes(service, id, true))
    const put = async (id: string, archive: Buffer<ArrayBuffer>, headers?: Record<string, string>) =>
      await service.call('PUT', `${THEMES}/${id}`, packageForm(archive), headers)
    const own = { [HEADER]: 'the header of the theme' }

    test('makes a theme that follows the current master in the files of the earlier one', async () => {
      const form = packageForm(old, { name: 'From an old download' })
      const { id, outdated } = await json<Outcome>(await service.call('POST', THEMES, form))
      assert.deepEqual(outdated, [BASE, GONE])
      assert.deepEqual(await customized(id), own)
    })

    test('pins nothing when it replaces a theme, and takes back what an earlier deployment pinned', async () => {
      const id = await service.createTheme('Deployed again', packageOf({ [STYLE]: 'x' }))
      await service.call('PUT', `${THEMES}/${id}/${BASE}`, fileForm('the base sheet of an earlier version'))
      assert.deepEqual((await json<Outcome>(await put(id, old))).outdated, [BASE, GONE])
      assert.deepEqual(await customized(id), own)
    })

    test('is counted in a header for a client that is answered 204', async () => {
      const id = await service.createTheme('Without a body', packageOf({ [STYLE]: 'x' }))
      const { token } = await clientToken(service, ['manageTemplates'], { replaceStatus: 204 })
      const answer = await put(id, old, { authorization: `Bearer ${token}` })
      assert.equal(answer.headers.get('tabard-outdated'), '2')
    })

    test('is planned as it will be done', async () => {
      const id = await service.createTheme('Planned', packageOf({ [STYLE]: 'x' }))
      await service.call('PUT', `${THEMES}/${id}/${GONE}`, fileForm('dropped since'))
      const form = packageForm(old)
      const plan = await json<Outcome>(await service.call('POST', `${PLANS}/${id}/plan`, form))
      assert.deepEqual(plan.outdated, [BASE, GONE])
      assert.deepEqual(plan.changed, [HEADER, STYLE])
      assert.deepEqual(plan.removed, [GONE])
    })

    test('a single file that is written by itself is kept, whatever it equals, and copied with its theme', async () => {
      const id = await service.createTheme('Pinned', packageOf({ [STYLE]: 'x' }))
      const text = 'the base sheet of an earlier version'
      await service.call('PUT', `${THEMES}/${id}/${BASE}`, fileForm(text))
      assert.deepEqual(await customized(id), { [STYLE]: 'x', [BASE]: text })
      const body = JSON.stringify({ name: 'Copied', from: id })
      const copy = await service.call('POST', PLANS, body, { 'content-type': 'application/json' })
      assert.deepEqual(await customized((await json<Registration>(copy)).id), { [STYLE]: 'x', [BASE]: text })
    })
  })

  describe(`a path that nothing shows, on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const told = (answer: Response) => answer.headers.get('tabard-never-shown')

    test('is stored by a PUT, which says so in a header', async () => {
      for (const path of ['templates/common/page_style.css', 'comon/page_style.css']) {
        const answer = await service.call('PUT', `${THEMES}/default/${path}`, fileForm('x'))
        assert.deepEqual([answer.status, told(answer)], [204, '1'], path)
      }
      const seen = await service.call('PUT', `${THEMES}/default/${STYLE}`, fileForm('x'))
      assert.deepEqual([seen.status, told(seen)], [204, null])
    })

    test('is named in the answer to a package, or counted where that has no body', async () => {
      const archive = packageOf({ 'comon/page_style.css': 'x', [STYLE]: 'x' })
      const made = await service.call('POST', THEMES, packageForm(archive, { name: 'Misspelt' }))
      const { id, neverShown } = await json<Registration & { neverShown: string[] }>(made)
      assert.deepEqual(neverShown, ['comon/page_style.css'])
      const { token } = await clientToken(service, ['manageTemplates'], { replaceStatus: 204 })
      const headers = { authorization: `Bearer ${token}` }
      assert.equal(told(await service.call('PUT', `${THEMES}/${id}`, packageForm(archive), headers)), '1')
    })

    test('no file of the master is one', async () => {
      const made = packageForm(await packageBytes(service, 'master'), { name: 'The master itself' })
      const { id, ...rest } = await json<Registration>(await service.call('POST', THEMES, made))
      assert.deepEqual(rest, { name: 'The master itself' })
    })
  })
}
