import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { assertRefused } from '../support/command.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { themeDeveloper } from './theme-developer.ts'

const SHEET = 'common/page_style.css'
const OWN = 'common/static/own.css'
const HEADER = 'common/page_components/page_header.html'

describe('tabard theme pull', () => {
  let service: TestService
  let root: string

  before(async () => {
    service = await testService('SQLite')
    root = mkdtempSync(join(tmpdir(), 'tabard-pull-'))
  })
  after(async () => {
    await service.stop()
    rmSync(root, { recursive: true })
  })

  const developer = (theme: string, server = service.url) => themeDeveloper(root, server, theme)

  /** A server in front of the service that does something before a file of a theme is downloaded. */
  const whileDownloading = async (context: TestContext, act: () => void) => {
    const proxy = createServer((asked, answer) => {
      if (/^\/v1\.0\/branding\/themes\/[^/]+\/./.test(asked.url!)) act()
      const { method, headers } = asked
      const passed = request(`${service.url}${asked.url}`, { method, headers }, got => {
        answer.writeHead(got.statusCode!, got.headers)
        got.pipe(answer)
      })
      asked.pipe(passed)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    context.after(() => {
      proxy.close()
      proxy.closeAllConnections()
    })
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  }
  const put = async (id: string, path: string, text: string) =>
    assert.ok((await service.call('PUT', `/v1.0/branding/themes/${id}/${path}`, fileForm(text))).ok)

  test('leaves files alone that were not selected, also with --all', async () => {
    const id = await service.createTheme('Selected', packageOf({ [SHEET]: 'a{}' }))
    for (const selection of [[HEADER], ['--only', HEADER], ['--ignore', 'common/*.css']]) {
      const ann = developer(id)
      ann.write(SHEET, 'mine{}')
      const { code, stdout, stderr } = await ann.run('pull', '--all', ...selection)
      assert.equal(code, 0, stderr)
      assert.equal(ann.read(SHEET), 'mine{}', selection.join(' '))
      assert.doesNotMatch(stdout, /page_style/)
      assert.ok(existsSync(ann.file(HEADER)))
      if (selection.includes(HEADER)) assert.equal(stdout, `written   templates/${HEADER}\n`)
    }
  })

  test('keeps an edit that is saved while the files are downloaded', async context => {
    const id = await service.createTheme('Edited', packageOf({ [SHEET]: 'a{}', [OWN]: 'b{}' }))
    let save = () => {}
    const ann = developer(id, await whileDownloading(context, () => save()))
    assert.equal((await ann.run('pull')).code, 0)
    await put(id, SHEET, 'theirs{}')
    assert.equal((await service.call('DELETE', `/v1.0/branding/themes/${id}/${OWN}`)).status, 204)
    save = () => {
      ann.write(SHEET, 'mine{}')
      ann.write(OWN, 'mine too{}')
    }
    for (const round of ['while it downloads', 'afterwards']) {
      const { code, stdout } = await ann.run('pull')
      assert.deepEqual(
        [code, stdout],
        [4, `conflict  templates/${SHEET}\nconflict  templates/${OWN}\n`],
        round,
      )
      assert.deepEqual([ann.read(SHEET), ann.read(OWN)], ['mine{}', 'mine too{}'])
    }
    assert.equal((await ann.run('pull', '--force', SHEET)).code, 0)
    assert.equal(ann.read(SHEET), 'theirs{}')
    save = () => ann.write(HEADER, 'mine')
    assertRefused(await ann.run('eject', HEADER), 4, /^These files exist already: templates\/common\//)
    assert.equal(ann.read(HEADER), 'mine')
  })
})
