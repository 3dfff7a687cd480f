import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflateRawSync } from 'node:zlib'
import { DEFAULT_LIMITS, type Limits, Refusal } from '../../src/core/refusal.ts'
import { archived, createCodec, packed, readPackage, unpacked } from '../../src/zip/zip.ts'
import { digests, fixture, read } from './fixtures.ts'

test('the codec reads what the reader reads', async () => {
  const codec = createCodec()
  for (const name of ['ok-minimal', 'method-stored', 'noise-macosx', 'st-only-folder']) {
    const expected = read(fixture(name))
    const contents = await codec.read(fixture(name), DEFAULT_LIMITS)
    assert.deepEqual(digests(contents), digests(expected))
    assert.deepEqual(contents.ignored, expected.ignored)
    for (const blob of contents.files.values()) assert.equal((await unpacked(blob)).length, blob.size)
  }
  await codec.close()
})

test('many calls at once come back each with its own', async () => {
  const codec = createCodec()
  const contents = Array.from({ length: 20 }, (_, i) => Buffer.from(`content ${i}`))
  const blobs = await Promise.all(contents.map(bytes => codec.pack(Buffer.from(bytes))))
  assert.deepEqual(
    blobs.map(blob => blob.digest),
    contents.map(bytes => packed(bytes).digest),
  )
  await codec.close()
})

test('texts that compress slowly are not compressed as well as possible', () => {
  const text = Buffer.from(Array.from({ length: 20_000 }, (_, at) => ((at * at * 7919) % 104_729) % 2))
  const [quick, best] = [6, 9].map(level => deflateRawSync(text, { level }).length)
  assert.notEqual(quick, best)
  assert.equal(packed(text).deflatedSize, quick)
})

test('a view of a larger buffer is copied and stays usable', async () => {
  const codec = createCodec()
  const larger = Buffer.concat([Buffer.alloc(10), fixture('ok-minimal'), Buffer.alloc(10)])
  const view = larger.subarray(10, -10)
  await codec.read(view, DEFAULT_LIMITS)
  assert.equal(view.length, fixture('ok-minimal').length)
  assert.equal(readPackage(view, DEFAULT_LIMITS).files.size, 3)
  await codec.close()
})

test('the event loop turns while a large archive is read', async () => {
  const codec = createCodec()
  const line = Buffer.from(Array.from({ length: 4000 }, (_, i) => `line ${i * 7919} of many\n`).join(''))
  const size = 4 * 1024 * 1024
  const blob = packed(Buffer.alloc(size, line))
  const files = Array.from({ length: 15 }, (_, i) => [`f${i}.txt`, blob] as const)
  const archive = archived(files)
  // Started beforehand, so that the turns below are turns during the reading.
  await codec.pack(Buffer.from('warm'))
  let turns = 0
  let reading = true
  const result = codec.read(archive, { ...DEFAULT_LIMITS, ratio: 10_000 }).finally(() => {
    reading = false
  })
  while (reading) {
    await setImmediate()
    turns++
  }
  assert.equal((await result).files.size, files.length)
  assert.ok(turns > 50, `${turns} turns`)
  await codec.close()
})

test('a refusal comes out of the worker as a refusal', async () => {
  const codec = createCodec()
  await assert.rejects(codec.read(fixture('dup-case'), DEFAULT_LIMITS), (error: unknown) => {
    assert.ok(error instanceof Refusal && error.code === 'archive_invalid')
    assert.equal((error.details as { flaw: string }).flaw, 'name-duplicate')
    assert.equal((error.details as { entry: string }).entry, 'templates/common/P.HTML')
    return true
  })
  await codec.close()
})

test('any other failure in the worker comes out as an error, and the worker goes on', async () => {
  const codec = createCodec()
  const failing = codec.read(fixture('ok-minimal'), undefined as unknown as Limits)
  await assert.rejects(failing, (error: unknown) => error instanceof Error && !(error instanceof Refusal))
  assert.equal((await codec.read(fixture('ok-minimal'), DEFAULT_LIMITS)).files.size, 3)
  await codec.close()
})

test('closing rejects what is pending, and the next call starts anew', async () => {
  const codec = createCodec()
  const pending = codec.pack(Buffer.alloc(1024 * 1024))
  const rejected = assert.rejects(pending, /worker ended/)
  await codec.close()
  await rejected
  assert.equal((await codec.pack(Buffer.from('again'))).digest, packed(Buffer.from('again')).digest)
  await codec.close()
})

test('a process ends by itself with a codec that nobody closed', async () => {
  const module = new URL('../../src/zip/zip.ts', import.meta.url).href
  const program = `
    const { createCodec } = await import('${module}')
    const blob = await createCodec().pack(Buffer.from('x'))
    console.log(blob.size)`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { timeout: 120_000 })
  assert.equal(stdout.trim(), '1')
})
