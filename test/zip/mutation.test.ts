import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../src/core/refusal.ts'
import { archived } from '../../src/zip/zip.ts'
import fc from '../support/properties.ts'
import { digests, fixture, outcome, read } from './fixtures.ts'

const BASES = [
  archived(read(fixture('ok-minimal')).files),
  ...['ok-dirs', 'dd-sig64', 'z64-eocd', 'ok-tool-zipjs-zip64dd', 'tool-infozip-pipe', 'tool-7z'].map(
    fixture,
  ),
  fixture('tool-bsdtar'),
  fixture('path-backslash-powershell'),
].map(bytes => ({ bytes, truth: digests(read(bytes)) }))

const mutation = fc.record({
  base: fc.constantFrom(...BASES),
  kind: fc.constantFrom('flip', 'overwrite', 'insert', 'delete', 'cut'),
  // Most fields of the format stand near the end, so half of the places are counted from there.
  place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  fromEnd: fc.boolean(),
  length: fc.integer({ min: 1, max: 8 }),
  bytes: fc.uint8Array({ minLength: 8, maxLength: 8 }),
})

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutated({ base, kind, place, fromEnd, length, bytes }: Mutation): Buffer {
  const { bytes: original } = base
  const span = fromEnd ? Math.min(original.length, 200) : original.length
  const at = original.length - span + Math.floor(place * span)
  const [before, after] = [original.subarray(0, at), original.subarray(at)]
  const noise = bytes.subarray(0, length)
  switch (kind) {
    case 'flip': {
      const copy = Buffer.from(original)
      copy[at]! ^= 1 << (bytes[0]! % 8)
      return copy
    }
    case 'overwrite':
      return Buffer.concat([before, noise.subarray(0, after.length), after.subarray(length)])
    case 'insert':
      return Buffer.concat([before, noise, after])
    case 'delete':
      return Buffer.concat([before, after.subarray(length)])
    default:
      return Buffer.from(before)
  }
}

test('a damaged archive is refused or reads as before, and never does anything else', () => {
  fc.assert(
    fc.property(mutation, change => {
      const result = outcome(mutated(change))
      if (!(result instanceof Refusal)) assert.deepEqual(digests(result), change.base.truth)
    }),
    { numRuns: 4000 },
  )
})

test('each single bit of a small archive is refused or without meaning', () => {
  const { bytes, truth } = BASES[0]!
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const copy = Buffer.from(bytes)
    copy[bit >> 3]! ^= 1 << (bit & 7)
    const result = outcome(copy)
    if (!(result instanceof Refusal)) assert.deepEqual(digests(result), truth, `bit ${bit}`)
  }
})
