import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { openInstallation, shippedMaster } from '../../src/installation.ts'
import { FILES, LOGIN, STATIC, THEMES } from '../pages/addresses.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES, freshDatabase, type TestDatabase } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { digestOf, executed } from '../support/store.ts'

const STYLE = '/* a style that gets lost */'
const DAMAGED = 'TABRD0004E'

for (const engine of ENGINES) {
  describe(`a content that has gone missing on ${engine}`, () => {
    let service: TestService
    let target: TestDatabase
    let folder: string
    let line: CommandLine
    let theme: string

    before(async () => {
      service = await testService(engine)
      target = await freshDatabase(engine)
      folder = mkdtempSync(join(tmpdir(), 'tabard-test-'))
      line = new CommandLine(service.database)
      theme = await service.createTheme(
        'Brand',
        packageOf({ [FILES.style]: STYLE, 'common/note.txt': 'A note' }),
      )
      await lose(digestOf(STYLE))
    })
    after(async () => {
      await service.stop()
      await target.remove()
      rmSync(folder, { recursive: true })
    })

    /** Behind the back of everything that keeps it from happening. */
    const lose = async (digest: string) => {
      const freed =
        engine === 'SQLite' ? 'pragma foreign_keys = off' : 'set session_replication_role = replica'
      await executed(service.database, `${freed}; delete from blobs where digest = '${digest}'`)
    }
    const idOf = async (path: string) => {
      const answer = await service.call('GET', path)
      return [answer.status, ((await answer.json()) as { messageId: string }).messageId]
    }

    test('is told by downloads of the theme and of the file, and not passed over', async () => {
      assert.deepEqual(await idOf(`${THEMES}/${theme}`), [500, DAMAGED])
      assert.deepEqual(await idOf(`${THEMES}/${theme}?customized_only=true`), [500, DAMAGED])
      assert.deepEqual(await idOf(`${THEMES}/${theme}/${FILES.style}`), [500, DAMAGED])
      assert.equal((await service.call('GET', `${THEMES}/${theme}/common/note.txt`)).status, 200)
    })

    test('does not keep anybody from signing in', async () => {
      assert.equal((await service.call('GET', `${LOGIN}?themeId=${theme}`)).status, 200)
    })

    test('is told by backup, restore and migrate, which name the file', async () => {
      const file = join(folder, 'backup')
      const { code, stderr } = await line.run(['backup', file])
      assert.equal(code, 1)
      assert.ok(stderr.includes(`The content of ${FILES.style} of theme ${theme}`), stderr)
      assert.doesNotMatch(stderr, /has everything/)
      const there = new CommandLine(target)
      await there.refused(
        ['restore', file],
        1,
        /The content of \S+ of theme .+ is missing\. .+ --without-missing .+\n$/,
      )
      const left = await there.run(['restore', file, '--without-missing'])
      assert.equal(left.code, 1)
      assert.match(left.stderr, /The content of .+ is missing.+ left out\./)
      const kept = await openInstallation(configFrom(target.environment))
      const files = await kept.store.tenant('main').themes.files(theme, 1)
      await kept.store.close()
      assert.deepEqual(
        files.map(({ path }) => path),
        ['common/note.txt'],
      )
      const empty = join(folder, 'empty')
      await line.refused(
        ['migrate', '--to', `sqlite:${empty}`],
        1,
        /The content of .+ is missing.+ Nothing was copied/,
      )
    })

    test('comes back with an upload of the same file', async () => {
      const form = new FormData()
      form.set('file', new Blob([STYLE]), 'page_style.css')
      assert.equal((await service.call('PUT', `${THEMES}/${theme}/${FILES.style}`, form)).status, 204)
      assert.equal((await service.call('GET', `${THEMES}/${theme}`)).status, 200)
    })

    test('is told by answers that no cache keeps, without the headers of the content', async () => {
      const lost = 'common/static/js/lost.js'
      const script = '/* a script that gets lost */'
      const id = await service.createTheme('Lost', packageOf({ [lost]: script }))
      const page = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      const generation = /theme\.css\?[^"]*v=([^"&]+)/.exec(page)![1]!
      await lose(digestOf(script))
      for (const path of [
        `${STATIC}/js/lost.js?themeId=${id}&v=${generation}`,
        `${THEMES}/${id}`,
        `${THEMES}/${id}/${lost}`,
      ]) {
        const { status, headers } = await service.call('GET', path)
        const told = ['cache-control', 'etag', 'content-disposition'].map(name => headers.get(name))
        assert.deepEqual([status, ...told], [500, 'no-store', null, null], path)
      }
    })

    test('of the master is put back by the next start', async () => {
      const { digest } = shippedMaster().files.values().next().value!
      await lose(digest)
      assert.equal((await service.service.store.blobs([digest])).size, 0)
      const { store } = await openInstallation(configFrom(service.database.environment))
      await store.close()
      assert.equal((await service.service.store.blobs([digest])).size, 1)
    })
  })
}
