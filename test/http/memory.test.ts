import assert from 'node:assert/strict'
import { test } from 'node:test'
import { availableMemory, memoryShortage, uploadMemory } from '../../src/http/http.ts'

const MiB = 1024 * 1024

test('uploads get less of a small memory, and always enough for one', () => {
  assert.equal(uploadMemory(2048 * MiB), 128 * MiB)
  assert.equal(uploadMemory(1024 * MiB), 128 * MiB)
  assert.equal(uploadMemory(600 * MiB), 100 * MiB)
  assert.equal(uploadMemory(512 * MiB), 56 * MiB)
  assert.equal(uploadMemory(256 * MiB), 24 * MiB)
})

test('too little memory is told, and that of the settings counts', () => {
  assert.equal(memoryShortage(1024 * MiB), undefined)
  assert.match(memoryShortage(512 * MiB)!, /^there are only 512 MiB of memory: .+ 1 GB$/)
  assert.equal(availableMemory(300 * MiB), 300 * MiB)
  assert.ok(availableMemory() > 300 * MiB)
})
