import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { page } from './pages.ts'

describe('the origins of scripts', () => {
  test('are found behind attributes of any length', () => {
    for (const length of [10, 990, 1_000, 5_000, 300_000]) {
      const { scripts } = page(
        `<script data-x="${'x'.repeat(length)}" src="https://a.example/x.js"></script>`,
      )
      assert.deepEqual(scripts, ['https://a.example'], String(length))
    }
  })

  test('are found in and behind scripts of a drawing', () => {
    const { scripts } = page(
      '<svg><script href="https://a.example/a.js"/><script href="https://b.example/b.js"/></svg><script type=module>import "https://c.example/c.js"</script>',
    )
    assert.deepEqual(scripts, ['https://a.example', 'https://b.example', 'https://c.example'])
  })
})
