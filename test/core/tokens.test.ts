import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brandColors, DEFAULT_BRAND, tokensOf } from '../../src/core/tokens.ts'

test('tokens are what a sheet sets for the whole page, outside of any condition', () => {
  const css = `
    @import url("x.css");
    /* :root { --no: 1 } */
    :root, html { --a: #123; --b : calc(1px + 2px) ; color: red }
    @media (prefers-color-scheme: dark) { :root { --a: #fff } }
    .card { --c: 1 }
    .quoted::before { content: "} :root { --d: 1 }" }
    :ROOT { --a: #4/* not here */56; --e: "a;b" }
    :root .inside { --f: 1 }
    :root { --last: 9`
  assert.deepEqual(
    [...tokensOf(css)],
    [
      ['--a', '#456'],
      ['--b', 'calc(1px + 2px)'],
      ['--e', '"a;b"'],
      ['--last', '9'],
    ],
  )
})

for (const [css, brand, onBrand] of [
  ['', DEFAULT_BRAND, '#ffffff'],
  [':root { --color-brand: #FC0 }', '#ffcc00', '#000000'],
  [':root { --color-brand: #fc08 }', '#ffcc00', '#000000'],
  [':root { --color-brand: #7a1f5cff !important }', '#7a1f5c', '#ffffff'],
  [':root { --color-brand: rgb(122, 31 92) }', '#7a1f5c', '#ffffff'],
  [':root { --color-brand: rgb(300 0 0) }', DEFAULT_BRAND, '#ffffff'],
  [':root { --color-brand: url(javascript:x) }', DEFAULT_BRAND, '#ffffff'],
  [':root { --color-brand: #0f0; } /* open', '#00ff00', '#000000'],
  [':root { --color-brand: #0f0 !important } :root { --color-brand: #f00 }', '#00ff00', '#000000'],
  // On pages the base sheet wins, which sets it for :root.
  ['html { --color-brand: #0f0 }', DEFAULT_BRAND, '#ffffff'],
  [':root { --x: url(data:a;b}c); --color-brand: #0f0 }', '#00ff00', '#000000'],
] as const) {
  test(`${css || 'an empty sheet'} gives ${brand}, and ${onBrand} on it`, () => {
    const { brand: found, onBrand: foundOn } = brandColors(css)
    assert.deepEqual([found, foundOn], [brand, onBrand])
  })
}

test('the color of a theme without one is that of the base sheet', () => {
  const base = readFileSync('master/templates/common/static/css/base.css', 'utf8')
  assert.equal(tokensOf(base).get('--color-brand'), DEFAULT_BRAND)
})

// What takes more than one pass over such a sheet takes minutes.
for (const [what, css] of [
  ['braces', '{'.repeat(2_000_000)],
  ['a string', `:root{--a:"${'x'.repeat(10_000_000)}`],
  ['quotes', '"'.repeat(2_000_001)],
  ['comments', '/*'.repeat(1_000_000)],
  ['blanks in a selector', `:root${' '.repeat(200_000)}x{--a:b}`],
  ['blanks in a value', `:root{--color-brand:${' #fff '.repeat(100)}${' '.repeat(200_000)}x}`],
  ['declarations', `:root${' '.repeat(1_000)}{${'--a:b;'.repeat(200_000)}}`],
] as const) {
  test(`a sheet of nothing but ${what} is read in one pass`, () => {
    assert.ok(tokensOf(css).size <= 1)
    assert.equal(brandColors(css).onBrand, '#ffffff')
  })
}
