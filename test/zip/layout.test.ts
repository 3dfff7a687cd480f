// Archives in which a single number is wrong: what two records say of the same thing must agree.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import type { Refusal } from '../../src/core/refusal.ts'
import { fixture, outcome, read, texts, verdictOf } from './fixtures.ts'
import { CENTRAL, END, LOCAL, PLAIN, patched, place, rawArchive, withEntry } from './raw.ts'

const STREAMED = 0x0008
const END64 = 'PK\x06\x06'
const LOCATOR = 'PK\x06\x07'

const verdict = (archive: Buffer) => verdictOf(outcome(archive))

const WIDE = fixture('z64-eocd')

/** A ZIP64 extra field of 64-bit numbers, and of a 32-bit one where the disk is told. */
function zip64(values: number[], disk?: number): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length + (disk === undefined ? 0 : 4))
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(field.length - 4, 2)
  for (const [nth, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * nth)
  if (disk !== undefined) field.writeUInt32LE(disk, 4 + 8 * values.length)
  return field
}

/** A field that tells the name again, in UTF-8. */
function unicodePath(name: string, { version = 1, of = name } = {}): Buffer {
  const text = Buffer.from(name)
  const head = Buffer.alloc(9)
  head.writeUInt16LE(0x7075, 0)
  head.writeUInt16LE(5 + text.length, 2)
  head.writeUInt8(version, 4)
  head.writeUInt32LE(crc32(of), 5)
  return Buffer.concat([head, text])
}

describe('the end of an archive', () => {
  test('sound archives are read', () => {
    assert.equal(verdict(PLAIN), 'ok')
    assert.equal(verdict(WIDE), 'ok')
  })

  test('both disk numbers must be that of the first disk', () => {
    for (const offset of [4, 6]) assert.equal(verdict(patched(PLAIN, END, offset, [1])), 'multi-disk')
  })

  test('a marker for a 64-bit number needs the record that holds it', () => {
    const marker = [255, 255, 255, 255]
    assert.equal(verdict(patched(PLAIN, END, 8, marker)), 'zip64-locator-missing')
    for (const offset of [12, 16])
      assert.equal(verdict(patched(PLAIN, END, offset, marker)), 'zip64-locator-missing')
  })

  test('the 64-bit record is of the first disk in all places, and so is the record beside it', () => {
    assert.equal(verdict(patched(WIDE, LOCATOR, 4, [1])), 'multi-disk')
    assert.equal(verdict(patched(WIDE, LOCATOR, 16, [2])), 'multi-disk')
    for (const offset of [16, 20]) assert.equal(verdict(patched(WIDE, END64, offset, [1])), 'multi-disk')
    for (const offset of [4, 6])
      assert.equal(verdict(patched(WIDE, END, offset, [1, 0])), 'zip64-conflict', String(offset))
  })

  test('a locator at the very beginning has no record before it', () => {
    const locator = Buffer.alloc(20)
    locator.write(LOCATOR, 'latin1')
    assert.equal(verdict(Buffer.concat([locator, PLAIN.subarray(place(PLAIN, END))])), 'zip64-eocd-bad')
  })

  test('both counts of the 64-bit record agree', () => {
    assert.equal(verdict(patched(WIDE, END64, 24, [99])), 'eocd-count-mismatch')
  })

  test('a comment may be as long as its length can tell', () => {
    const comment = Buffer.alloc(0xffff, 'c')
    const commented = Buffer.concat([patched(PLAIN, END, 20, [255, 255]), comment])
    assert.equal(verdict(commented), 'ok')
    const foreign = Buffer.concat([Buffer.from(END), Buffer.alloc(18)])
    assert.equal(verdict(Buffer.concat([foreign, commented])), 'cd-misplaced')
  })
})

describe('the directory', () => {
  test('each record begins with its signature and ends before the end record', () => {
    assert.equal(verdict(patched(PLAIN, CENTRAL, 3, [3], 1)), 'cd-malformed')
    // Lengths of the name, the extra field and the comment.
    for (const offset of [28, 30, 32])
      assert.equal(verdict(patched(PLAIN, CENTRAL, offset, [255], 1)), 'cd-malformed', String(offset))
  })

  test('it does not end with a part of a record', () => {
    const end = place(PLAIN, END)
    for (const tail of [Buffer.from(CENTRAL), Buffer.from(CENTRAL.padEnd(45)), Buffer.from('x')]) {
      const longer = Buffer.concat([PLAIN.subarray(0, end), tail, PLAIN.subarray(end)])
      const size = PLAIN.readUInt32LE(end + 12) + tail.length
      const counted = patched(longer, END, 8, [3, 0, 3, 0, size])
      assert.equal(verdict(counted), 'cd-malformed')
    }
  })

  test('it has as many records as the end record says', () => {
    for (const count of [1, 3])
      assert.equal(verdict(patched(PLAIN, END, 8, [count, 0, count])), 'cd-count-mismatch')
  })

  test('a comment of an entry is read past', async () => {
    const end = place(PLAIN, END)
    const comment = Buffer.from('about a.css')
    const commented = patched(
      Buffer.concat([PLAIN.subarray(0, end), comment, PLAIN.subarray(end)]),
      CENTRAL,
      32,
      [comment.length],
      1,
    )
    const size = PLAIN.readUInt32LE(end + 12) + comment.length
    assert.deepEqual(await texts(read(patched(commented, END, 12, [size]))), { 'a.css': 'a{}' })
  })

  test('a folder has no data', () => {
    assert.equal(verdict(rawArchive([{ name: 'templates/', text: 'abc' }])), 'directory-with-data')
    assert.equal(verdict(rawArchive([{ name: 'templates/', text: 'a' }])), 'directory-with-data')
  })

  test('a name that is only a slash is no folder', () => {
    assert.equal(verdict(withEntry({ name: '/' })), 'name-absolute')
  })

  test('an entry that does not begin on the first disk is refused', () => {
    assert.equal(verdict(patched(PLAIN, CENTRAL, 34, [1], 1)), 'multi-disk')
  })
})

describe('64-bit numbers of an entry', () => {
  const NAME = 'templates/a'
  /** An entry of one byte whose sizes are markers, in both records, with a field for them. */
  const marked = (extra: Buffer, offsets: readonly number[]) => {
    let archive = withEntry({ name: NAME, text: 'x', extra })
    for (const offset of offsets) {
      archive = patched(archive, CENTRAL, offset, [255, 255, 255, 255], 1)
      if (offset < 34) archive = patched(archive, LOCAL, offset - 2, [255, 255, 255, 255], 1)
    }
    return archive
  }
  const [PACKED, SIZE, DISK, OFFSET] = [20, 24, 34, 42]
  const offset = withEntry({ name: NAME }).indexOf(LOCAL, 1, 'latin1')

  test('stand for the markers, one or both', () => {
    assert.equal(verdict(marked(zip64([1, 1]), [PACKED, SIZE])), 'ok')
    assert.equal(verdict(marked(zip64([1]), [SIZE])), 'ok')
    assert.equal(verdict(marked(zip64([1]), [PACKED])), 'ok')
    assert.equal(verdict(marked(zip64([1, 1, offset]), [PACKED, SIZE, OFFSET])), 'ok')
    assert.equal(verdict(marked(zip64([1, 1, offset], 0), [OFFSET])), 'ok')
    assert.equal(verdict(marked(zip64([], 0), [DISK])), 'ok')
  })

  test('are missing where there are more markers', () => {
    assert.equal(verdict(marked(Buffer.alloc(0), [SIZE])), 'zip64-extra-missing')
    assert.equal(verdict(marked(zip64([1]), [PACKED, SIZE])), 'zip64-extra-missing')
  })

  test('are missing in the local record alone', () => {
    const archive = withEntry({ name: NAME, text: 'x' })
    for (const at of [18, 22])
      assert.equal(verdict(patched(archive, LOCAL, at, [255, 255, 255, 255], 1)), 'zip64-extra-missing')
    const both = patched(archive, LOCAL, 18, Array(8).fill(255), 1)
    assert.equal(verdict(both), 'zip64-extra-missing')
    const one = patched(
      withEntry({ name: NAME, text: 'x', extra: zip64([1]) }),
      LOCAL,
      18,
      Array(8).fill(255),
      1,
    )
    assert.equal(verdict(one), 'zip64-extra-missing')
  })

  test('that are not marked agree with what they repeat, and nothing follows them', () => {
    assert.equal(verdict(marked(zip64([1, 1, offset], 0), [])), 'ok')
    assert.equal(verdict(marked(zip64([1, 1, offset], 1), [])), 'zip64-conflict')
    assert.equal(verdict(marked(zip64([1, 1, offset + 1]), [])), 'zip64-conflict')
    assert.equal(verdict(marked(zip64([1, 1, offset, 0], 0), [])), 'zip64-conflict')
    assert.equal(verdict(marked(zip64([], 0), [])), 'zip64-conflict')
  })

  test('agree between the local record and the directory', () => {
    // A marked size in the local record only, whose field tells another one.
    const local = (values: number[], markers: readonly number[]) => {
      let archive = withEntry({ name: NAME, text: 'x', extra: zip64([1, 1].slice(0, values.length)) })
      for (const at of markers) archive = patched(archive, LOCAL, at, [255, 255, 255, 255], 1)
      const field = place(archive, LOCAL, 1) + 30 + NAME.length
      zip64(values).copy(archive, field)
      return verdict(archive)
    }
    assert.equal(local([1, 1], [18, 22]), 'ok')
    for (const values of [
      [2, 1],
      [1, 2],
    ]) {
      assert.equal(local(values, [18, 22]), 'lfh-mismatch')
      assert.equal(local(values, []), 'lfh-mismatch')
    }
    for (const marker of [18, 22]) {
      assert.equal(local([1], [marker]), 'ok')
      assert.equal(local([2], [marker]), 'lfh-mismatch')
    }
    assert.equal(local([1], []), 'ok')
    assert.equal(local([2], []), 'lfh-mismatch')
  })

  test('are of the size that is marked, where the local record has one of them', () => {
    const [text, PACKED_AT, SIZE_AT] = ['x'.repeat(40), 18, 22]
    const packed = deflateRawSync(text).length
    const local = (value: number, markers: readonly number[]) => {
      // The directory marks none, so that its field repeats the size.
      let archive = withEntry({ name: NAME, text, deflated: true, extra: zip64([text.length]) })
      for (const at of markers) archive = patched(archive, LOCAL, at, [255, 255, 255, 255], 1)
      zip64([value]).copy(archive, place(archive, LOCAL, 1) + 30 + NAME.length)
      return verdict(archive)
    }
    assert.equal(local(packed, [PACKED_AT]), 'ok')
    assert.equal(local(text.length, [PACKED_AT]), 'lfh-mismatch')
    for (const markers of [[SIZE_AT], []]) {
      assert.equal(local(text.length, markers), 'ok')
      assert.equal(local(packed, markers), 'lfh-mismatch')
    }
  })

  test('come once in an entry', () => {
    const twice = Buffer.concat([zip64([1]), zip64([1])])
    assert.equal(verdict(withEntry({ name: NAME, text: 'x', extra: twice })), 'extra-duplicate')
  })
})

describe('a second name in an extra field', () => {
  const NAME = 'templates/a.css'
  const named = (...extra: Buffer[]) => verdict(withEntry({ name: NAME, extra: Buffer.concat(extra) }))

  test('is the first one over again', () => {
    assert.equal(named(unicodePath(NAME)), 'ok')
  })

  test('does not differ in its text, length, version or checksum', () => {
    for (const other of ['templates/b.css', 'templates/a.cs', 'templates/a.csss', ''])
      assert.equal(named(unicodePath(other, { of: NAME })), 'name-unicode-path-conflict', other)
    assert.equal(named(unicodePath(NAME, { version: 2 })), 'name-unicode-path-conflict')
    assert.equal(named(unicodePath(NAME, { of: 'another' })), 'name-unicode-path-conflict')
  })

  test('comes once', () => {
    assert.equal(named(unicodePath(NAME), unicodePath(NAME)), 'extra-duplicate')
  })
})

describe('the local records', () => {
  const THREE = rawArchive([
    { name: 'templates/a', text: 'aa' },
    { name: 'templates/b', text: 'bbb' },
    { name: 'templates/c', text: 'c' },
  ])

  /** The directory with its records in another order. */
  function reordered(order: number[]): Buffer {
    const start = place(THREE, CENTRAL)
    const end = place(THREE, END)
    const size = (end - start) / 3
    const records = order.map(nth => THREE.subarray(start + nth * size, start + (nth + 1) * size))
    return Buffer.concat([THREE.subarray(0, start), ...records, THREE.subarray(end)])
  }

  test('may be listed in any order', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
    ])
      assert.deepEqual(await texts(read(reordered(order))), { a: 'aa', b: 'bbb', c: 'c' })
  })

  test('begin with their signature', () => {
    assert.equal(verdict(patched(THREE, LOCAL, 3, [5])), 'lfh-malformed')
  })

  test('are not the directory itself', () => {
    const beyond = patched(PLAIN, CENTRAL, 42, [place(PLAIN, CENTRAL)], 1)
    assert.match(verdict(beyond), /unaccounted-bytes|lfh-malformed/)
    const alone = rawArchive([])
    assert.equal(verdict(alone), 'no-templates')
  })

  test('do not overlap', () => {
    const second = place(THREE, LOCAL, 1)
    const same = patched(THREE, CENTRAL, 42, [second], 2)
    assert.equal(verdict(same), 'overlap')
    const inside = outcome(patched(THREE, CENTRAL, 42, [second - 1], 1)) as Refusal
    const { flaw, entry } = inside.details as { flaw: string; entry: string }
    assert.deepEqual([flaw, entry], ['overlap', 'templates/a'])
  })

  test('have data that ends before the directory', () => {
    let archive = patched(PLAIN, CENTRAL, 20, [99], 1)
    archive = patched(archive, LOCAL, 18, [99], 1)
    assert.equal(verdict(archive), 'data-overrun')
  })

  test('agree with the directory in flags, method, checksum, sizes and name', () => {
    for (const [offset, byte] of [
      [6, 2],
      [8, 8],
      [14, 1],
      [18, 1],
      [22, 1],
      [30, 0x54],
    ] as const)
      assert.equal(verdict(patched(PLAIN, LOCAL, offset, [byte], 1)), 'lfh-mismatch', String(offset))
  })
})

describe('the record behind streamed data', () => {
  const TEXT = 'a{}'
  const CRC = crc32(TEXT)

  interface Descriptor {
    readonly signature?: string
    readonly wide?: boolean
    readonly crc?: number
    readonly packedSize?: number
    readonly size?: number
  }

  /** An archive of one streamed entry whose sizes stand behind the data. */
  function streamed(
    { signature, wide = false, crc = CRC, packedSize = 3, size = 3 }: Descriptor,
    more = 0,
  ): Buffer {
    const numbers = Buffer.alloc(wide ? 20 : 12)
    numbers.writeUInt32LE(crc, 0)
    numbers.writeUInt32LE(packedSize, 4)
    numbers.writeUInt32LE(size, wide ? 12 : 8)
    const record = Buffer.concat([Buffer.from(signature ?? '', 'latin1'), numbers, Buffer.alloc(more)])
    const archive = rawArchive([{ name: 'templates/a.css', text: TEXT, flags: STREAMED }])
    const directory = place(archive, CENTRAL)
    const whole = Buffer.concat([archive.subarray(0, directory), record, archive.subarray(directory)])
    // The sizes and the checksum of the local record may be left out.
    return patched(patched(whole, LOCAL, 14, Array(12).fill(0)), END, 16, [directory + record.length])
  }

  const SIGNED = 'PK\x07\x08'

  test('has one of four forms', () => {
    for (const signature of [undefined, SIGNED])
      for (const wide of [false, true])
        assert.equal(verdict(streamed({ ...(signature && { signature }), wide })), 'ok')
  })

  test('repeats checksum and sizes of the directory in each form', () => {
    for (const form of [{}, { wide: true }, { signature: SIGNED }, { signature: SIGNED, wide: true }])
      for (const lie of [{ crc: CRC ^ 1 }, { packedSize: 4 }, { size: 4 }])
        assert.equal(verdict(streamed({ ...form, ...lie })), 'descriptor-mismatch', JSON.stringify(lie))
  })

  test('has its own signature, and no other length', () => {
    assert.equal(verdict(streamed({ signature: 'PK\x07\x09' })), 'descriptor-mismatch')
    assert.equal(verdict(streamed({ signature: 'PK\x07\x09', wide: true })), 'descriptor-mismatch')
    for (const more of [1, 2, 16]) assert.equal(verdict(streamed({}, more)), 'descriptor-mismatch')
  })

  test('is none where the entry is not streamed: then its local record leaves nothing out', () => {
    for (const offset of [14, 18, 22])
      assert.equal(verdict(patched(PLAIN, LOCAL, offset, [0, 0, 0, 0], 1)), 'lfh-mismatch')
  })

  test('does not excuse a local record that tells something else', () => {
    assert.equal(verdict(patched(streamed({}), LOCAL, 14, [1])), 'lfh-mismatch')
    assert.equal(verdict(patched(streamed({}), LOCAL, 22, [9])), 'lfh-mismatch')
  })
})
