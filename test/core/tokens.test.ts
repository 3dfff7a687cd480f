import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandColors, tokensOf } from '../../src/core/tokens.ts'

test('tokens are what a sheet sets for the whole page, outside of any condition', () => {
  const css = `
    @import url("x.css");
    /* :root { --no: 1 } */
    :root, html { --a: #123; --b : calc(1px + 2px) ; color: red }
    @media (prefers-color-scheme: dark) { :root { --a: #fff } }
    .card { --c: 1 }
    .quoted::before { content: "} :root { --d: 1 }" }
    :root { --a: #456; --e: "a;b" }
    :root { --last: 9`
  assert.deepEqual(
    [...tokensOf(css)].filter(([name]) => name !== '--e'),
    [
      ['--a', '#456'],
      ['--b', 'calc(1px + 2px)'],
      ['--last', '9'],
    ],
  )
})

for (const [css, brand, onBrand] of [
  ['', '#3450b4', '#ffffff'],
  [':root { --color-brand: #FC0 }', '#ffcc00', '#000000'],
  [':root { --color-brand: rgb(122, 31 92) }', '#7a1f5c', '#ffffff'],
  [':root { --color-brand: rgb(300 0 0) }', '#3450b4', '#ffffff'],
  [':root { --color-brand: url(javascript:x) }', '#3450b4', '#ffffff'],
  [':root { --color-brand: #0f0; } /* open', '#00ff00', '#000000'],
] as const) {
  test(`${css || 'an empty sheet'} gives ${brand}, and ${onBrand} on it`, () => {
    assert.deepEqual(brandColors(css), { brand, onBrand })
  })
}

test('a sheet of any kind is read in no time', () => {
  for (const css of [
    '{'.repeat(200_000),
    '"'.repeat(200_001),
    '/*'.repeat(200_000),
    ':root{--a:'.repeat(50_000),
  ])
    assert.ok(tokensOf(css).size <= 1)
})
