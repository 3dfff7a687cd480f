import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { json } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const REPOSITORY = 'git.example.com/acme/brand'

for (const engine of ENGINES)
  describe(`the repository that a theme is pushed from, on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const push = async (id: string, files: Record<string, string> | undefined, configuration: object) => {
      const form = packageForm(files && packageOf(files), configuration)
      return await service.call('POST', `/v1.0/tabard/themes/${id}/push`, form)
    }
    const source = async (id: string, name = REPOSITORY) =>
      await json<{ revision: number | null; files: Record<string, string> }>(
        await service.call('GET', `/v1.0/tabard/themes/${id}/source?name=${encodeURIComponent(name)}`),
      )
    const digest = (text: string) => hash('sha256', text)

    test('is remembered with what both have in common', async () => {
      const id = await service.createTheme('One', packageOf({ [OWN]: 'theirs{}' }))
      assert.deepEqual((await source(id)).files, {})
      const from = { name: REPOSITORY, except: [OWN] }
      assert.equal((await push(id, { [SHEET]: 'a{}' }, { source: from })).status, 200)
      assert.deepEqual(await source(id).then(({ revision, files }) => ({ revision, files })), {
        revision: 2,
        files: { [SHEET]: digest('a{}') },
      })
      // Somebody else changes it there: what both had in common stays.
      await service.call('PUT', `/v1.0/branding/themes/${id}/${SHEET}`, fileForm('b{}'))
      assert.deepEqual((await source(id)).files, { [SHEET]: digest('a{}') })
      // A push that changes nothing makes no revision, and what is common is known.
      const empty = await json<{ revision: number }>(
        await push(id, undefined, { source: { name: REPOSITORY, except: [SHEET] } }),
      )
      assert.equal(empty.revision, 3)
      assert.deepEqual((await source(id)).files, { [SHEET]: digest('a{}'), [OWN]: digest('theirs{}') })
      assert.deepEqual((await source(id, 'another')).files, {})
    })

    test('is forgotten with the theme, and after fifty others', async () => {
      const id = await service.createTheme('Two', packageOf({}))
      for (let number = 0; number < 52; number++)
        await push(id, undefined, { source: { name: `repository ${number}`, except: [] } })
      assert.equal((await source(id, 'repository 51')).revision, 1)
      const known = await Promise.all(
        Array.from({ length: 52 }, async (_, number) => (await source(id, `repository ${number}`)).revision),
      )
      assert.equal(known.filter(revision => revision !== null).length, 50)
      assert.equal((await service.call('DELETE', `/v1.0/branding/themes/${id}`)).status, 204)
      const gone = await service.call('GET', `/v1.0/tabard/themes/${id}/source?name=x`)
      assert.equal(gone.status, 404)
    })

    test('has a name, and files that can be files', async () => {
      const id = await service.createTheme('Three', packageOf({}))
      for (const wrong of [
        { source: { name: '' } },
        { source: { name: 'x'.repeat(301) } },
        { source: { name: 'a\nb' } },
        { source: 'x' },
        { source: { name: 'x', except: ['../x'] } },
      ])
        assert.equal((await push(id, undefined, wrong)).status, 400, JSON.stringify(wrong))
      assert.equal((await service.call('GET', `/v1.0/tabard/themes/${id}/source`)).status, 400)
    })
  })
