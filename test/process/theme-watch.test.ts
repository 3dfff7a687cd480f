import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { persistently } from '../../src/cli/theme/watch.ts'

test('a file that disappears while it is read does not end watch', async () => {
  let tried = 0
  await persistently(async () => {
    tried += 1
    // Editors write temporary files, and remove them at once.
    if (tried === 1) readFileSync(join(import.meta.dirname, 'there-is-no-such-file'))
  })
  assert.equal(tried, 2)
})

test('a file that cannot be read does not end watch', async () => {
  const printed = mock.method(console, 'error', () => {})
  let tried = 0
  try {
    await persistently(async () => {
      tried += 1
      if (tried === 1) readFileSync(import.meta.dirname)
    })
  } finally {
    printed.mock.restore()
  }
  assert.match(
    printed.mock.calls[0]?.arguments.join(' ') ?? '',
    /^A file cannot be read or written: EISDIR: /,
  )
})

test('a file that stays away is named, and the push is tried again', async () => {
  const printed = mock.method(console, 'error', () => {})
  const missing = join(import.meta.dirname, 'there-is-no-such-file')
  let tried = 0
  try {
    await persistently(async () => {
      tried += 1
      if (tried < 3) readFileSync(missing)
    })
  } finally {
    printed.mock.restore()
  }
  const lines = printed.mock.calls.map(call => call.arguments.join(' '))
  assert.deepEqual(lines, [`${missing} disappeared while it was read.`, 'Trying again in 2 s.'])
})
