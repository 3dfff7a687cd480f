import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const BLOCK = /@(?:media|container) ([^{]+) \{((?:[^{}]|\{[^{}]*\})*)\}/g
const COLORED = /(?:^|[\s;{])(?:[\w-]*color|background[\w-]*|fill|stroke|opacity|filter)\s*:[^;}]*/g
/** No color, so that what lies behind shows, or that of quiet text, which screens have in every width. */
const USUAL = /:\s*(?:none|transparent|0|var\(--mantine-color-dimmed\))\s*$/

test('no color of the console depends on the width of the window', () => {
  // A screen that is looked at in several widths shows its colors to axe in one; see looksAt in accessible.ts.
  for (const path of globSync('console/src/**/*.css')) {
    const sheet = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    const blocks = [...sheet.matchAll(BLOCK)]
    assert.equal(blocks.length, sheet.match(/@(?:media|container)/g)?.length ?? 0, `every block of ${path}`)
    for (const [, condition, rules] of blocks) {
      const colored = (rules!.match(COLORED) ?? []).filter(declaration => !USUAL.test(declaration))
      assert.deepEqual(/width/.test(condition!) ? colored : [], [], `${path} ${condition}`)
    }
  }
})
