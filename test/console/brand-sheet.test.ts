import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  brokenLine,
  type Changes,
  readTokens,
  setElsewhere,
  valueProblem,
  withTokens,
} from '../../console/src/brand/sheet.ts'
import { parsedSheet } from '../../src/core/style-sheet.ts'
import fc from '../support/properties.ts'

const HAND_WRITTEN = `@import url("fonts.css");
/* Brand of the bank; :root { --radius: 9px } is not meant. */
:root {
\t--color-brand : #0b5d45 !important; /* as on the paper */
\t--page-background: url(data:image/svg+xml;base64,PHN2Zz4=) ;
\t--font-family: "A;B", 'C}D';
}
@media (prefers-color-scheme: dark) { :root { --color-brand: #7fd; --edge: 1px } }
.card { --radius: 4px }
:root { --radius: 0.5rem; --last: 1 }
`

describe('reading', () => {
  test('a sheet that was written by hand shows its values', () => {
    assert.deepEqual(
      [...readTokens(HAND_WRITTEN)],
      [
        ['--color-brand', '#0b5d45'],
        ['--page-background', 'url(data:image/svg+xml;base64,PHN2Zz4=)'],
        ['--font-family', `"A;B", 'C}D'`],
        ['--radius', '0.5rem'],
        ['--last', '1'],
      ],
    )
    assert.deepEqual(setElsewhere(HAND_WRITTEN), new Set(['--color-brand', '--edge', '--radius']))
  })

  test('what a nested condition sets is set elsewhere', () => {
    const css = ':root { --a: 1; @media print { --b: 2 } --c: 3 }'
    assert.deepEqual([...readTokens(css).keys()], ['--a', '--c'])
    assert.deepEqual(setElsewhere(css), new Set(['--b']))
  })

  for (const [css, value] of [
    [':root{--a:1}:root{--a:2}', '2'],
    [':root{--a:1!important}:root{--a:2}', '1'],
    [':root{--a:1 ! /* so */ IMPORTANT ;--a:2}', '1'],
    ['html{--a:1}', undefined],
    [':root{--a:1}html{--a:2}', '1'],
    ['foo; :root{--a:1}', undefined],
    ['} :root{--a:1}', undefined],
    ['@layer x; :root{--a:1}', '1'],
    [':root{color:{};--a:1}', '1'],
    [':root{a:hover{--a:2}--a:1}', '1'],
    [':root{--a:(;{)}}', '(;{)}}'],
    [':root{--a:[;]}', '[;]'],
    [':root{--a:\\;1}', '\\;1'],
    [':root{--a:"\\"};"}', '"\\"};"'],
    [':root{--a:url( x;\\)} )}', 'url( x;\\)} )'],
    ['\uFEFF:root{--a:1}', '1'],
    ['/*/:root{--a:1}*/', undefined],
    [':root{--a:1', '1'],
    [':root{--a:/* b */ 1 /* c */ 2 /* d */;}', '1 /* c */ 2'],
  ] as const) {
    test(`${JSON.stringify(css)} sets --a to ${value ?? 'nothing'}`, () => {
      assert.equal(readTokens(css).get('--a'), value)
    })
  }
})

describe('writing', () => {
  const written = (css: string, changes: Changes, expected: string) =>
    assert.equal(withTokens(css, changes), expected)

  test('a token that stands is replaced in place, and all else stays as it is', () => {
    written(
      HAND_WRITTEN,
      { '--color-brand': '#123456', '--radius': '2rem' },
      HAND_WRITTEN.replace('#0b5d45', '#123456').replace('0.5rem', '2rem'),
    )
  })

  test('a new one is added to the first block for the whole page, as the others there', () => {
    written(HAND_WRITTEN, { '--edge': '0px' }, HAND_WRITTEN.replace(`'C}D';`, `'C}D';\n\t--edge: 0px;`))
    written(':root{--a:1}', { '--b': '2' }, ':root{ --b: 2;--a:1}')
    written(':root { --a: 1; }', { '--b': '2' }, ':root { --a: 1; --b: 2; }')
    written(':root {\r\n  --a: 1;\r\n}\r\n', { '--b': '2' }, ':root {\r\n  --a: 1;\r\n  --b: 2;\r\n}\r\n')
    written(':root {\n}', { '--b': '2' }, ':root {\n  --b: 2;\n}')
  })

  test('a token that goes back to the master’s is taken out, with a block that was made for it', () => {
    written(HAND_WRITTEN, { '--radius': null }, HAND_WRITTEN.replace(' --radius: 0.5rem;', ''))
    written('b{}\n:root {\n  --a: 1;\n  --a: 2;\n}\nc{}', { '--a': null }, 'b{}\nc{}')
    written(':root{--a:1}', { '--a': null }, ':root{}')
    written(':root { --a: 1; /* why */ }', { '--a': null }, ':root { /* why */ }')
    written(':root { --a: 1; --b: 2 }', { '--b': null }, ':root { --a: 1; }')
  })

  test('without a block for the whole page one is made where it counts', () => {
    const block = ':root {\n  --a: 1;\n}'
    written('', { '--a': '1' }, `${block}\n`)
    written('b{}\n', { '--a': '1' }, `b{}\n${block}\n`)
    written('b{}', { '--a': '1' }, `b{}\n${block}`)
    written('b{} /* open', { '--a': '1' }, `b{} ${block}\n/* open`)
    written('b{} c{', { '--a': '1' }, `b{} ${block}\nc{`)
    written('@import "x"', { '--a': '1' }, `@import "x";\n${block}`)
    written(
      '@media print { :root { --a: 2 } }\n',
      { '--a': '1' },
      `@media print { :root { --a: 2 } }\n${block}\n`,
    )
  })

  test('the sheet of the master keeps its long comment', () => {
    const master = readFileSync('master/templates/common/page_style.css', 'utf8')
    const changed = withTokens(master, { '--color-brand': '#123456' })
    assert.equal(changed, `${master}:root {\n  --color-brand: #123456;\n}\n`)
    assert.equal(withTokens(changed, { '--color-brand': null }), master)
  })

  test('a declaration that swallows what follows is named, so that nobody loses it', () => {
    assert.equal(brokenLine(':root {\n  --a: rgb(1 2 3;\n}\n.kept {}'), 2)
    assert.equal(brokenLine(':root {\n  --b: 1;\n  --a: "Inter;\n  --c: 2;\n}'), 3)
    assert.equal(brokenLine(HAND_WRITTEN), undefined)
    assert.equal(brokenLine(':root { --a: 1'), undefined)
  })
})

for (const value of [
  'red; --b: 1',
  'red }',
  '{',
  '"open',
  "it's",
  'rgb(1 2 3',
  'x)',
  ']',
  'a /* b',
  '*/',
  'red !important',
  'a\nb',
  'a\\',
  '</style>',
  ' ',
  '"a\\"',
  'x'.repeat(2001),
]) {
  test(`${JSON.stringify(value.slice(0, 20))} is no value`, () => assert.ok(valueProblem(value)))
}

for (const value of [
  '#0b5d45',
  'linear-gradient(160deg, #5a1fd1, var(--color-brand) 60%)',
  'Georgia, "Times", serif',
]) {
  test(`${value} is a value`, () => assert.equal(valueProblem(value), undefined))
}

const NAMES = ['--a', '--b', '--c', '--color-brand']
const PIECES = [
  ...[
    ':root',
    'html',
    ':root, html',
    '.x',
    '@media print',
    '@import "x"',
    '@layer',
    'url(',
    'url("',
    '"',
    "'",
  ],
  ...[
    '{',
    '{',
    '}',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    ';',
    ':',
    '!important',
    '/*',
    '*/',
    '\\',
    '\n',
    '\r\n',
    ' ',
    '\t',
  ],
  ...NAMES.flatMap(name => [`${name}: 1;`, `${name}:x`, `\n  ${name}: "q;";`]),
  ...[
    ':root {',
    '\n}\n',
    ':root{--a:1}',
    '@media print { :root { --b: 9; } }\n',
    '/* note */',
    '\uFEFF',
    'é',
  ],
]
const sheets = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map(pieces => pieces.join(''))
const values = fc
  .oneof(
    fc.constantFrom('#fff', '"a"', 'url(x)', 'var(--a)', 'linear-gradient(red, blue)', '1rem', 'a, b'),
    fc.string({ maxLength: 12 }),
  )
  .map(value => value.trim())
  .filter(value => valueProblem(value) === undefined)
const changes = fc.dictionary(fc.constantFrom(...NAMES), fc.option(values))

test('whatever the sheet and the changes, reading back gives what was written', () => {
  fc.assert(
    fc.property(sheets, changes, (css, some) => {
      fc.pre(brokenLine(css) === undefined)
      const after = withTokens(css, some)
      const expected = readTokens(css)
      for (const [name, value] of Object.entries(some)) {
        if (value === null) expected.delete(name)
        else expected.set(name, value)
      }
      assert.deepEqual(new Map([...readTokens(after)].sort()), new Map([...expected].sort()))
      const blocks = (text: string) => parsedSheet(text).others.map(([from, to]) => text.slice(from, to))
      assert.deepEqual(blocks(after), blocks(css), 'other blocks stay as they are')
    }),
    { numRuns: 2_000 },
  )
})

test('whatever the sheet and the changes, undoing them gives the sheet without any difference', () => {
  fc.assert(
    fc.property(sheets, fc.dictionary(fc.constantFrom(...NAMES), values), (css, some) => {
      fc.pre(brokenLine(css) === undefined)
      // The semicolon that a statement at the end lacked stays: without it nothing could follow.
      fc.pre(parsedSheet(css).end.after === '')
      // An empty block that was there is told by nothing from one that was made.
      fc.pre(!/:root \{\r?\n\}/.test(css))
      const before = readTokens(css)
      const undone = Object.fromEntries(Object.keys(some).map(name => [name, before.get(name) ?? null]))
      assert.equal(withTokens(withTokens(css, some), undone), css)
    }),
    { numRuns: 2_000 },
  )
})
