import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ignoring } from '../../src/cli/theme/ignore.ts'
import { mergedLabels } from '../../src/cli/theme/label-merge.ts'
import { comparedFiles, type Sides, standingOf } from '../../src/cli/theme/three-way.ts'
import fc from '../support/properties.ts'

const own = (digest: string) => ({ digest, own: true })
const original = (digest: string) => ({ digest, own: false })

describe('how a file stands between a folder and a theme', () => {
  for (const [what, sides, expected] of [
    ['equal, whatever was before', { mine: 'a', theirs: own('a') }, 'same'],
    ['new here', { mine: 'a' }, 'local'],
    ['customized here for the first time', { mine: 'a', theirs: original('o') }, 'local'],
    ['changed here', { mine: 'b', base: 'a', theirs: own('a') }, 'local'],
    ['changed there', { mine: 'a', base: 'a', theirs: own('b') }, 'remote'],
    ['new there', { theirs: own('b') }, 'remote'],
    ['reverted there', { mine: 'a', base: 'a', theirs: original('o') }, 'reverted'],
    ['removed there', { mine: 'a', base: 'a' }, 'reverted'],
    ['gone here', { base: 'a', theirs: own('a') }, 'deleted'],
    ['gone on both sides', { base: 'a', theirs: original('o') }, 'same'],
    ['never here, and not customized', { theirs: original('o') }, 'same'],
    ['changed on both sides', { mine: 'b', base: 'a', theirs: own('c') }, 'conflict'],
    ['different, and nobody knows what was before', { mine: 'b', theirs: own('c') }, 'conflict'],
    ['changed here, reverted there', { mine: 'b', base: 'a', theirs: original('o') }, 'conflict'],
    ['changed here, removed there', { mine: 'b', base: 'a' }, 'conflict'],
    ['gone here, changed there', { base: 'a', theirs: own('c') }, 'conflict'],
  ] as [string, Sides, string][])
    test(`${what}: ${expected}`, () => assert.equal(standingOf(sides), expected))

  test('what somebody else customized is never to be overwritten, unless it is what was here before', () => {
    const digest = fc.constantFrom('a', 'b', 'c')
    const maybe = fc.option(digest, { nil: undefined })
    fc.assert(
      fc.property(maybe, maybe, digest, (mine, base, theirs) => {
        const standing = standingOf({ mine, base, theirs: own(theirs) })
        if (standing === 'local' || standing === 'deleted') assert.equal(theirs, base)
        if (standing === 'remote' || standing === 'reverted') assert.equal(mine, base)
      }),
    )
  })

  test('files of the master that are not here are left out', () => {
    const theirs = new Map([
      ['a.css', own('1')],
      ['b.css', original('2')],
    ])
    assert.deepEqual(
      comparedFiles(new Map(), new Map(), theirs).map(({ path }) => path),
      ['a.css'],
    )
  })
})

describe('label files are merged by key', () => {
  const base = '# ours\n$A$=1\n$B$=2\n$C$=3\n'

  test('what each side changed, added and removed', () => {
    const mine = '# ours\n$A$=one\n$B$=2\n$C$=3\n$M$=mine\n'
    const theirs = '$A$=1\n$B$=two\n$T$=theirs\n'
    assert.deepEqual(mergedLabels(mine, base, theirs), {
      text: '# ours\n$A$=one\n$B$=two\n$M$=mine\n$T$=theirs\n',
      conflicts: [],
    })
  })

  test('the same change on both sides is none, another one is a conflict', () => {
    const changed = base.replace('=1', '=x')
    assert.deepEqual(mergedLabels(changed, base, changed), { text: changed, conflicts: [] })
    assert.deepEqual(mergedLabels(changed, base, base.replace('=1', '=y')), {
      text: changed,
      conflicts: ['$A$'],
    })
    assert.deepEqual(mergedLabels(changed, base, base.replace('$A$=1\n', '')).conflicts, ['$A$'])
  })

  test('a second line of a key does not bring the old text back, and line ends stay', () => {
    const mine = '$A$=1\r\n$B$=2\r\n$B$=2'
    assert.equal(mergedLabels(mine, base, base.replace('=2', '=two')).text, '$A$=1\r\n$B$=two')
  })
})

test('ignores are written as for git', () => {
  const ignored = ignoring(
    '# comment\n*.psd\n!keep.psd\n/templates/drafts/\ntemplates/**/old\nbuild/\na[0-9]?.css\n\\#x\nspace \n',
  )
  for (const [path, expected] of [
    ['templates/a.psd', true],
    ['templates/keep.psd', false],
    ['templates/drafts/x.css', true],
    ['templates/common/drafts/x.css', false],
    ['templates/a/b/old/c.css', true],
    ['templates/old', true],
    ['x/build/y', true],
    ['x/build', false],
    ['templates/a1b.css', true],
    ['templates/ab.css', false],
    ['#x', true],
    ['space', true],
    ['templates/page.css', false],
  ] as const)
    assert.equal(ignored(path), expected, path)
})
