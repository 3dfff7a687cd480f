import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { unified } from '../../src/cli/theme/unified.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { quickProgram, run } from '../support/process.ts'

const PRINT = pathToFileURL(join(import.meta.dirname, '../../src/cli/print.ts')).href

describe('the output of a command', () => {
  let database: TestDatabase

  before(async () => {
    database = await installedDatabase('SQLite')
  })
  after(() => database.remove())

  /** Runs a script of the shell, whose arguments are the command. */
  const shell = async (script: string) =>
    await run('/bin/sh', ['-c', script, 'sh', process.execPath, await quickProgram()], database.environment)

  test('may be read by somebody who stops reading', async () => {
    const { stdout, stderr } = await shell('"$@" doctor --no-themes | head -n 1')
    assert.equal(stdout.split('\n').length, 2)
    assert.equal(stderr, '')
  })

  test('may be a backup for a program that ends early', async () => {
    const { stderr } = await shell('"$@" backup - | true')
    assert.equal(stderr, 'The backup is incomplete, because the program that reads it has stopped.\n')
  })

  test('that cannot be written is told', async () => {
    const { code, stderr } = await shell('"$@" client list --json >/dev/full')
    assert.equal(code, 1)
    assert.match(stderr, /^The output cannot be written: ENOSPC[^\n]+\.\n$/)
  })

  test('of one that takes long has its progress on a terminal, and nowhere else', async () => {
    const doctor = `'${process.execPath}' '${await quickProgram()}' doctor`
    const { stdout } = await shell(`script -qec "${doctor}" /dev/null`)
    assert.match(stdout, /\rRendering the pages of themes: 0 of 1\b/)
    assert.doesNotMatch((await shell('"$@" doctor')).stderr, /\r/)
  })

  test('may have any number of rows', async () => {
    const script = `import { print } from ${JSON.stringify(PRINT)}
      print(Array.from({ length: 150_000 }, (_, row) => ({ row, name: 'x' })), {})`
    const { code, stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script])
    assert.deepEqual([code, stderr], [0, ''])
    assert.deepEqual(stdout.split('\n').slice(0, 2), ['row     name', '0       x'])
    assert.equal(stdout.split('\n').length, 150_002)
  })

  test('may be the difference of any number of lines', () => {
    const added = 'a\n'.repeat(150_000)
    const lines = unified('own.css', Buffer.from('x\n'), Buffer.from(`${added}x\n`))
    assert.equal(lines.filter(line => line === '+a').length, 150_000)
  })
})
