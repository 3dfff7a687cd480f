import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../src/core/refusal.ts'
import { fixture, outcome, read, texts, verdictOf } from './fixtures.ts'
import { type RawEntry, rawArchive } from './raw.ts'

const UTF8 = 0x800
const FAT = 0
const NTFS = 10
const UNIX = 3
const DARWIN = 19
const FILE_MODE = 0o100644 * 0x10000
const FOLDER_MODE = 0o040755 * 0x10000

function verdict(...entries: RawEntry[]): string {
  return verdictOf(outcome(rawArchive([{ name: 'templates/' }, ...entries])))
}

test('UTF-8 names need no flag from a Unix host, and need it from any other', () => {
  for (const host of [UNIX, DARWIN]) assert.equal(verdict({ name: 'templates/é.css', host }), 'ok')
  for (const host of [FAT, NTFS])
    assert.equal(verdict({ name: 'templates/é.css', host }), 'name-encoding-ambiguous')
  assert.equal(verdict({ name: 'templates/é.css', host: FAT, flags: UTF8 }), 'ok')
})

test('Latin-1 from a Unix host is not UTF-8', () => {
  assert.equal(verdict({ name: Buffer.from('templates/\xe9.css', 'latin1') }), 'name-not-utf8')
})

test('a backslash separates folders in Windows archives, but not beside a slash', () => {
  const archive = rawArchive([
    { name: 'templates\\', host: FAT, attributes: 0x10 },
    { name: 'templates\\common\\a.css', host: NTFS },
  ])
  assert.deepEqual([...read(archive).files.keys()], ['common/a.css'])
  assert.equal(verdict({ name: 'templates/common\\a.css', host: FAT }), 'name-backslash')
  assert.equal(verdict({ name: 'templates\\a.css', host: UNIX }), 'name-backslash')
  assert.equal(verdict({ name: 'templates\\..\\a.css', host: FAT }), 'name-dot-segment')
})

test('names beside templates go through the same gate', () => {
  assert.equal(verdict({ name: '../a' }), 'name-dot-segment')
  assert.equal(verdict({ name: '__MACOSX/a:b' }), 'name-forbidden-char')
})

test('the root folder does not count against the limits of a path', () => {
  const path = `${'a/'.repeat(15)}b`
  assert.equal(verdict({ name: `templates/${path}` }), 'ok')
  assert.equal(verdict({ name: `templates/a/${path}` }), 'name-too-deep')
})

test('a name stands for a file or a folder, in whatever order they come', () => {
  const file = { name: 'templates/a' }
  assert.equal(verdict(file, { name: 'templates/a/' }), 'name-file-dir-conflict')
  assert.equal(verdict({ name: 'templates/a/b' }, file), 'name-file-dir-conflict')
  assert.equal(verdict({ name: 'templates/A/' }, { name: 'templates/a/b' }), 'name-duplicate')
  assert.equal(verdict({ name: 'templates/A/b/c' }, { name: 'templates/a/x' }), 'name-duplicate')
  assert.equal(verdict({ name: 'templates/ab/c' }, file), 'ok')
})

test('names that collide are both shown, also where they are those of folders', () => {
  const why = (...names: string[]) => {
    const result = outcome(rawArchive(names.map(name => ({ name }))))
    assert.ok(result instanceof Refusal)
    return (result.details as { why: string }).why
  }
  assert.match(why('templates/A/b/c', 'templates/a/x'), /: "templates\/a" and "templates\/A"$/)
  assert.match(why('templates/a/b', 'templates/a/B'), /: "templates\/a\/B" and "templates\/a\/b"$/)
  assert.match(why('templates/a', 'templates/a'), /: "templates\/a"$/)
  assert.match(why('templates/a', 'templates/a/b/c'), /: "templates\/a"$/)
})

test('what an entry is, its name and its attributes tell alike', () => {
  assert.equal(verdict({ name: 'templates/a/', attributes: FOLDER_MODE }), 'ok')
  assert.equal(verdict({ name: 'templates/a', attributes: FILE_MODE }), 'ok')
  assert.equal(verdict({ name: 'templates/a', attributes: FOLDER_MODE }), 'type-conflict')
  assert.equal(verdict({ name: 'templates/a', host: FAT, attributes: 0x10 }), 'type-conflict')
  assert.equal(verdict({ name: 'templates/a/', attributes: FILE_MODE }), 'type-conflict')
})

test('a wrong checksum is refused even where both headers agree on it', () => {
  assert.equal(verdict({ name: 'templates/a', text: 'a', crc: 1 }), 'crc-mismatch')
  assert.equal(verdict({ name: 'elsewhere/a', text: 'a', crc: 1 }), 'crc-mismatch')
})

test('extra fields may be padded with zeros, and only with zeros', () => {
  for (const length of [1, 2, 3, 4, 7])
    assert.equal(verdict({ name: 'templates/a', extra: Buffer.alloc(length) }), 'ok')
  assert.equal(verdict({ name: 'templates/a', extra: Buffer.from([0, 0, 1]) }), 'extra-malformed')
})

test('a ZIP64 field may repeat values that fit, and not contradict them', () => {
  const field = (size: number) => {
    const extra = Buffer.alloc(20)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(16, 2)
    extra.writeBigUInt64LE(BigInt(size), 4)
    extra.writeBigUInt64LE(1n, 12)
    return extra
  }
  assert.equal(verdict({ name: 'templates/a', text: 'x', extra: field(1) }), 'ok')
  assert.equal(verdict({ name: 'templates/a', text: 'x', extra: field(2) }), 'zip64-conflict')
})

test('equal contents have one digest, however they are compressed', async () => {
  const stored = read(fixture('method-stored'))
  const deflated = read(fixture('ok-minimal'))
  assert.deepEqual(await texts(stored), await texts(deflated))
  const sameDigests = [...stored.files].every(
    ([path, blob]) => blob.digest === deflated.files.get(path)?.digest,
  )
  assert.ok(sameDigests)
})

test('an entry that needs ZIP 4.5 is read; one that needs a newer version, in either header, is refused', () => {
  const needing = (local: number, directory: number) =>
    verdict({ name: 'templates/a.css', versions: [local, directory] })
  for (const version of [0, 10, 20, 45]) assert.equal(needing(version, version), 'ok')
  assert.equal(needing(20, 45), 'ok')
  for (const version of [46, 51, 63, 0x0314]) {
    assert.equal(needing(version, version), 'version-unsupported')
    assert.equal(needing(20, version), 'version-unsupported')
    assert.equal(needing(version, 20), 'version-unsupported')
  }
})

test('a ZIP64 end record that needs a newer version than 4.5 is refused', () => {
  const archive = Buffer.from(fixture('z64-eocd'))
  const record = archive.indexOf('PK\x06\x06', 0, 'latin1')
  archive.writeUInt16LE(62, record + 14)
  assert.equal(verdictOf(outcome(archive)), 'version-unsupported')
})
