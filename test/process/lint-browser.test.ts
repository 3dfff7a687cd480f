import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CommandLine } from '../support/command.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { tabard } from '../support/process.ts'
import { chromiumPath } from '../support/provisions.ts'
import { testService } from '../support/service.ts'

const PAGE = 'authentication/logout/default/logout_success.html'
const FAINT = `<!doctype html>
<html lang="@LANG@">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$PRODUCT_NAME$</title>
<style>p { color: #999; }</style>
</head>
<body>
<p>$LOGOUT_OK_CLOSE_BROWSER$</p>
</body>
</html>
`
const FOUND = [['a11y/contrast', 'warning', PAGE, 10, ['logout']]]

interface Report {
  findings: { rule: string; severity: string; file: string; start: { line: number }; pages?: string[] }[]
}

const told = (stdout: string) =>
  (JSON.parse(stdout) as Report).findings
    .filter(({ rule }) => !rule.startsWith('csp/'))
    .map(({ rule, severity, file, start, pages }) => [rule, severity, file, start.line, pages])

describe('tabard lint --browser', () => {
  let folder: string
  let environment: Record<string, string>

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tabard-lint-browser-'))
    environment = { TABARD_CHROMIUM: await chromiumPath(), TABARD_DATA: folder }
    const file = join(folder, 'theme/templates', PAGE)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, FAINT)
    writeFileSync(join(folder, 'theme.zip'), packageOf({ [PAGE]: FAINT }))
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const name of ['theme', 'theme.zip'])
    test(`measures the pages of ${name}`, async () => {
      const { code, stdout, stderr } = await tabard(
        ['lint', join(folder, name), '--browser', '--json', '--fail-level', 'warning'],
        environment,
      )
      assert.equal(stderr, '')
      assert.deepEqual(told(stdout), FOUND)
      assert.equal(code, 1)
    })

  test('measures the pages of a stored theme', async () => {
    const service = await testService(ENGINES[0]!)
    try {
      await service.createTheme('Harbour', packageOf({ [PAGE]: FAINT }))
      // The database of the service, and not the folder of the other tests.
      const { TABARD_CHROMIUM } = environment
      const command = new CommandLine(service.database, { TABARD_CHROMIUM: TABARD_CHROMIUM! })
      assert.deepEqual(told((await command.run(['lint', 'Harbour', '--browser', '--json'])).stdout), FOUND)
    } finally {
      await service.stop()
    }
  })

  test('finds nothing of the kind without the option', async () => {
    const { stdout } = await tabard(['lint', join(folder, 'theme'), '--json'], environment)
    assert.deepEqual(told(stdout), [])
  })

  test('checks the rules that --rule names only, and --list marks those that need it', async () => {
    const words = ['lint', join(folder, 'theme'), '--browser', '--json', '--rule', 'layout/overflow']
    assert.deepEqual(told((await tabard(words, environment)).stdout), [])
    assert.match(
      (await tabard(['lint', '--list'], environment)).stdout,
      /^a11y\/contrast +warning +Text that is hard to read \(--browser\)$/m,
    )
  })

  for (const [what, wrong, expected] of [
    [
      'names no program',
      { TABARD_CHROMIUM: '/nowhere/chromium' },
      /^TABARD_CHROMIUM is "\/nowhere\/chromium", where/,
    ],
    [
      'finds no browser',
      { TABARD_CHROMIUM: '', PATH: '/nowhere', HOME: '/nowhere' },
      /^--browser needs Chromium or Chrome/,
    ],
  ] as const)
    test(`ends with 2 where the environment ${what}`, async () => {
      const { code, stdout, stderr } = await tabard(['lint', join(folder, 'theme'), '--browser'], {
        ...environment,
        ...wrong,
      })
      assert.match(stderr, expected)
      assert.deepEqual([code, stdout], [2, ''])
    })

  for (const [what, script, reason] of [
    ['ends at once', 'echo "No usable sandbox!" >&2', 'The program has ended. It says: No usable sandbox!'],
    [
      'speaks nonsense',
      "printf 'hello\\000' >&4; sleep 5",
      'The program does not speak the DevTools protocol.',
    ],
  ] as const)
    test(`ends with 1 where the program ${what}, and tells why`, async () => {
      const program = join(folder, 'no-browser')
      writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      const { code, stderr } = await tabard(['lint', join(folder, 'theme'), '--browser'], {
        ...environment,
        TABARD_CHROMIUM: program,
      })
      assert.equal(
        stderr,
        `The pages could not be shown. ${program} cannot be used as a browser. ${reason}\n`,
      )
      assert.equal(code, 1)
    })
})
