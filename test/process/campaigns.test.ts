import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CommandLine } from '../support/command.ts'
import { ENGINES, installedDatabase, type TestDatabase } from '../support/database.ts'
import { quickProgram, run } from '../support/process.ts'

const SETTINGS = ['Review', '--app', 'Shop', '--end', '2099-01-31', '--start', '2099-01-01', '--supervisor']

for (const engine of ENGINES) {
  describe(`tabard campaign on ${engine}`, () => {
    let database: TestDatabase
    let line: CommandLine
    let folder: string

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tabard-campaign-'))
      database = await installedDatabase(engine)
      line = new CommandLine(database)
      await line.json(['app', 'create', '--name', 'Shop'])
      await line.json(['app', 'access', 'Shop', '--mode', 'assigned', '--no-keep-recent'])
      for (const email of ['ada@example.com', 'bob@example.com', 'sue@example.com'])
        await line.run(['account', 'create', '--email', email])
      for (const email of ['ada@example.com', 'bob@example.com'])
        await line.json(['app', 'grant', 'Shop', email])
    })
    after(async () => {
      await database.remove()
      rmSync(folder, { recursive: true })
    })

    test('supervisors are set, a preview counts, and a campaign is planned and called off', async () => {
      assert.deepEqual(await line.json(['account', 'supervisor', 'bob@example.com', 'ada@example.com']), {
        account: 'bob@example.com',
        supervisor: 'ada@example.com',
      })
      const preview = await line.json<{ items: number; reviewers: object[] }>([
        ...['campaign', 'preview', ...SETTINGS, 'sue@example.com'],
      ])
      assert.equal(preview.items, 2)
      assert.deepEqual(preview.reviewers, [
        { reviewer: 'ada@example.com', items: 1 },
        { reviewer: 'sue@example.com', items: 1 },
      ])
      const { id, state } = await line.json<{ id: string; state: string }>([
        ...['campaign', 'create', ...SETTINGS, 'sue@example.com', '--open-items', 'revoke'],
      ])
      assert.equal(state, 'scheduled')
      const [listed] = await line.json<{ id: string }[]>(['campaign', 'list'])
      assert.equal(listed?.id, id)
      assert.match((await line.run(['campaign', 'show', id])).stderr, /There are no reviews yet/)
      assert.match(await line.printed(['campaign', 'report', id]), /^Application,Application id,Username/)
      const file = join(folder, 'report.csv')
      const report = ['campaign', 'report', id, '--output', file]
      await line.printed(report)
      const written = readFileSync(file, 'utf8')
      assert.match(written, /^Application,Application id,Username/)
      writeFileSync(file, 'of another campaign')
      await line.refused(report, 4, /^The file .+ exists already\. Name another file, or add --force .+\.\n$/)
      assert.equal(readFileSync(file, 'utf8'), 'of another campaign')
      await line.printed([...report, '--force'])
      assert.equal(readFileSync(file, 'utf8'), written)
      await line.refused(
        [...report, '--output', join(file, 'x')],
        1,
        /^The file .+ cannot be written: ENOTDIR/,
      )
      // A program that reads the report may stop at any time.
      const script = ['-c', '"$@" | true', 'sh', process.execPath, await quickProgram()]
      const read = await run('/bin/sh', [...script, 'campaign', 'report', id], database.environment)
      assert.equal(read.stderr, '')
      assert.deepEqual(await line.json(['campaign', 'cancel', id]), { id, state: 'cancelled' })
      const { code, stderr } = await line.run(['campaign', 'end', id])
      assert.notEqual(code, 0)
      assert.match(stderr, /The campaign is cancelled/)
      const missing = await line.run(['campaign', 'preview', ...SETTINGS, 'nobody'])
      assert.match(missing.stderr, /No account or group has the name "nobody"/)
    })
  })
}
