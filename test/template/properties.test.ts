// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pages hold template literals
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Compiled, MacroKind } from '../../src/core/template/template.ts'
import { rendered } from '../../src/core/template/template.ts'
import fc from '../support/properties.ts'
import { ATTACKS } from './attacks.ts'
import { page } from './pages.ts'
import { PLACES } from './places.ts'
import { Difference, nonced, oddSchemes, PLAIN, sameTree, scripts, tokenKinds } from './trees.ts'

const NONCE = 'theNonceOfThisResponse'
const SECRET = 'theSecretOfThisResponse'

function filled(compiled: Compiled, x: string, y: string, rows: number): string {
  const macros = new Map([
    ['X', x],
    ['Y', y],
    ['SECRET', SECRET],
    ['THEME_ID', SECRET],
  ])
  return rendered(compiled, { macros, repeats: new Map([['x', Array(rows).fill(macros)]]) }, NONCE)
}

/** The same value, only harmless: what is empty or blank stays so. */
function plainFor(value: string): string {
  return value.trim() === '' ? value : PLAIN
}

/** Everything that must hold for a page whose values are attacks. */
function holds(compiled: Compiled, x: string, y: string, rows: number, sameTokens: boolean): void {
  const plain = filled(compiled, plainFor(x), plainFor(y), rows)
  const hostile = filled(compiled, x, y, rows)
  sameTree(plain, hostile)
  const [codes, hostileCodes] = [scripts(plain), scripts(hostile)]
  assert.equal(hostileCodes.length, codes.length)
  for (const [index, code] of codes.entries()) {
    const kinds = tokenKinds(code)
    const found = tokenKinds(hostileCodes[index]!)
    // A script that does not parse does nothing.
    if (kinds !== undefined && (sameTokens || found !== undefined)) assert.equal(found, kinds)
  }
  assert.deepEqual(oddSchemes(hostile), oddSchemes(plain))
  assert.ok(!hostile.includes(SECRET), 'something in a value was expanded')
  const carriers = nonced(hostile, NONCE)
  assert.deepEqual(carriers, nonced(plain, NONCE))
  assert.ok(
    carriers.every(name => ['script', 'style', 'link'].includes(name)),
    carriers.join(),
  )
}

function told(error: unknown, what: string): never {
  if (error instanceof Difference || error instanceof assert.AssertionError)
    throw new Error(`${error.message}\n${what}`, { cause: error })
  throw error
}

describe('no value changes what a page is', () => {
  for (const { place, template, kind } of PLACES) {
    test(place, () => {
      if (kind === 'address' || kind === 'switch') return
      const compiled = page(template, { labels: { SECRET, LABEL: SECRET } })
      for (const attack of ATTACKS) {
        try {
          holds(compiled, attack, attack, 1, true)
        } catch (error) {
          told(error, `${template} with ${JSON.stringify(attack)}`)
        }
      }
    })
  }
})

const FRAGMENTS = [
  '@X@',
  '@X@',
  '@X@',
  '@Y@',
  '@Y@',
  ' ',
  '\n',
  'a',
  '=',
  '"',
  "'",
  '`',
  '>',
  '<',
  '/',
  '&',
  '#',
  ';',
  ':',
  '\\',
  '-',
  '--',
  '!',
  '*',
  '<p>',
  '</p>',
  '<p title="',
  "<p title='",
  '<p title=',
  '<p ',
  '<a href="',
  '<a href=',
  '<img src="',
  '<b onclick="',
  "<b onclick='",
  '<b onclick=',
  '<i style="',
  '<i style=',
  '<input value=',
  '<input ',
  '<br ',
  '<form action="',
  '<iframe srcdoc="',
  '<iframe src="',
  '<script src="',
  '<link rel=stylesheet href="',
  '<script>',
  '</script>',
  '<script type=module>',
  '<script type="application/json">',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '</noscript>',
  '<template>',
  '</template>',
  '<svg>',
  '</svg>',
  '<math>',
  '</math>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<select>',
  '<option>',
  '</select>',
  '<!--',
  '-->',
  '<!DOCTYPE html>',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '<body class="',
  '<head>',
  '</head>',
  '<plaintext>',
  '<xmp>',
  '</xmp>',
  '<meta http-equiv=refresh content="0;url=',
  '<base href="',
  '</',
  '<',
  '<@X@',
  '</@X@',
  '<h1 @Y@',
  '">',
  "'>",
  '/>',
  '"@X@"',
  "'@X@'",
  '`@X@`',
  '“@X@”',
  '=@X@ ',
  '="@X@"',
  'var a = ',
  'var a = "',
  "var a = '",
  'var a = `',
  '${',
  '}',
  '{',
  '(',
  ')',
  'f(',
  ' / ',
  '//',
  '/*',
  '*/',
  'return ',
  'if (a) ',
  '<!-- ',
  '/[',
  ']/',
  '\r\n',
  '\u2028',
  'p { color: ',
  'content: "',
  'url(',
  'url("',
  '@import ',
  ' }',
  'javascript:',
  'https:',
  'https://',
  '//',
  '?a=',
  '[RPT x]',
  '[ERPT x]',
  '\u00a0',
  '$LABEL$',
  '$QUOTES$',
  '@NOBODY@',
]

test('no value changes what a page of any fragments is', () => {
  const template = fc
    .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 14 })
    .map(parts => parts.join(''))
  const attack = fc.oneof(
    fc.constantFrom(...ATTACKS),
    fc.constant(''),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ maxLength: 20 }),
  )
  fc.assert(
    fc.property(template, attack, attack, fc.nat(2), (text, x, y, rows) => {
      const kinds: Record<string, MacroKind | undefined> = { NOBODY: undefined }
      const compiled = page(text, { kinds, labels: { LABEL: 'a <b title="@Y@">@X@</b>', QUOTES: `'"\`` } })
      try {
        holds(compiled, x, y, rows, false)
      } catch (error) {
        told(error, JSON.stringify([text, x, y, rows]))
      }
    }),
    { numRuns: Number(process.env.TABARD_TEST_RUNS ?? 10_000) },
  )
})
