import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { packageOf } from '../support/packages.ts'
import { type Ended, tabard } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'

const SHEET = 'common/page_style.css'
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

  /** Somebody with a folder of their own. */
  const developer = (theme: string, server = service.url) => {
    const folder = mkdtempSync(join(root, 'dev-'))
    const environment = {
      HOME: folder,
      TABARD_SERVER: server,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      TABARD_PATH: folder,
      TABARD_THEME: theme,
    }
    const file = (path: string) => join(folder, 'templates', path)
    return {
      folder,
      file,
      write(path: string, text: string) {
        mkdirSync(dirname(file(path)), { recursive: true })
        writeFileSync(file(path), text)
      },
      read: (path: string) => readFileSync(file(path), 'utf8'),
      run: async (...words: string[]): Promise<Ended> => await tabard(['theme', ...words], environment),
    }
  }

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
})
