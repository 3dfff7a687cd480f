import assert from 'node:assert/strict'
import { createHmac, createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hmac } from '../../src/identity/hmac.ts'

test('a hash with a key is the one that Node makes, whatever the lengths', () => {
  const keys = fc.uint8Array({ minLength: 1, maxLength: 200 })
  const texts = fc.string({ maxLength: 300, unit: 'binary' })
  fc.assert(
    fc.property(keys, texts, (bytes, text) => {
      const key = createSecretKey(bytes)
      const expected = createHmac('sha256', key).update(text).digest('hex')
      assert.equal(hmac(key, text).toString('hex'), expected)
      assert.equal(hmac(key, text).toString('hex'), expected, 'again, with what is remembered')
    }),
    { numRuns: 300 },
  )
})
