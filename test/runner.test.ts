import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { run } from './support/process.ts'

const RUNNER = join(import.meta.dirname, 'run.ts')
const FILES = {
  sound: `import { test } from 'node:test'
    test('holds', () => {})
    test('holds as well', () => {})`,
  failing: `import { test } from 'node:test'
    test('holds', () => {})
    test('does not hold', () => { throw new Error('what went wrong') })`,
  failingHook: `import { after, test } from 'node:test'
    after(() => { throw new Error('what went wrong') })
    test('holds', () => {})`,
  failingLater: `import { test } from 'node:test'
    test('holds', () => { setTimeout(() => { throw new Error('what went wrong') }, 1) })
    test('waits', () => new Promise(resolve => setTimeout(resolve, 100)))`,
  failingUnheard: `import { test } from 'node:test'
    test('holds', () => { Promise.reject(new Error('what went wrong')) })
    test('holds as well', () => {})`,
  leaving: `import { test } from 'node:test'
    test('leaves', () => process.exit(0))
    test('is never reached', () => {})`,
  killed: `import { test } from 'node:test'
    test('is killed', () => process.kill(process.pid, 'SIGKILL'))`,
  broken: `import './nothing.ts'`,
}
const FAILING = Object.keys(FILES).filter(name => name !== 'sound') as (keyof typeof FILES)[]

describe('the runner of the tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-runner-'))
  const at = (name: string) => join(folder, `${name}.test.ts`)
  before(() => {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(at(name), text)
  })
  after(() => rmSync(folder, { recursive: true }))
  const ran = (...words: string[]) => run(process.execPath, [RUNNER, ...words])

  test('says how far it is, and adds up what it ran', async () => {
    writeFileSync(at('sound-too'), FILES.sound)
    const { code, stdout } = await ran(at('sound'), at('sound-too'))
    assert.match(stdout, /^2\/2 \d+:\d\d ✔ .+ \(4 tests, \d+\.\d s, processor \d+\.\d s\)$/m)
    assert.match(stdout, /^ℹ cpu_ms [1-9]\d+ in all, with databases and preparation$/m)
    for (const line of ['ℹ tests 4', 'ℹ pass 4', 'ℹ fail 0']) assert.ok(stdout.includes(`${line}\n`), line)
    assert.equal(code, 0)
  })

  test('says at once that the console is not built, to tests that show it in a browser', async () => {
    const tab = relative(folder, join(import.meta.dirname, 'support/console-tab.ts'))
    writeFileSync(at('console'), `import '${tab}'\n${FILES.sound}`)
    // There is no console in this folder.
    const { code, stdout, stderr } = await run(
      process.execPath,
      [RUNNER, at('console'), at('sound')],
      {},
      folder,
    )
    assert.equal(
      stderr,
      'The console is not built. Run npm run build first: these tests show it in a browser.\n',
    )
    assert.equal(stdout, '')
    assert.equal(code, 2)
    assert.equal((await run(process.execPath, [RUNNER, at('sound')], {}, folder)).code, 0, 'others run')
  })

  for (const name of FAILING) {
    test(`fails with a file that is ${name}, alone and beside another`, async () => {
      assert.equal((await ran(at(name))).code, 1, 'alone')
      const { code, stdout } = await ran(at('sound'), at(name))
      assert.match(stdout, /^\d\/2 \d+:\d\d ✖ /m)
      if (name.startsWith('failing')) assert.match(stdout, /what went wrong/)
      assert.equal(code, 1)
    })
  }

  test('refuses names that match nothing', async () => {
    const { code, stderr } = await ran(join(import.meta.dirname, 'golden'))
    assert.match(stderr, /^No test file matches/)
    assert.equal(code, 2)
    const unknown = await ran('test/nowhere.test.ts')
    assert.equal(unknown.stderr, 'There is no file or folder test/nowhere.test.ts.\n')
    assert.equal(unknown.code, 2)
  })
})
