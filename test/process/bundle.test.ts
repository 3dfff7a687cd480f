import assert from 'node:assert/strict'
import { isAscii } from 'node:buffer'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { CHECKOUT } from '../support/installed.ts'
import { quickProgram, run } from '../support/process.ts'

const says = (text: string) => `export const main = () => console.log('${text}')\n`

describe('a checkout with a bundle', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tabard-bundle-'))
  after(() => rmSync(parent, { recursive: true }))
  let root: string

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const ran = async () => {
    const { stdout, stderr } = await run(process.execPath, [join(root, 'bin/tabard.mjs')])
    return stdout.trim() || stderr
  }

  beforeEach(async () => {
    root = mkdtempSync(join(parent, 'checkout-'))
    for (const name of ['bin', 'build', 'package.json', 'package-lock.json'])
      cpSync(join(CHECKOUT, name), join(root, name), { recursive: true })
    write('src/cli/cli.ts', says('sources'))
    write('src/core/theme.ts', '')
    write('dist/cli/cli.js', says('bundle'))
    const { sourcesNow } = await import(pathToFileURL(join(root, 'build/sources.mjs')).href)
    write('dist/sources.txt', sourcesNow())
  })

  test('runs it while it is current', async () => {
    assert.equal(await ran(), 'bundle')
  })

  test('runs it while its sources say what they said, whenever they were written', async () => {
    write('src/core/theme.ts', '// changed')
    write('src/core/theme.ts', '')
    write('src/core/locale.ts', '')
    rmSync(join(root, 'src/core/locale.ts'))
    utimesSync(join(root, 'src/cli/cli.ts'), 0, 0)
    assert.equal(await ran(), 'bundle')
  })

  const changes: Record<string, () => void> = {
    'a file was changed': () => write('src/core/theme.ts', '// changed'),
    'a file was changed to one of the same size and time': () => {
      write('src/cli/cli.ts', says('SOURCES'))
      utimesSync(join(root, 'src/cli/cli.ts'), 0, 0)
    },
    'a file was added': () => write('src/core/locale.ts', ''),
    'a file was added to a new folder': () => write('src/core/flows/sign-in.ts', ''),
    'a file was removed': () => rmSync(join(root, 'src/core/theme.ts')),
    'a file was renamed': () => renameSync(join(root, 'src/core/theme.ts'), join(root, 'src/core/themes.ts')),
    'a dependency was updated': () => write('package-lock.json', '{}\n'),
    'the version was changed': () => write('package.json', '{ "type": "module" }\n'),
    'nothing says what it was made of': () => rmSync(join(root, 'dist/sources.txt')),
    'its list of sources is cut off': () => write('dist/sources.txt', ''),
  }
  for (const [what, change] of Object.entries(changes))
    test(`runs its sources where ${what}`, async () => {
      change()
      assert.match(await ran(), /^sources$/i)
    })
})

describe('the bundle', () => {
  let texts: ReadonlyMap<string, string>

  before(async () => {
    const folder = join(dirname(await quickProgram()), '../dist')
    const files = globSync('**/*.js', { cwd: folder })
    texts = new Map(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]))
    assert(texts.size > 10)
  })

  test('never imports node:http, which would load the HTTP client of Node at every start', () => {
    for (const [file, text] of texts) assert.doesNotMatch(text, /^import .*['"]node:http['"]/m, file)
  })

  test('is ASCII, so that the engine keeps one byte for each character', () => {
    for (const [file, text] of texts) if (file.startsWith('chunks')) assert(isAscii(Buffer.from(text)), file)
  })
})
