import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import type { ThemeBlob } from '../../src/core/blob.ts'
import { archiveChunks, archived, archiveSize, packed, unpacked } from '../../src/zip/zip.ts'
import fc from '../support/properties.ts'
import { read } from './fixtures.ts'
import { END, rawArchive } from './raw.ts'

const segment = fc.stringMatching(/^[a-z0-9äöé_-]{1,8}$/)
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map(parts => `${parts.join('/')}.txt`)
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.nat(200_000).map(length => new Uint8Array(length).fill(length)),
  fc.nat(0xffff).map(noise),
)
const plainFiles = fc.dictionary(path, content, { maxKeys: 12, noNullPrototype: true })

// Deflate makes nothing smaller of this, so archives grow past a chunk and a batch.
function noise(seed: number): Uint8Array {
  let state = seed | 1
  return Uint8Array.from({ length: (seed * 7) % 90_000 }, () => {
    state = Math.imul(state, 1_103_515_245) + 12_345
    return state >>> 16
  })
}

function blobs(plain: Record<string, Uint8Array>): [string, ThemeBlob][] {
  return Object.entries(plain).map(([name, bytes]) => [name, packed(bytes)])
}

test('what was written is read back, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(plainFiles, async plain => {
      const written = blobs(plain)
      const { files, ignored } = read(archived(written))
      assert.deepEqual(ignored, [])
      assert.equal(files.size, written.length)
      for (const [name, blob] of written) {
        const back = files.get(name.normalize('NFC') as never)
        assert.ok(back !== undefined && back.digest === blob.digest)
        assert.deepEqual(new Uint8Array(await unpacked(back)), plain[name])
      }
    }),
    { numRuns: 60 },
  )
})

test('a file that contains the end of an archive does not make its package look as if it ended twice', async () => {
  const signature = Buffer.from(END, 'latin1')
  const between = (...lengths: number[]) =>
    Buffer.concat(
      lengths.flatMap((length, index) => [...(index === 0 ? [] : [signature]), randomBytes(length)]),
    )
  // At the ends of blocks of 16 KiB too.
  for (const content of [between(5_000, 5_000), between(0x4000 - 1, 0, 0x4000 - 3, 7), between(70_000, 9)]) {
    const blob = packed(content)
    assert.deepEqual(await unpacked(blob), content)
    const archive = archived([['common/kit.zip', blob]])
    assert.equal(archive.indexOf(signature), archive.length - 22)
    assert.equal(read(archive).files.size, 1)
  }
  // Far from the end of an archive, the signature is data. It may be near the end of the next one.
  const kit = between(5_000, 5_000)
  const far = rawArchive([
    { name: 'templates/common/kit.zip', text: kit, deflated: true },
    { name: 'templates/common/rest.bin', text: randomBytes(70_000) },
  ])
  assert.notEqual(far.indexOf(signature), far.length - 22)
  const [blob] = [...read(far).files.values()]
  assert.deepEqual(await unpacked(blob!), kit)
  assert.equal(read(archived([['common/kit.zip', blob!]])).files.size, 1)
})

test('the order of the files makes no difference', () => {
  fc.assert(
    fc.property(
      plainFiles.chain(plain => fc.tuple(fc.constant(plain), fc.shuffledSubarray(Object.keys(plain)))),
      ([plain, shuffled]) => {
        const some = Object.fromEntries(shuffled.map(name => [name, plain[name]!]))
        const written = blobs(some)
        assert.deepEqual(archived(written), archived(written.toReversed()))
      },
    ),
    { numRuns: 40 },
  )
})

test('the chunks are the archive, in pieces and of the length foretold', async () => {
  await fc.assert(
    fc.asyncProperty(plainFiles, async plain => {
      const written = blobs(plain)
      const entries = written.map(([name, blob]) => ({ path: name, ...blob }))
      const byDigest = new Map(written.map(([, blob]) => [blob.digest, blob]))
      const chunks: Uint8Array[] = []
      for await (const chunk of archiveChunks(entries, async () => byDigest)) chunks.push(chunk)
      const whole = archived(written)
      assert.ok(Buffer.concat(chunks).equals(whole))
      assert.equal(archiveSize(entries), whole.length)
      assert.ok(chunks.every(chunk => chunk.length <= 64 * 1024))
    }),
    { numRuns: 60 },
  )
})

test('contents are fetched as the reader goes on, about a megabyte at a time', async () => {
  const written = Array.from({ length: 40 }, (_, i): [string, ThemeBlob] => [
    `noise/${i}.bin`,
    packed(noise(60_001 + i * 2)),
  ])
  const byDigest = new Map(written.map(([, blob]) => [blob.digest, blob]))
  const total = written.reduce((sum, [, blob]) => sum + blob.deflatedSize, 0)
  let fetched = 0
  let sent = 0
  let fetches = 0
  const chunks = archiveChunks(
    written.map(([name, blob]) => ({ path: name, ...blob })),
    async wanted => {
      fetches++
      for (const digest of wanted) fetched += byDigest.get(digest)!.deflatedSize
      return byDigest
    },
  )
  for await (const chunk of chunks) {
    sent += chunk.length
    assert.ok(fetched - sent < 1.2 * 1024 * 1024)
  }
  assert.equal(fetched, total)
  assert.ok(fetches > 1)
})

test('a content that is not as announced breaks the archive off', async () => {
  const blob = packed(Buffer.from('one'))
  const other = packed(Buffer.from('another'))
  const drain = async (found: ReadonlyMap<string, ThemeBlob>) => {
    for await (const _ of archiveChunks([{ path: 'a', ...blob }], async () => found));
  }
  await assert.rejects(drain(new Map()), /missing/)
  await assert.rejects(drain(new Map([[blob.digest, other]])), /not the one announced/)
})

test('an archive of no files is the folder alone', () => {
  const { files, ignored } = read(archived([]))
  assert.deepEqual([files.size, ignored.length], [0, 0])
})

test('a strict reader of another make finds the same contents', async () => {
  const plain = {
    'common/é.txt': Buffer.from('é'.repeat(5000)),
    'a.txt': Buffer.alloc(0),
    'b.bin': noise(4321),
  }
  const strict = { checkSignature: true, checkAmbiguity: true, checkOverlappingEntry: true }
  const reader = new ZipReader(new Uint8ArrayReader(archived(blobs(plain))), {
    ...strict,
    useWebWorkers: false,
  })
  const found: Record<string, Uint8Array> = {}
  for (const entry of await reader.getEntries())
    if (!entry.directory)
      found[entry.filename] = await entry.getData(new Uint8ArrayWriter(), { ...strict, useWebWorkers: false })
  await reader.close()
  assert.deepEqual(Object.keys(found), ['templates/a.txt', 'templates/b.bin', 'templates/common/é.txt'])
  for (const [name, bytes] of Object.entries(plain))
    assert.ok(Buffer.from(found[`templates/${name}`]!).equals(bytes), name)
})

test('a stored content of the wrong size is a fault', async () => {
  for (const size of [3, 200_000]) {
    const blob = packed(new Uint8Array(size))
    await assert.rejects(unpacked({ ...blob, size: size + 1 }))
    await assert.rejects(unpacked({ ...blob, size: size - 1 }))
  }
})
