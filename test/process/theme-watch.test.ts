import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Outcome } from '../../src/cli/theme/sending.ts'
import { persistently } from '../../src/cli/theme/watch.ts'

test('a file that disappears while it is read does not end watch', async () => {
  let tried = 0
  await persistently(async () => {
    tried += 1
    // Editors write temporary files, and remove them at once.
    if (tried === 1) readFileSync(join(import.meta.dirname, 'there-is-no-such-file'))
    return {} as Outcome
  })
  assert.equal(tried, 2)
})
