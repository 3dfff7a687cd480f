import assert from 'node:assert/strict'
import { createHmac, createSecretKey } from 'node:crypto'
import { describe, test } from 'node:test'
import { Hmac } from '../../src/identity/tenancy/hmac.ts'
import fc from '../support/properties.ts'

describe('HMAC-SHA-256', () => {
  test('is that of OpenSSL, for keys and texts of every length', () => {
    const keys = fc.uint8Array({ minLength: 1, maxLength: 200 })
    const texts = fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' })
    fc.assert(
      fc.property(keys, fc.array(texts, { minLength: 1, maxLength: 3 }), (bytes, all) => {
        const key = createSecretKey(Buffer.from(bytes))
        const hmac = new Hmac(key)
        // One after the other: a long text leaves nothing behind for a short one.
        for (const text of all) {
          const right = createHmac('sha256', key).update(text).digest()
          assert.deepEqual(hmac.of(text), right)
          assert.equal(hmac.hexOf(text), right.toString('hex'))
        }
      }),
    )
  })

  test('stays the same for texts around the length from which they get a buffer of their own', () => {
    const key = createSecretKey(Buffer.alloc(32, 7))
    const hmac = new Hmac(key)
    for (const length of [0, 1, 1_364, 1_365, 1_366, 4_096, 100_000])
      for (const letter of ['a', 'é', '€', '\u{1F600}'])
        assert.deepEqual(
          hmac.of(letter.repeat(length)),
          createHmac('sha256', key).update(letter.repeat(length)).digest(),
          `${length} × ${letter}`,
        )
  })

  test('gives every text a digest of its own', () => {
    const hmac = new Hmac(createSecretKey(Buffer.alloc(32, 7)))
    const [one, other] = [hmac.of('one'), hmac.of('other')]
    assert.notDeepEqual(one, other)
    assert.deepEqual(one, hmac.of('one'))
  })
})
