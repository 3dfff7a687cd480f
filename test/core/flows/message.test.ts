import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waiting } from '../../../src/core/flows/message.ts'
import fc from '../../support/properties.ts'

test('a wait is told in seconds up to ninety of them, then in minutes', () => {
  assert.deepEqual(waiting(1), { label: 'SIGNIN_WAIT', values: { SECONDS: '1' } })
  assert.deepEqual(waiting(30_000), { label: 'SIGNIN_WAIT', values: { SECONDS: '30' } })
  assert.deepEqual(waiting(30_001), { label: 'SIGNIN_WAIT', values: { SECONDS: '31' } })
  assert.deepEqual(waiting(90_000), { label: 'SIGNIN_WAIT', values: { SECONDS: '90' } })
  assert.deepEqual(waiting(90_001), { label: 'SIGNIN_WAIT_MINUTES', values: { MINUTES: '2' } })
  assert.deepEqual(waiting(120_001), { label: 'SIGNIN_WAIT_MINUTES', values: { MINUTES: '3' } })
  assert.deepEqual(waiting(3_600_000), { label: 'SIGNIN_WAIT_MINUTES', values: { MINUTES: '60' } })
})

test('whoever waits as long as is told has waited long enough, and not much longer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000 }), milliseconds => {
      const { SECONDS = '0', MINUTES = '0' } = waiting(milliseconds).values ?? {}
      const said = Number(SECONDS) * 1_000 + Number(MINUTES) * 60_000
      assert.ok(said >= milliseconds)
      assert.ok(said < milliseconds + (MINUTES === '0' ? 1_000 : 61_000))
    }),
  )
})
