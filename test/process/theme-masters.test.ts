import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { type Ended, quickProgram, type Server, startServer, TABARD, tabard } from '../support/process.ts'

const CHECKOUT = join(import.meta.dirname, '../..')
const SHEET = 'common/page_style.css'
const BASE = 'common/static/css/base.css'
const SECRET = 'a-secret-of-at-least-thirty-two-letters'

/** A version of Tabard with another original of a file. */
async function nextVersion(folder: string, changed: string): Promise<string> {
  const program = await quickProgram()
  const code = program === TABARD ? 'src' : 'dist'
  for (const part of [code, 'bin', 'package.json'])
    cpSync(join(dirname(program), '..', part), join(folder, part), { recursive: true })
  cpSync(join(CHECKOUT, 'master'), join(folder, 'master'), { recursive: true })
  symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'console'))
  symlinkSync(join(CHECKOUT, 'console/dist'), join(folder, 'console/dist'))
  const file = join(folder, 'master/templates', changed)
  writeFileSync(file, `${readFileSync(file, 'utf8')}/* new in this version */\n`)
  return join(folder, 'bin/tabard.mjs')
}

describe('a repository kept over two masters', () => {
  let root: string
  let database: TestDatabase
  let server: Server
  let folder: string

  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'tabard-masters-'))
    folder = join(root, 'brand')
    database = await installedDatabase('SQLite')
    server = await startServer({
      ...database.environment,
      TABARD_CLIENT_ID: 'ci',
      TABARD_CLIENT_SECRET: SECRET,
    })
  })
  after(async () => {
    await server?.stop()
    await database.remove()
    rmSync(root, { recursive: true })
  })

  const theme = async (...words: string[]): Promise<Ended> =>
    await tabard(['theme', ...words], {
      HOME: root,
      TABARD_SERVER: server.url,
      TABARD_CLIENT_ID: 'ci',
      TABARD_CLIENT_SECRET: SECRET,
      TABARD_PATH: folder,
      TABARD_THEME: 'Harbour',
    })
  const done = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await theme(...words)
    assert.equal(code, 0, `${words.join(' ')}: ${stderr}`)
    return stdout
  }
  const edit = (path: string, text: string) => {
    const file = join(folder, 'templates', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${readFileSync(file, 'utf8')}${text}`)
  }

  test('is told which files the update has outdated, and how', async () => {
    await done('create', 'Harbour')
    await done('eject', SHEET, BASE)
    edit(SHEET, '.own { color: #222 }\n')
    edit(BASE, '.own { color: #333 }\n')
    await done('push', '-m', 'Ours')
    assert.equal(await done('status'), '')
    await server.stop()
    server = await startServer(database.environment, undefined, await nextVersion(join(root, 'next'), BASE))

    const outdated = `outdated          templates/${BASE}  (original: +1 -0 lines)\n`
    assert.equal(await done('status'), outdated)
    assert.equal((await theme('status', '--exit-code')).code, 1)
    assert.match(
      await done('info'),
      /outdated {2}templates\/common\/static\/css\/base\.css {2}\(original: \+1 -0 lines\)/,
    )
    assert.match(await done('push', '--dry-run'), /^outdated {2}templates\/common\/static\/css\/base\.css/m)
    const difference = await done('diff', '--originals')
    assert.match(difference, /^\+\/\* new in this version \*\/$/m)
    assert.doesNotMatch(difference, /page_style/)

    // An edit does not make it current.
    edit(BASE, '.more { color: #444 }\n')
    await done('push')
    assert.equal(await done('status'), outdated)
    const wrong = await theme('status', '--mark-current', SHEET)
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /is not outdated/)
    await done('status', '--mark-current', `templates/${BASE}`)
    assert.equal(await done('status', '--exit-code'), '')
    assert.equal(await done('diff', '--originals'), '')
  })
})
