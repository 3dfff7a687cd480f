import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excessOf } from '../../src/http/request/json-bounds.ts'
import fc from '../support/properties.ts'

const NO_BOUND = Number.POSITIVE_INFINITY

/** The depth of a value, counted on the value itself. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('the depth of JSON is that of its value, whatever its texts hold', async () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', ',', 'a', '\n') })
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof({ maxDepth: 6 }, text, fc.array(tie('tree')), fc.dictionary(text, tie('tree'))),
  }))
  await fc.assert(
    fc.asyncProperty(tree, async value => {
      const json = Buffer.from(JSON.stringify(value))
      const depth = depthOf(value)
      assert.equal(await excessOf(json, { commas: NO_BOUND, depth }), undefined)
      if (depth > 0) assert.equal(await excessOf(json, { commas: NO_BOUND, depth: depth - 1 }), 'depth')
    }),
  )
})

test('commas count outside of texts only', async () => {
  const json = Buffer.from(JSON.stringify({ files: { a: ',",\\', b: [1, 2, 3] } }))
  assert.equal(await excessOf(json, { commas: 3, depth: 9 }), undefined)
  assert.equal(await excessOf(json, { commas: 2, depth: 9 }), 'commas')
})

test('others get their turn while megabytes are read', async () => {
  let turns = 0
  const timer = setInterval(() => turns++)
  await excessOf(Buffer.from(JSON.stringify('"'.repeat(2_000_000))), { commas: 9, depth: 9 })
  clearInterval(timer)
  assert.ok(turns > 0)
})
