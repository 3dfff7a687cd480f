import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BatchLimit } from '../../src/identity/measuring/batch-limit.ts'
import { within } from '../support/store.ts'

test('networks are forgotten after their time, without another batch', async () => {
  const limit = new BatchLimit(Date.now, 20)
  for (const host of [1, 2, 1]) limit.count(`192.0.2.${host}`)
  assert.equal(limit.networks, 2)
  await within(60_000, () => limit.networks === 0)
  limit.count('192.0.2.3')
  assert.equal(limit.networks, 1)
  await within(60_000, () => limit.networks === 0)
})

test('a network that was limited may send again after a minute', () => {
  let now = 0
  const limit = new BatchLimit(() => now)
  for (let batch = 0; batch < 120; batch++) assert.equal(limit.count('192.0.2.1'), undefined)
  now = 15_000
  assert.equal(limit.count('192.0.2.1'), 45)
  assert.equal(limit.count('192.0.2.2'), undefined)
  now = 60_000
  assert.equal(limit.count('192.0.2.1'), undefined)
})

test('only so many networks are known at the same time', () => {
  const limit = new BatchLimit(() => 0)
  for (let host = 0; host < 20_100; host++) limit.count(`10.0.${host >> 8}.${host & 255}`)
  assert.equal(limit.networks, 20_000)
})

test('the network that is dropped for another one is the one whose minute began first', () => {
  let now = 0
  const limit = new BatchLimit(() => now)
  limit.count('192.0.2.1')
  now = 30_000
  limit.count('192.0.2.2')
  now = 60_000
  for (let batch = 0; batch < 120; batch++) limit.count('192.0.2.1')
  for (let host = 0; host < 19_999; host++) limit.count(`10.0.${host >> 8}.${host & 255}`)
  assert.equal(limit.count('192.0.2.1'), 60, 'it is still known, and limited')
})
