import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { RULES } from '../../src/lint/lint.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { tabard } from '../support/process.ts'
import { testService } from '../support/service.ts'

/** The examples of a rule give findings of this rule alone, or none. */
const exampleOf = (id: string) => {
  const { bad, good } = RULES.find(rule => rule.id === id)!
  return { bad: Object.entries(bad)[0]! as [string, string], good: Object.values(good)[0]! as string }
}
const {
  bad: [LOGOUT, BAD],
  good: GOOD,
} = exampleOf('macro/unknown')
const {
  bad: [LABELS, TWICE],
} = exampleOf('label/duplicate')
const BEFORE = BAD.slice(0, BAD.indexOf('@THEMEID@')).split('\n')
const LINE = BEFORE.length
const COLUMN = BEFORE.at(-1)!.length + 1

interface Report {
  findings: { rule: string; severity: string; file: string; start: object; message: string; docs?: string }[]
  counts: Record<string, number>
  fixed: object[]
}

describe('tabard lint', () => {
  let folder: string
  let themes = 0

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tabard-lint-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** A folder with a theme, and other files beside its templates. */
  const themeOf = (files: Record<string, string>, beside: Record<string, string> = {}): string => {
    const theme = join(folder, `theme-${++themes}`)
    const all = {
      ...beside,
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`templates/${path}`, text])),
    }
    mkdirSync(join(theme, 'templates'), { recursive: true })
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(theme, path)), { recursive: true })
      writeFileSync(join(theme, path), text)
    }
    return theme
  }
  // A database that cannot be opened: nothing here may try to.
  const lint = (...words: string[]) =>
    tabard(['lint', ...words], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', TABARD_DATA: folder })
  const reported = async (...words: string[]): Promise<Report> =>
    JSON.parse((await lint('--json', ...words)).stdout)
  const refused = async (words: string[], expected: RegExp) => {
    const { code, stdout, stderr } = await lint(...words)
    assert.equal(stdout, '')
    assert.match(stderr, expected)
    assert.equal(code, 2)
  }

  test('ends with 0 where nothing is found', async () => {
    const { code, stdout, stderr } = await lint(themeOf({ [LOGOUT]: GOOD }))
    assert.deepEqual([code, stdout, stderr], [0, 'Nothing was found.\n', ''])
  })

  test('prints findings by file, with line, column, severity, message and rule', async () => {
    const theme = themeOf({ [LOGOUT]: BAD })
    const { code, stdout } = await lint(theme)
    assert.equal(code, 1)
    const [file, finding, , summary] = stdout.split('\n')
    assert.ok(file!.endsWith(`/templates/${LOGOUT}`))
    assert.ok(finding!.startsWith(`  ${LINE}:${COLUMN}  error  @THEMEID@ is not`))
    assert.match(finding!, / \(page logout\) {2}macro\/unknown$/)
    assert.equal(summary, '1 error. 1 can be fixed with --fix.')
  })

  test('ends with 1 from the level on that is asked for', async () => {
    const theme = themeOf({ [LOGOUT]: BAD })
    assert.equal((await lint(theme, '--fail-level', 'fatal')).code, 0)
    assert.equal((await lint(theme, '--fail-level', 'recommendation')).code, 1)
  })

  test('checks an archive as it checks a folder', async () => {
    const archive = join(folder, 'theme.zip')
    writeFileSync(archive, packageOf({ [LOGOUT]: BAD }))
    const { findings, counts } = await reported(archive)
    assert.deepEqual(
      findings.map(({ rule, file, start }) => ({ rule, file, start })),
      [{ rule: 'macro/unknown', file: LOGOUT, start: { line: LINE, column: COLUMN } }],
    )
    assert.deepEqual(counts, { fatal: 0, error: 1, warning: 0, recommendation: 0 })
  })

  test('an archive that the service would refuse is a fatal finding', async () => {
    const archive = join(folder, 'broken.zip')
    writeFileSync(archive, 'no archive at all, and long enough to be looked at')
    const { code, stdout } = await lint(archive)
    assert.match(stdout, /fatal {2}The file is not a ZIP archive.* {2}package\/archive/)
    assert.equal(code, 1)
  })

  test('a link in a folder is a fatal finding, and is not followed', async () => {
    const theme = themeOf({ [LOGOUT]: GOOD })
    symlinkSync('/etc', join(theme, 'templates/common'))
    const { findings } = await reported(theme)
    assert.deepEqual(
      findings.map(({ rule, file }) => [rule, file]),
      [['package/symlink', 'common']],
    )
  })

  test('a folder templates that is a link is not followed', async () => {
    const elsewhere = themeOf({ [LOGOUT]: GOOD, 'Thumbs.db': 'pictures' })
    const linked = join(folder, 'linked')
    mkdirSync(linked)
    symlinkSync(join(elsewhere, 'templates'), join(linked, 'templates'))
    const { findings } = await reported(linked)
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['package/symlink'],
    )
    assert.equal((await lint(linked, '--fix')).code, 2)
    assert.ok(existsSync(join(elsewhere, 'templates/Thumbs.db')))
  })

  test('--fix removes leftovers of systems, and no other hidden file', async () => {
    const theme = themeOf({ [LOGOUT]: GOOD, 'common/Thumbs.db': 'pictures', 'common/.gitkeep': '' })
    await lint(theme, '--fix')
    assert.ok(!existsSync(join(theme, 'templates/common/Thumbs.db')))
    assert.ok(existsSync(join(theme, 'templates/common/.gitkeep')))
  })

  test('files that no command sends are not checked', async () => {
    const theme = themeOf({ [LOGOUT]: BAD, [LABELS]: TWICE }, { '.tabardignore': 'logout/\n' })
    for (const one of [theme, join(theme, 'templates')])
      assert.deepEqual(
        (await reported(one)).findings.map(({ rule }) => rule),
        ['label/duplicate'],
      )
  })

  test('a folder without templates is a fatal finding', async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const { findings } = await reported(empty)
    assert.deepEqual(
      findings.map(({ rule, severity }) => [rule, severity]),
      [['package/templates-root', 'fatal']],
    )
  })

  test('writes SARIF with the help of each rule, and no address where there is no service', async () => {
    const { stdout } = await lint(themeOf({ [LOGOUT]: BAD }), '-o', 'sarif')
    const { version, runs } = JSON.parse(stdout)
    assert.equal(version, '2.1.0')
    const [{ tool, results }] = runs
    const [result] = results
    assert.equal(tool.driver.rules[result.ruleIndex].id, 'macro/unknown')
    assert.match(tool.driver.rules[result.ruleIndex].help.text, /is not replaced/)
    assert.equal(result.level, 'error')
    const { artifactLocation, region } = result.locations[0].physicalLocation
    assert.ok(artifactLocation.uri.endsWith(`/templates/${LOGOUT}`))
    assert.deepEqual(region, { startLine: LINE, startColumn: COLUMN, endLine: LINE, endColumn: COLUMN + 9 })
  })

  test('writes one workflow command for each finding, whatever a theme is called', async () => {
    const hostile = 'a,line=1::x\n::warning::%0A\x1b[2J.html'
    const { stdout } = await lint(themeOf({ [LOGOUT]: BAD, [hostile]: '' }), '-o', 'github')
    const lines = stdout.trimEnd().split('\n')
    for (const line of lines)
      assert.match(line, /^::(?:error|warning|notice) file=[^:,]*,line=\d+,[^:]*::[^\n]*$/)
    assert.ok(stdout.includes('a%2Cline=1%3A%3Ax%0A%3A%3Awarning%3A%3A%250A\uFFFD[2J.html'))
  })

  for (const format of ['text', 'json', 'sarif', 'github'])
    test(`no escape sequence of a theme reaches the terminal with ${format}`, async () => {
      const theme = themeOf({ 'x\x1b]0;owned\x07\u009b2J\u202e.html': '', [LOGOUT]: GOOD })
      const { stdout, stderr } = await lint(theme, '-o', format)
      assert.match(stdout, /package\/unsafe-path/)
      assert.doesNotMatch((stdout + stderr).replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u)
    })

  test('--rule checks the rules that it names only', async () => {
    const theme = themeOf({ [LOGOUT]: BAD, [LABELS]: TWICE })
    const rules = async (...words: string[]) =>
      (await reported(theme, ...words)).findings.map(({ rule }) => rule)
    assert.deepEqual((await rules()).sort(), ['label/duplicate', 'macro/unknown'])
    assert.deepEqual(await rules('--rule', 'label/duplicate'), ['label/duplicate'])
    await refused([theme, '--rule', 'label/duplicat'], /Did you mean "label\/duplicate"\?/)
  })

  test('--list tells every rule with its severity', async () => {
    const listed: { id: string; severity: string }[] = JSON.parse((await lint('--list', '--json')).stdout)
    assert.ok(listed.some(({ id, severity }) => id === 'macro/unknown' && severity === 'error'))
    assert.match((await lint('--list')).stdout, /^macro\/unknown +error +Unknown macro \(fix\)$/m)
  })

  test('--fix changes the files of a folder, and says so', async () => {
    const theme = themeOf({ [LOGOUT]: BAD })
    const { code, stdout, stderr } = await lint(theme, '--fix')
    assert.match(stderr, /^Fixed .*logout_success\.html: Write @THEME_ID@\n$/)
    assert.deepEqual([code, stdout], [0, 'Nothing was found.\n'])
    assert.equal(
      readFileSync(join(theme, 'templates', LOGOUT), 'utf8'),
      BAD.replace('@THEMEID@', '@THEME_ID@'),
    )
  })

  test('--fix refuses an archive', async () => {
    const archive = join(folder, 'fix.zip')
    writeFileSync(archive, packageOf({ [LOGOUT]: BAD }))
    await refused([archive, '--fix'], /--fix changes the files of a folder/)
  })

  test('names what is neither a folder nor an archive', async () => {
    await refused([join(folder, 'nowhere')], /no folder or archive/)
    await refused([], /Name a folder/)
    await refused(['--fail-level', 'bad', folder], /fail-level/)
  })

  describe('with tabard.toml', () => {
    const levels = async (settings: string, beside: Record<string, string> = {}) => {
      const theme = themeOf({ [LOGOUT]: BAD }, { 'tabard.toml': settings, ...beside })
      return (await reported(theme)).findings.map(({ rule, severity }) => [rule, severity])
    }

    test('a rule gets another level, or is off', async () => {
      assert.deepEqual(await levels('[lint.rules]\n"macro/unknown" = "off"\n'), [])
      assert.deepEqual(await levels('[lint.rules]\n"macro/unknown" = "warning"\n'), [
        ['macro/unknown', 'warning'],
      ])
    })

    test('settings above the folder count up to the root of the repository', async () => {
      const off = '[lint.rules]\n"macro/unknown" = "off"\n'
      const repository = themeOf(
        {},
        { 'tabard.toml': off, '.git/HEAD': '', [`themes/one/templates/${LOGOUT}`]: BAD },
      )
      assert.deepEqual((await reported(join(repository, 'themes/one'))).findings, [])
      const outside = themeOf({}, { 'tabard.toml': off, [`one/templates/${LOGOUT}`]: BAD })
      assert.equal((await reported(join(outside, 'one'))).findings.length, 1)
    })

    for (const [what, settings, expected] of [
      [
        'an unknown rule',
        '[lint.rules]\n"macro/unknwon" = "off"',
        /no rule "macro\/unknwon"\. Did you mean "macro\/unknown"\?/,
      ],
      ['an unknown key', '[lint]\nscripts = []', /no setting "scripts" in \[lint\]/],
      ['an unknown table', '[lnt]\n', /no setting "lnt" here\. Did you mean "lint"\?/],
      ['an unknown level', '[lint.rules]\n"macro/unknown" = "bad"', /must be one of off, error/],
      ['what is no origin', '[lint]\nscript-origins = ["cdn.example.com/x"]', /list of origins/],
      ['what is no TOML', '[lint', /cannot be read/],
    ] as const)
      test(`${what} is a usage error`, async () => {
        await refused([themeOf({ [LOGOUT]: BAD }, { 'tabard.toml': settings })], expected)
      })
  })

  test('loads nothing of the service', () => {
    const seen = new Set<string>()
    const visit = (file: string) => {
      if (seen.has(file) || !existsSync(file)) return
      seen.add(file)
      const statements = readFileSync(file, 'utf8').matchAll(
        /^(?:im|ex)port (?!type )[^;]*?from '(\.[^']+\.ts)'$/gm,
      )
      for (const [, name] of statements) visit(normalize(join(dirname(file), name!)))
    }
    for (const file of ['src/cli/cli.ts', 'src/cli/lint.ts']) visit(file)
    assert.ok(seen.has('src/lint/linter.ts'))
    const floors = [...seen].map(file => file.split('/')[1])
    assert.deepEqual([...new Set(floors)].sort(), ['cli', 'core', 'lint', 'program.ts', 'random.ts', 'zip'])
  })
})

for (const engine of ENGINES)
  test(`tabard lint checks a theme of the database on ${engine}`, async () => {
    const service = await testService(engine)
    try {
      await service.createTheme('Harbour', packageOf({ [LOGOUT]: BAD }))
      const { code, stdout } = await new CommandLine(service.database).run(['lint', 'Harbour', '--json'])
      const { findings }: Report = JSON.parse(stdout)
      assert.deepEqual(
        findings.map(({ rule, file }) => [rule, file]),
        [['macro/unknown', LOGOUT]],
      )
      assert.equal(code, 1)
      assert.match(findings[0]!.docs!, /^https?:\/\/.*\/docs\/lint#macro\/unknown$/)
      const sarif = await new CommandLine(service.database).run(['lint', 'Harbour', '-o', 'sarif'])
      const { rules } = JSON.parse(sarif.stdout).runs[0].tool.driver
      assert.match(rules[0].helpUri, /\/docs\/lint#/)
      const fix = await new CommandLine(service.database).run(['lint', 'Harbour', '--fix'])
      assert.equal(fix.code, 2)
    } finally {
      await service.stop()
    }
  })

for (const engine of ENGINES)
  test(`tabard tenant lint sets what the linter goes by on ${engine}`, async () => {
    const service = await testService(engine)
    try {
      await service.createTheme('Harbour', packageOf({ [LOGOUT]: BAD }))
      const run = (...words: string[]) => new CommandLine(service.database).run(words)
      const set = await run(
        ...['tenant', 'lint', 'main', '--json', '--rule', 'macro/unknown=off', '--rule', 'asset/size=error'],
        ...['--allow-script', 'https://cdn.example', '--tag-manager'],
      )
      assert.deepEqual(JSON.parse(set.stdout), {
        rules: { 'macro/unknown': 'off', 'asset/size': 'error' },
        scriptOrigins: ['https://cdn.example'],
        tagManager: true,
      })
      assert.equal((await run('lint', 'Harbour')).code, 0)
      await run('tenant', 'lint', 'main', '--rule', 'macro/unknown=default', '--no-tag-manager')
      await run('tenant', 'lint', 'main', '--forbid-script', 'https://cdn.example')
      assert.deepEqual(JSON.parse((await run('tenant', 'lint', 'main', '--json')).stdout), {
        rules: { 'asset/size': 'error' },
        scriptOrigins: [],
        tagManager: false,
      })
      assert.equal((await run('lint', 'Harbour')).code, 1)
      for (const wrong of ['macro/unknown', 'macro/unknwon=off', 'package/limits=off'])
        assert.equal((await run('tenant', 'lint', 'main', '--rule', wrong)).code, 2, wrong)
    } finally {
      await service.stop()
    }
  })
