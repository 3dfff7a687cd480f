import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { DEFAULT_LIMITS, type Limits, Refusal } from '../../src/core/refusal.ts'
import { RATIO_FLOOR, readPackage } from '../../src/zip/zip.ts'
import { outcome, read, verdictOf } from './fixtures.ts'
import { CENTRAL, LOCAL, PLAIN, patched, place, rawArchive, withEntry } from './raw.ts'

const verdict = (archive: Buffer) => verdictOf(outcome(archive))

describe('the data of an entry', () => {
  const CONTENT = Buffer.from('a{color:red}'.repeat(20))
  const PACKED = deflateRawSync(CONTENT, { level: 1 })

  /** An archive whose second entry is deflated; its sizes and checksum are those of the content. */
  function holding(
    data: Buffer,
    size = CONTENT.length,
    crc = crc32(CONTENT),
    name = 'templates/a.css',
  ): Buffer {
    let archive = withEntry({ name, text: data, crc })
    for (const [signature, method, length] of [
      [LOCAL, 8, 22],
      [CENTRAL, 10, 24],
    ] as const) {
      archive = patched(archive, signature, method, [8], 1)
      archive.writeUInt32LE(size, place(archive, signature, 1) + length)
    }
    return archive
  }

  test('is kept as it was compressed', () => {
    const { files } = read(holding(PACKED))
    assert.deepEqual([...files.values()][0]!.deflated, PACKED)
  })

  test('that is stored is as long as both its sizes', () => {
    let archive = patched(PLAIN, LOCAL, 22, [4], 1)
    archive = patched(archive, CENTRAL, 24, [4], 1)
    assert.equal(verdict(archive), 'size-lie')
  })

  test('that is deflated comes to its end, and nothing follows there', () => {
    assert.equal(verdict(holding(PACKED.subarray(0, -4))), 'deflate-truncated')
    assert.equal(verdict(holding(Buffer.concat([PACKED, Buffer.from('x')]))), 'deflate-trailing')
    assert.equal(verdict(holding(Buffer.from([7, 7, 7]))), 'deflate-error')
  })

  test('that is deflated has the size that is told', () => {
    assert.equal(verdict(holding(PACKED, CONTENT.length - 1)), 'size-lie')
    assert.equal(verdict(holding(PACKED, CONTENT.length + 1)), 'size-lie')
  })

  test('of a folder may be an empty stream, or none with the method of one', () => {
    assert.equal(verdict(rawArchive([{ name: 'templates/', deflated: true }])), 'ok')
    const archive = patched(patched(PLAIN, LOCAL, 8, [8]), CENTRAL, 10, [8])
    assert.equal(verdict(archive), 'ok')
    const stretched = Buffer.from([0, 0, 0, 0xff, 0xff, 3, 0])
    assert.equal(verdict(holding(stretched, 0, 0, 'templates/a/')), 'directory-with-data')
  })

  test('is not stretched by blocks that hold nothing', () => {
    const stretched = (blocks: number, content: Buffer, level?: number) => {
      const empty = Buffer.from([0, 0, 0, 0xff, 0xff])
      const data = Buffer.concat([...Array<Buffer>(blocks).fill(empty), deflateRawSync(content, { level })])
      return verdict(holding(data, content.length, crc32(content)))
    }
    assert.equal(stretched(100, CONTENT), 'ok')
    assert.equal(stretched(400, CONTENT), 'deflate-expansion')
    // A block that is not compressed has five bytes more than its content, so that 205 blocks are just what is allowed.
    const content = Buffer.alloc(64, 'x')
    assert.equal(stretched(204, content, 0), 'ok')
    assert.equal(stretched(205, content, 0), 'deflate-expansion')
  })
})

describe('names at their limits', () => {
  test('a folder may be as deep and as long as the path of a file', () => {
    const deep = 'a/'.repeat(DEFAULT_LIMITS.levels)
    assert.equal(verdict(withEntry({ name: `templates/${deep}` })), 'ok')
    assert.equal(verdict(withEntry({ name: `templates/a/${deep}` })), 'name-too-deep')
    const segments = Math.floor(DEFAULT_LIMITS.path / 100)
    const long = `${'n'.repeat(99)}/`.repeat(segments).padEnd(DEFAULT_LIMITS.path, 'm')
    assert.equal(verdict(withEntry({ name: `templates/${long}/` })), 'ok')
    assert.equal(verdict(withEntry({ name: `templates/${long}m/` })), 'name-too-long')
  })
})

test('a refusal says in a sentence what is wrong, and with which entry', () => {
  const refusal = outcome(withEntry({ name: 'templates/a', text: 'a', crc: 1 })) as Refusal
  const { flaw, why, entry } = refusal.details as { flaw: string; why: string; entry: string }
  assert.deepEqual([flaw, entry], ['crc-mismatch', 'templates/a'])
  assert.match(why, /\w+ \w+ \w+/)
  const named = outcome(withEntry({ name: '../a' })) as Refusal
  assert.match((named.details as { why: string }).why, /segment/)
})

describe('budgets', () => {
  const over = (archive: Buffer, limits: Partial<Limits>): string | undefined => {
    try {
      readPackage(archive, { ...DEFAULT_LIMITS, ...limits })
      return undefined
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'over_limit')
      return (error.details as { what: string }).what
    }
  }

  const deflated = (...contents: Buffer[]) =>
    rawArchive(contents.map((text, nth) => ({ name: `templates/${nth}`, text, deflated: true })))

  test('may be used up, and not exceeded', () => {
    const { length } = PLAIN
    assert.equal(over(PLAIN, { archive: length, entries: 2, file: 3, expanded: 3 }), undefined)
    assert.equal(over(PLAIN, { archive: length - 1 }), 'archive')
    assert.equal(over(PLAIN, { entries: 1 }), 'entries')
    assert.equal(over(PLAIN, { file: 2 }), 'file')
    assert.equal(over(PLAIN, { expanded: 2 }), 'expanded')
  })

  test('a file may grow by the ratio, and by any ratio up to a size that harms nobody', () => {
    const zeros = Buffer.alloc(RATIO_FLOOR + 1)
    const bomb = deflated(zeros)
    const ratio = zeros.length / deflateRawSync(zeros).length
    assert.equal(over(bomb, { ratio: Math.ceil(ratio) }), undefined)
    assert.equal(over(bomb, { ratio }), undefined)
    assert.equal(over(bomb, { ratio: Math.floor(ratio) }), 'ratio')
    assert.equal(over(deflated(Buffer.alloc(RATIO_FLOOR)), { ratio: 2 }), undefined)
    // Beside a file that does not grow, which makes up for it in the whole.
    const stored = { name: 'templates/b', text: Buffer.alloc(20_000) }
    const beside = rawArchive([{ name: 'templates/a', text: zeros, deflated: true }, stored])
    assert.equal(over(beside, { ratio: 100 }), 'ratio')
  })

  test('an archive of small files may not grow by more than the ratio as a whole', () => {
    const half = Buffer.alloc(RATIO_FLOOR / 2)
    assert.equal(over(deflated(half, half), { ratio: 2 }), undefined)
    assert.equal(over(deflated(half, half, Buffer.alloc(1)), { ratio: 2 }), 'ratio')
    assert.equal(over(deflated(half, half, Buffer.alloc(1)), { ratio: 1_100 }), undefined)
  })

  test('the file that is too large is named, in a form that can be shown', () => {
    const name = `templates/${'n'.repeat(220)}`
    const archive = rawArchive([{ name, text: 'abc' }])
    assert.throws(() => readPackage(archive, { ...DEFAULT_LIMITS, file: 2 }), {
      details: { what: 'file', limit: 2, entry: `${name.slice(0, 200)}…` },
    })
    const short = `templates/${'n'.repeat(190)}`
    assert.throws(
      () => readPackage(rawArchive([{ name: short, text: 'abc' }]), { ...DEFAULT_LIMITS, file: 2 }),
      {
        details: { what: 'file', limit: 2, entry: short },
      },
    )
  })
})
