import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fixFolder } from '../../src/cli/lint-fix.ts'
import { folderFiles } from '../../src/cli/lint-source.ts'
import { LintedMaster, Linter, RULES } from '../../src/lint/lint.ts'
import { quickProgram, run } from '../support/process.ts'

const { bad, good } = RULES.find(({ id }) => id === 'macro/unknown')!
const [[PAGE, BAD]] = Object.entries(bad) as [[string, string]]
const [GOOD] = Object.values(good) as [string]
const OTHER = 'authentication/login/error/default/login_error.html'
const ERROR = BAD.replace('<p>@THEMEID@</p>', '<p>@ERROR_MESSAGE@ @THEMEID@</p>')
const LEFTOVER = 'common/Thumbs.db'

describe('tabard lint --fix', () => {
  let folder: string
  let templates: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tabard-lint-fix-'))
    templates = join(folder, 'templates')
  })
  after(() => rmSync(folder, { recursive: true }))

  const write = (files: Record<string, string>) => {
    rmSync(templates, { recursive: true, force: true })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(templates, path)), { recursive: true })
      writeFileSync(join(templates, path), text)
    }
  }
  const text = (path: string) => readFileSync(join(templates, path), 'utf8')
  const left = () =>
    readdirSync(templates, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
      .sort()
  /** Runs it where no file may become larger than some kilobytes, as on a full disk. */
  const fixOnFullDisk = async (...words: string[]) =>
    await run('bash', [
      '-c',
      'ulimit -f 4; exec "$0" "$@"',
      process.execPath,
      await quickProgram(),
      'lint',
      '--fix',
      ...words,
      folder,
    ])
  /** Fixes a folder that was read before something happened to it. */
  const fixAfter = (happens: () => void) => {
    const { files } = folderFiles(templates)
    happens()
    return fixFolder(templates, files, new Linter(files, new LintedMaster(new Map())))
  }

  test('a file that cannot be written is told, others are fixed, and nothing is left behind', async () => {
    const large = ERROR.replace('</body>', `<!-- ${'x'.repeat(8_000)} -->\n</body>`)
    write({ [PAGE]: BAD, [OTHER]: large })
    const { code, stderr } = await fixOnFullDisk()
    assert.match(stderr, /^Fixed .*logout_success\.html: Write @THEME_ID@$/m)
    assert.match(stderr, /^Not fixed .*login_error\.html: EFBIG: file too large, write\.$/m)
    assert.doesNotMatch(stderr, /\n\s+at /)
    assert.equal(code, 1)
    assert.equal(text(PAGE), GOOD)
    assert.equal(text(OTHER), large)
    assert.deepEqual(left(), ['login_error.html', 'logout_success.html'])
    const { stdout } = await fixOnFullDisk('--json')
    assert.deepEqual(JSON.parse(stdout).failed, [{ file: OTHER, reason: 'EFBIG: file too large, write' }])
  })

  test('a failed fix ends with 1 where no finding would', async () => {
    write({ [PAGE]: BAD.replace('</body>', `<!-- ${'x'.repeat(8_000)} -->\n</body>`) })
    assert.equal((await fixOnFullDisk('--fail-level', 'fatal')).code, 1)
  })

  test('a file that was changed after it was read is left alone', () => {
    write({ [PAGE]: BAD, [LEFTOVER]: 'pictures' })
    const { fixed, failed } = fixAfter(() => {
      writeFileSync(join(templates, PAGE), `${BAD}<!-- edited -->\n`)
      writeFileSync(join(templates, LEFTOVER), 'now important')
    })
    const reason = 'the file was changed after it was read. Run the command again'
    assert.deepEqual(fixed, [])
    assert.deepEqual(
      failed.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
      [
        { file: PAGE, reason },
        { file: LEFTOVER, reason },
      ],
    )
    assert.equal(text(PAGE), `${BAD}<!-- edited -->\n`)
    assert.equal(text(LEFTOVER), 'now important')
    assert.deepEqual(left(), ['Thumbs.db', 'logout_success.html'])
  })

  test('a file that is gone is told, and others are fixed', () => {
    write({ [PAGE]: BAD, [OTHER]: ERROR })
    const { fixed, failed } = fixAfter(() => rmSync(join(templates, PAGE)))
    assert.deepEqual(
      fixed.map(({ file }) => file),
      [OTHER],
    )
    assert.match(failed[0]!.reason, /^ENOENT/)
  })

  test('a file keeps its mode, whatever the umask is', () => {
    write({ [PAGE]: BAD })
    chmodSync(join(templates, PAGE), 0o666)
    const umask = process.umask(0o077)
    try {
      assert.equal(fixAfter(() => {}).fixed.length, 1)
    } finally {
      process.umask(umask)
    }
    assert.equal(statSync(join(templates, PAGE)).mode & 0o777, 0o666)
    assert.equal(text(PAGE), GOOD)
  })
})
