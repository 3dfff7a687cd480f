import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RULES } from '../../src/lint/lint.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'

const { bad } = RULES.find(({ id }) => id === 'macro/unknown')!
const [[PATH, BAD]] = Object.entries(bad) as [[string, string]]
const FIXED = BAD.replace('@THEMEID@', '@THEME_ID@')

interface Report {
  findings: { rule: string; severity: string; file: string; message: string }[]
  counts: Record<string, number>
}

for (const engine of usually('SQLite')) {
  describe(`POST /v1.0/tabard/lint on ${engine}`, () => {
    let service: TestService
    let themeId: string

    before(async () => {
      service = await testService(engine)
      themeId = await service.createTheme('Harbour', packageOf({ [PATH]: BAD }))
    })
    after(() => service.stop())

    const lint = (body: object, headers: Record<string, string> = {}) =>
      service.call('POST', '/v1.0/tabard/lint', JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      })
    const rules = async (response: Response) => {
      assert.equal(response.status, 200)
      const { findings } = (await response.json()) as Report
      return findings.map(({ rule, file }) => [rule, file])
    }

    test('tells what is wrong with a theme', async () => {
      const response = await lint({ themeId })
      const { findings, counts } = (await response.json()) as Report
      assert.deepEqual(
        findings.map(({ rule, severity, file }) => [rule, severity, file]),
        [['macro/unknown', 'error', PATH]],
      )
      assert.deepEqual(counts, { fatal: 0, error: 1, warning: 0, recommendation: 0 })
    })

    test('looks at files that are not saved instead of those that are', async () => {
      assert.deepEqual(await rules(await lint({ themeId, files: { [PATH]: FIXED } })), [])
      assert.deepEqual(await rules(await lint({ themeId: 'default', files: { [PATH]: BAD } })), [
        ['macro/unknown', PATH],
      ])
      assert.deepEqual(await rules(await lint({ themeId: 'default' })), [])
    })

    test('looks at a theme without files that it would give up', async () => {
      const LOGO = 'common/static/brand/logo.png'
      const page = FIXED.replace(
        '</body>',
        `<img src="/template/v1.0/static/brand/logo.png?themeId=@THEME_ID@" width="9" height="9" alt="x">\n</body>`,
      )
      const picture = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
        'base64',
      )
      const id = await service.createTheme('Logo', packageOf({ [PATH]: page, [LOGO]: picture }))
      const missing = async (files: object) =>
        (await rules(await lint({ themeId: id, files }))).filter(([rule]) => rule === 'asset/missing')
      assert.deepEqual(await missing({}), [])
      assert.deepEqual(await missing({ [LOGO]: null }), [['asset/missing', PATH]])
      assert.deepEqual(await missing({ [LOGO]: null, [PATH]: null }), [])
      const preview = JSON.stringify({ themeId: id, files: { [LOGO]: null } })
      const headers = { 'content-type': 'application/json' }
      assert.equal((await service.call('POST', '/v1.0/tabard/preview/login', preview, headers)).status, 400)
    })

    test('finds nothing in the master', async () => {
      assert.deepEqual(await rules(await lint({ themeId: 'master' })), [])
    })

    test('refuses a theme that there is not, and who may not read', async () => {
      assert.equal((await lint({ themeId: '00000000-0000-4000-8000-000000000000' })).status, 404)
      assert.equal((await lint({ themeId }, { authorization: 'Bearer none' })).status, 401)
    })

    test('refuses more checks of one caller than may wait', async () => {
      // One is under way and two wait. A header is checked with every page, which takes longer than asking.
      const HEADER = 'common/page_components/page_header.html'
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, nth) => {
          const header = `<header>${nth}${'<b>x</b>'.repeat(200)}</header>`
          return lint({ themeId: 'default', files: { [HEADER]: header } })
        }),
      )
      assert.ok(all.every(({ status }) => status === 200 || status === 503))
      assert.ok(all.filter(({ status }) => status === 200).length >= 3)
      const refused = all.find(({ status }) => status === 503)
      assert.ok(refused, 'none was refused')
      assert.equal(refused.headers.get('retry-after'), '2')
      assert.equal(((await refused.json()) as { messageId: string }).messageId, 'TABRD0109E')
    })

    const lintPackage = (archive: Uint8Array<ArrayBuffer>) =>
      service.call('POST', '/v1.0/tabard/lint/package', packageForm(archive))

    test('tells what is wrong with a package', async () => {
      assert.deepEqual(await rules(await lintPackage(packageOf({ [PATH]: BAD }))), [['macro/unknown', PATH]])
    })

    test('tells of a package that would be refused as a fatal finding', async () => {
      const response = await lintPackage(Buffer.from('no archive, but long enough to be looked at'))
      const { findings } = (await response.json()) as Report
      assert.deepEqual(
        findings.map(({ rule, severity }) => [rule, severity]),
        [['package/archive', 'fatal']],
      )
    })
  })
}
