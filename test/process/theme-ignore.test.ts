import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ignoredIn } from '../../src/cli/theme/ignore.ts'
import { run } from '../support/process.ts'

const PATHS = [
  'common/page_style.css',
  'common/static/own.css',
  'common/static/keep.css',
  'common/static/deep/own.css',
  'authentication/login/default/login.html',
  'authentication/login/default/login.html~',
  'authentication/logout/default/logout_success.html',
  'draft.html',
  'static',
]

let root: string

before(async () => {
  root = mkdtempSync(join(tmpdir(), 'tabard-ignore-'))
  await run('git', ['init', '-q', root], { HOME: root })
  mkdirSync(join(root, 'templates'))
})
after(() => rmSync(root, { recursive: true }))

for (const patterns of [
  ['*~', '*.psd'],
  ['static'],
  ['static/'],
  ['/templates/draft.html'],
  ['/draft.html'],
  ['login/**/*.html'],
  ['templates/common/static/*', '!templates/common/static/keep.css'],
  ['templates/common/static/', '!templates/common/static/keep.css'],
  ['*.css', '!keep.css'],
  ['*', '!*/', '!*.html'],
  ['templates/*/static', '# own.css'],
  ['own.cs[a-s]', 'log?ut/'],
  ['[z-a]wn.css', 'keep.cs[!z-a]'],
  ['[!a-n-]wn.css', 'static[!a]own.css'],
  ['**/deep/**', '*o*i*.h*l'],
  ['templates/**/static/*.css', '*o\\[ut', 'draft.html\\ ', 'keep.css   '],
])
  test(`${patterns.join(' ')} ignores what Git ignores`, async () => {
    writeFileSync(join(root, '.gitignore'), `${patterns.join('\n')}\n`)
    writeFileSync(join(root, '.tabardignore'), `${patterns.join('\n')}\n`)
    const isIgnored = ignoredIn(root)
    const input = PATHS.map(path => `templates/${path}\n`).join('')
    const { stdout } = await run('git', ['check-ignore', '--stdin'], { HOME: root }, root, input)
    const ignored = PATHS.filter(isIgnored).map(path => `templates/${path}`)
    assert.deepEqual(ignored, stdout.split('\n').slice(0, -1))
  })

test('a name is ignored however its accents are encoded', () => {
  const forms = ['NFC', 'NFD'] as const
  for (const written of forms)
    for (const named of forms) {
      writeFileSync(join(root, '.tabardignore'), 'entwürfe/\n'.normalize(written))
      assert.equal(ignoredIn(root)('common/entwürfe/own.css'.normalize(named)), true, `${written} ${named}`)
    }
})

test('the first pattern counts behind a byte order mark', () => {
  writeFileSync(join(root, '.tabardignore'), '\ufeffown.css\n')
  assert.equal(ignoredIn(root)('common/static/own.css'), true)
})

test('a pattern with many wildcards does not take long', () => {
  const pattern = `${'*a'.repeat(40)}*b\n${'**/a/'.repeat(40)}b\n${'****/'.repeat(100)}c/d\n`
  writeFileSync(join(root, '.tabardignore'), pattern)
  const isIgnored = ignoredIn(root)
  for (const [name, isMeant] of [
    ['a'.repeat(200), false],
    [`${'a'.repeat(200)}b`, true],
    [`${'a/'.repeat(100)}c`, false],
    [`${'a/'.repeat(100)}b`, true],
  ] as const)
    assert.equal(isIgnored(name), isMeant)
})
