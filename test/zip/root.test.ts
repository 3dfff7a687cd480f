import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../src/core/refusal.ts'
import { outcome } from './fixtures.ts'
import { rawArchive } from './raw.ts'

function finding(...names: string[]): string {
  const result = outcome(rawArchive(names.map(name => ({ name }))))
  assert.ok(result instanceof Refusal && result.code === 'archive_invalid')
  const { flaw, why } = result.details as { flaw: string; why: string }
  assert.equal(flaw, 'no-templates')
  const start = 'the folder templates is missing at the root; '
  assert.ok(why.startsWith(start))
  return why.slice(start.length)
}

test('an archive without templates is told what was found instead', () => {
  assert.equal(finding('brand/a.html', 'brand/b.html', 'readme.txt'), 'found brand/ and readme.txt instead')
  assert.equal(finding('Templates/a.html'), 'found Templates/ instead')
  assert.equal(finding('templates'), 'found templates instead')
})

test('no more than five names are told', () => {
  assert.equal(finding('a', 'b', 'c/', 'd', 'e', 'f', 'g'), 'found a, b, c/, d, e and more instead')
  assert.equal(finding('a', 'b', 'c/', 'd', 'e'), 'found a, b, c/, d and e instead')
})

test('leftovers of the desktop are not worth telling, unless there is nothing else', () => {
  assert.equal(finding('__MACOSX/._a'), 'found __MACOSX/ instead')
  assert.equal(finding('__MACOSX/._a', 'common/a'), 'found common/ instead')
})

test('an archive with templates one level down is told to zip that folder', () => {
  const told = 'it is inside brand/: zip the folder templates itself, not the folder around it'
  assert.equal(finding('brand/templates/a.html'), told)
  assert.equal(finding('brand/', 'brand/templates/'), told)
  assert.equal(finding('brand/templates'), 'found brand/ instead')
})

test('an empty archive is told so', () => {
  assert.equal(finding(), 'the archive is empty')
})
