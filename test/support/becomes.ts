import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

const PATIENCE_MS = 60_000
/** What is read of a page that is replaced meanwhile. */
const REPLACED = Symbol('a page that was replaced')

/**
 * Waits until a screen shows what is expected, and fails with the difference: what a click changes is drawn a moment later.
 * Texts are compared with a pattern as well.
 */
export async function becomes<T>(
  read: () => Promise<T>,
  expected: NoInfer<T> | (T extends string | null ? RegExp : never),
  message?: string,
): Promise<void> {
  const isAsExpected = (found: T | typeof REPLACED) =>
    found !== REPLACED &&
    (expected instanceof RegExp ? expected.test(String(found)) : isDeepStrictEqual(found, expected))
  const look = () => read().catch(replaced)
  let found = await look()
  for (const deadline = performance.now() + PATIENCE_MS; !isAsExpected(found); found = await look()) {
    if (performance.now() > deadline) break
    await sleep(20)
  }
  if (expected instanceof RegExp) assert.match(String(found), expected, message)
  else assert.deepEqual(found, expected, message)
}

function replaced(error: unknown): typeof REPLACED {
  if (/Frame was detached|Execution context was destroyed/.test(String(error))) return REPLACED
  throw error
}
