import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_LIMITS, Refusal } from '../../src/core/refusal.ts'
import { archived, packed, readPackage } from '../../src/zip/zip.ts'
import { fixture, outcome, read, rows, texts, verdictOf } from './fixtures.ts'

const LIMIT_REASONS: Record<string, string> = {
  'too-big-file': 'over_limit file',
  'too-big-total': 'over_limit expanded',
  ratio: 'over_limit ratio',
}

const OTHERWISE: Record<string, string> = {
  // Nothing is outside templates/ when there is no templates/ at all.
  'st-no-templates': 'no-templates',
  // The cut stream leaves six bytes behind it, and the layout is checked before anything is inflated.
  'mm-both-csize-small': 'unaccounted-bytes',
}

for (const { name, verdict, reason } of rows()) {
  if (verdict === 'accept')
    test(`${name} is read`, () => {
      assert.equal(verdictOf(outcome(fixture(name))), 'ok')
    })
  else if (verdict === 'refuse')
    test(`${name} is refused for ${reason}`, () => {
      const result = outcome(fixture(name))
      assert.equal(verdictOf(result), OTHERWISE[name] ?? LIMIT_REASONS[reason] ?? reason)
    })
  else
    test(`${name} is read or refused`, () => {
      outcome(fixture(name))
    })
}

test('a decomposed name is kept in its composed spelling', () => {
  const paths = [...read(fixture('path-nfd-normalise')).files.keys()] as string[]
  assert.ok(paths.includes('common/café.png'.normalize('NFC')))
})

test('backslashes of a Windows archive become slashes', () => {
  assert.deepEqual(
    [...read(fixture('path-backslash-powershell')).files.keys()],
    [
      'common/page_components/page_header.html',
      'common/default/template_labels.properties',
      'user_flows/registration/default/registration.html',
    ],
  )
})

test('leftovers of the desktop are passed over and named', () => {
  for (const name of ['noise-macosx', 'noise-windows']) {
    const { files, ignored } = read(fixture(name))
    assert.ok(ignored.length > 0, name)
    assert.ok(
      [...files.keys()].every(path => !/macosx|ds_store|thumbs|desktop\.ini/i.test(path)),
      name,
    )
  }
  assert.ok(read(fixture('noise-macosx')).ignored.some(name => name.startsWith('__MACOSX/')))
})

test('an entry beside templates is passed over and named', () => {
  assert.deepEqual(read(fixture('path-outside')).ignored, ['other/evil.html'])
})

test('a setuid bit is read past', async () => {
  const contents = read(fixture('special-setuid-ignored'))
  assert.equal(contents.ignored.length, 0)
  assert.equal(Object.keys(await texts(contents)).length, contents.files.size)
})

test('a package of the folder alone has no files', () => {
  const { files, ignored } = read(fixture('st-only-folder'))
  assert.equal(files.size, 0)
  assert.deepEqual(ignored, [])
})

test('a refused entry is named without characters that act on a terminal', () => {
  const result = outcome(fixture('path-esc'))
  assert.ok(result instanceof Refusal && result.code === 'archive_invalid')
  const { entry } = result.details as { entry: string }
  assert.equal(entry, 'templates/common/\uFFFD[2Jx.html')
})

test('an image that is none is refused', () => {
  const archive = archived([['common/logo.png', packed(Buffer.from('<html>'))]])
  const result = outcome(archive)
  assert.ok(result instanceof Refusal && result.code === 'content_contradicts')
  assert.deepEqual(result.details, { path: 'common/logo.png', expected: 'a PNG image' })
})

test('limits count entries and the bytes of the archive', () => {
  const archive = fixture('ok-minimal')
  const over = (what: 'entries' | 'archive', limit: number) => {
    assert.throws(
      () => readPackage(archive, { ...DEFAULT_LIMITS, [what]: limit }),
      (error: unknown) => {
        assert.ok(error instanceof Refusal && error.code === 'over_limit')
        assert.deepEqual(error.details, { what, limit })
        return true
      },
    )
  }
  over('entries', 2)
  over('archive', archive.length - 1)
})
