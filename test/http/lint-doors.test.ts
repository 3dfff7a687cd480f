import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { RULES } from '../../src/lint/lint.ts'
import type { AuditRecord } from '../../src/store/store.ts'
import { usually } from '../support/database.ts'
import { addOperator, consoleCall, signedInOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { CLIENT_ID, fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'
import { clientToken, mainStore } from '../support/tenants.ts'

const exampleOf = (id: string) => {
  const [[path, text]] = Object.entries(RULES.find(rule => rule.id === id)!.bad) as [[string, string]]
  return { path, text }
}
const { path: PATH, text: BAD } = exampleOf('macro/unknown')
const FIXED = BAD.replace('@THEMEID@', '@THEME_ID@')
const SHEET = 'common/page_style.css'
const JSON_TYPE = { 'content-type': 'application/json' }

/** What a look brings once it brings something. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await setTimeout(50)
  }
}

interface Finding {
  rule: string
  severity: string
  file: string
  docs: string
}

for (const engine of usually('SQLite')) {
  describe(`findings of the linter at every door on ${engine}`, () => {
    let service: TestService
    let cookie: string
    let boss: string

    before(async () => {
      service = await testService(engine)
      boss = await addOperator(service, 'boss@example.com', 'administrator')
      cookie = (await signedInOperator(service, 'boss@example.com')).cookie
    })
    after(() => service.stop())

    const put = async (theme: string, path: string, text: string) =>
      await service.call('PUT', `/v1.0/branding/themes/${theme}/${path}`, fileForm(text))
    /** The count of a write; on a busy machine the linter may be late, and the write is made again. */
    const countOf = (write: () => Promise<Response>) =>
      eventually(async () => {
        const response = await write()
        assert.ok(response.ok)
        return response.headers.get('tabard-findings') ?? undefined
      })
    const lint = async (body: object): Promise<Finding[]> => {
      const response = await service.call('POST', '/v1.0/tabard/lint', JSON.stringify(body), JSON_TYPE)
      assert.equal(response.status, 200)
      return ((await response.json()) as { findings: Finding[] }).findings
    }
    const recorded = async (theme: string): Promise<AuditRecord[]> =>
      (await mainStore(service).audit.list({ event: 'theme-saved-with-errors', limit: 100 })).filter(
        ({ details }) => details.themeId === theme,
      )
    const setSettings = async (wish: object, session = cookie) =>
      await consoleCall(service, session, 'PUT', '/v1.0/tabard/lint/settings', wish)

    test('a file that is written tells its errors and warnings, and not those of other files', async () => {
      const theme = await service.createTheme('One file', packageOf({ [SHEET]: '.a { color: red }' }))
      assert.equal(await countOf(() => put(theme, PATH, BAD)), '1')
      assert.equal(await countOf(() => put(theme, SHEET, '.a { color: blue }')), '0')
      assert.equal(await countOf(() => put(theme, PATH, FIXED)), '0')
    })

    test('a package tells how many findings the theme has after it', async () => {
      const theme = await service.createTheme('Package', packageOf({ [PATH]: FIXED }))
      const path = `/v1.0/branding/themes/${theme}`
      const replace = () => service.call('PUT', path, packageForm(packageOf({ [PATH]: BAD })))
      assert.equal(await countOf(replace), '1')
      const { token } = await clientToken(service, ['manageTemplates'], { replaceStatus: 204 })
      const quiet = { authorization: `Bearer ${token}` }
      const again = () => service.call('PUT', path, packageForm(packageOf({ [PATH]: BAD })), quiet)
      assert.equal(await countOf(again), '1')
    })

    test('several files tell the findings that they have together', async () => {
      const theme = await service.createTheme('Batch', packageOf({ [SHEET]: '.a { color: red }' }))
      const files = { [PATH]: BAD, [SHEET]: '.a { color: green }' }
      const counts = await eventually(async () => {
        const address = `/v1.0/tabard/themes/${theme}/files`
        const response = await service.call('POST', address, JSON.stringify({ files }), JSON_TYPE)
        return ((await response.json()) as { findings?: object }).findings
      })
      assert.deepEqual(counts, { fatal: 0, error: 1, warning: 0, recommendation: 0 })
    })

    test('the audit trail has who saved a theme with errors', async () => {
      const theme = await service.createTheme('Recorded', packageOf({ [PATH]: FIXED }))
      await put(theme, PATH, BAD)
      const [byClient] = await eventually(async () => {
        const found = await recorded(theme)
        return found.length > 0 ? found : undefined
      })
      assert.deepEqual(byClient!.details, {
        themeId: theme,
        name: 'Recorded',
        revision: '2',
        errors: '1',
        author: `client:${CLIENT_ID}`,
      })
      const files = { [PATH]: `${BAD} ` }
      await consoleCall(service, cookie, 'POST', `/v1.0/tabard/themes/${theme}/files`, { files })
      const [byPerson] = await eventually(async () => {
        const found = await recorded(theme)
        return found.length > 1 ? found : undefined
      })
      assert.equal(byPerson!.account, boss)
      assert.equal(byPerson!.details.revision, '3')
      // The check of the next write is done after those before it, and finds nothing.
      assert.equal(await countOf(() => put(theme, PATH, FIXED)), '0')
      assert.equal((await recorded(theme)).length, 2)
    })

    test('a plan tells the findings that a package adds', async () => {
      const theme = await service.createTheme('Plan', packageOf({ [PATH]: BAD }))
      const other = exampleOf('form/password-type')
      const address = `/v1.0/tabard/themes/${theme}/plan`
      const findings = await eventually(async () => {
        const moved = `\n\n${BAD}`
        const archive = packageOf({ [PATH]: moved, [other.path]: other.text })
        const response = await service.call('POST', address, packageForm(archive))
        assert.equal(response.status, 200)
        const { findings } = (await response.json()) as {
          findings: { checked: boolean; counts: { error: number }; added: Finding[] }
        }
        return findings.checked ? findings : undefined
      })
      assert.deepEqual(
        findings.added.map(({ rule, file }) => [rule, file]),
        [['form/password-type', other.path]],
      )
      assert.equal(findings.counts.error, 1)
      assert.match(findings.added[0]!.docs, /\/docs\/lint#form\/password-type$/)
    })

    test('an explanation has the findings of the files of the page, and of no other page', async () => {
      const theme = await service.createTheme('Explained', packageOf({ [PATH]: BAD }))
      const explained = (page: string) =>
        eventually(async () => {
          const response = await service.call('GET', `/v1.0/tabard/explain?page=${page}&themeId=${theme}`)
          return ((await response.json()) as { findings: Finding[] | null }).findings ?? undefined
        })
      assert.deepEqual(
        (await explained('logout')).map(({ rule, file }) => [rule, file]),
        [['macro/unknown', PATH]],
      )
      assert.deepEqual(await explained('login'), [])
    })

    test('a theme that is too large to check has an error, and is stored', async () => {
      // Quick to pack, and yet not so small as an archive that is a bomb.
      const blocks = Array.from(
        { length: 4_300 },
        (_, index) => hash('sha512', `${index}`) + 'a'.repeat(2_000),
      )
      const text = `/* ${blocks.join('\n')} */`
      const archive = packageOf({ 'common/static/css/one.css': text, 'common/static/css/two.css': text })
      const response = await service.call('POST', '/v1.0/tabard/lint/package', packageForm(archive))
      assert.equal(response.status, 200)
      const { findings } = (await response.json()) as { findings: (Finding & { message: string })[] }
      assert.deepEqual(
        findings.map(({ rule, severity }) => [rule, severity]),
        [['package/limits', 'error']],
      )
      assert.match(findings[0]!.message, /too large to check/)
      const theme = await service.createTheme('Large', archive)
      assert.equal((await lint({ themeId: theme }))[0]!.rule, 'package/limits')
    })

    test('findings link to a page of the service that has the rule', async () => {
      const [finding] = await lint({ themeId: 'default', files: { [PATH]: BAD } })
      const address = new URL(finding!.docs)
      assert.equal(address.origin, service.url)
      const page = await (await fetch(address)).text()
      assert.ok(page.includes(`id="${decodeURIComponent(address.hash.slice(1))}"`))
      const response = await fetch(`${service.url}/v1.0/tabard/lint/rules`)
      const { rules } = (await response.json()) as { rules: { id: string; docs: string }[] }
      assert.equal(rules.find(({ id }) => id === 'macro/unknown')!.docs, finding!.docs)
      for (const { id } of [...RULES, { id: 'package/limits' }]) {
        assert.ok(page.includes(`id="${id}"`), id)
        assert.ok(rules.some(rule => rule.id === id))
      }
      const tag = response.headers.get('etag')!
      const known = await fetch(`${service.url}/v1.0/tabard/lint/rules`, {
        headers: { 'if-none-match': tag },
      })
      assert.equal(known.status, 304)
    })

    test('administrators set levels and origins for the tenant, which the audit trail has', async () => {
      const script = exampleOf('remote/script')
      const files = { [PATH]: BAD, [script.path]: script.text }
      const found = async () =>
        (await lint({ themeId: 'default', files })).map(({ rule, severity }) => [rule, severity])
      try {
        const wish = { rules: { 'macro/unknown': 'warning' }, scriptOrigins: ['https://cdn.example'] }
        const response = await setSettings(wish)
        assert.equal(response.status, 200)
        assert.deepEqual(await response.json(), { ...wish, tagManager: false })
        const read = await consoleCall(service, cookie, 'GET', '/v1.0/tabard/lint/settings')
        assert.deepEqual(await read.json(), { ...wish, tagManager: false })
        assert.deepEqual(await found(), script.path === PATH ? [] : [['macro/unknown', 'warning']])
        const [entry] = await mainStore(service).audit.list({ event: 'lint-settings-changed', limit: 1 })
        assert.equal(entry!.account, boss)
        assert.deepEqual(entry!.details, {
          rules: 'macro/unknown=warning',
          scriptOrigins: 'https://cdn.example',
          tagManager: 'false',
        })
      } finally {
        await setSettings({ rules: {}, scriptOrigins: [], tagManager: false })
      }
    })

    test('settings that mean nothing, or are not theirs to change, are refused', async () => {
      const wrong = [
        {},
        { rules: { 'macro/unknwon': 'off' } },
        { rules: { 'macro/unknown': 'fatal' } },
        { rules: { 'package/limits': 'off' } },
        { scriptOrigins: ['https://cdn.example/path'] },
        { scriptOrigins: ['data:text/html,x'] },
        { scriptOrigins: Array.from({ length: 101 }, (_, index) => `https://cdn${index}.example`) },
      ]
      for (const wish of wrong) assert.equal((await setSettings(wish)).status, 400, JSON.stringify(wish))
      await addOperator(service, 'dev@example.com', 'themeDeveloper')
      const { cookie: developer } = await signedInOperator(service, 'dev@example.com')
      assert.equal((await setSettings({ tagManager: true }, developer)).status, 403)
      assert.equal((await setSettings({ tagManager: true }, '')).status, 401)
      assert.equal((await service.call('PUT', '/v1.0/tabard/lint/settings', '{}', JSON_TYPE)).status, 404)
    })

    test('a file made from an earlier master is told', async () => {
      const theme = await service.createTheme('Old', packageOf({ [SHEET]: '.a { color: red }' }))
      await executed(service.database, `update theme_files set base = 'earlier' where theme = '${theme}'`)
      await eventually(async () => {
        const rules = (await lint({ themeId: theme })).map(({ rule }) => rule)
        return rules.includes('package/outdated-base') ? rules : undefined
      })
      const typed = await lint({ themeId: theme, files: { [SHEET]: '.a { color: blue }' } })
      assert.ok(
        typed.some(({ rule }) => rule === 'package/outdated-base'),
        'an edit does not make it current',
      )
    })
  })
}
