import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TEMPLATE_BOUNDS } from '../../src/core/template/bounds.ts'
import { type EncoderName, encoder, type MacroKind, type Value } from '../../src/core/template/encode.ts'
import { labelsFor, tokens } from '../../src/core/template/grammar.ts'
import type { Slot } from '../../src/core/template/part.ts'
import { handlerTexts, rendered } from '../../src/core/template/render.ts'

const encoded = (name: EncoderName, value: Value, kind: MacroKind = 'text') => encoder([name])(value, kind)

describe('a value is encoded', () => {
  const ROWS: [EncoderName, Value, string, MacroKind?][] = [
    ['html', '<a href="x">&\'\0</a>', '&lt;a href=&#34;x&#34;&gt;&amp;&#39;\ufffd&lt;/a&gt;'],
    ['html', null, ''],
    ['html', 5, '5'],
    ['html', true, 'true'],
    ['html', ['a'], '[&#34;a&#34;]'],
    ['html-apart', '', ''],
    ['html-apart', 'amp;', '&#97;mp;'],
    ['html-apart', '<b', '&lt;b'],
    ['html-apart', '\0b', '\ufffdb'],
    ['html-apart', '😀<', '&#128512;&lt;'],
    ['plain', 'a\r\n\u2028b\tc', 'a b c'],
    ['strict', '', ''],
    ['strict', '"><', 'x0'],
    ['strict', 'a"b', 'ab'],
    ['switch', 'on', 'on', 'switch'],
    ['switch', 'on', '', 'text'],
    ['url-scheme', 'HTTPS', 'HTTPS'],
    ['url-scheme', 'http', 'http'],
    ['url-scheme', 'mailto', 'mailto'],
    ['url-scheme', 'tel', 'tel'],
    ['url-scheme', 'javascript', ''],
    ['url-start', 'tel:1', 'tel:1'],
    ['url-start', 'MAILTO:a@b.example', 'MAILTO:a@b.example'],
    ['url-start', 'java\nscript:alert(1)', '#'],
    ['url-start', '/a?b=javascript:c', '/a?b=javascript:c'],
    ['url-start', ':a', '#'],
    ['url-authority', '[::1]:80', '[::1]:80'],
    ['url-authority', 'a/b', 'a%2Fb'],
    ['url-authority', '/', '%2F'],
    ['url-authority-trusted', 'id.example', 'id.example', 'address'],
    ['url-authority-trusted', 'id.example', '', 'text'],
    ['url-trusted', '/a/b', '/a/b', 'address'],
    ['url-trusted', '/a/b', '', 'text'],
    ['url-trusted', '../b', '', 'address'],
    ['url-trusted', '/a/%2E%2e', '', 'address'],
    ['url-trusted', '/a/./b', '', 'address'],
    ['url-trusted', '/a/..?b', '', 'address'],
    ['url-trusted', '/a/..b', '/a/..b', 'address'],
    ['url-trusted', '/a../b', '/a../b', 'address'],
    ['url-segment', '..', ''],
    ['url-segment', '..a', '..a'],
    ['url-segment', 'a..', 'a..'],
    ['url-part', "a'(b)", 'a%27%28b%29'],
    ['js-escaped', 'a\u0101\u00ff\t', '\\x61\\u0101\\xff\\x09'],
    ['js-value', 0, '0'],
    ['js-value', -1, ' -1'],
    ['js-value', '5', '"5"'],
    ['js-value', '5', '5', 'number'],
    ['js-value', '1.25', '1.25', 'number'],
    ['js-value', 'x5', '"x5"', 'number'],
    ['js-value', '5x', '"5x"', 'number'],
    ['js-value', null, 'null', 'number'],
    ['css-value', '#fff', '#fff'],
    ['css-value', ';a', ''],
    ['css-value', 'a;', ''],
    ['css-url-trusted', '/a.png', '/a.png', 'address'],
    ['css-url-trusted', '/a.png', '', 'text'],
  ]
  for (const [name, value, expected, kind] of ROWS)
    test(`as ${name}: ${JSON.stringify(value)}${kind === undefined ? '' : ` of the kind ${kind}`}`, () =>
      assert.equal(encoded(name, value, kind), expected))

  test('by the layers of its place, the innermost first; strictly where there is none', () => {
    assert.equal(encoder(['js-string', 'html'])('"', 'text'), '\\u0022')
    assert.equal(encoder(['markup', 'markup'])('<', 'markup'), '&lt;')
    assert.equal(encoder([])('a<', 'text'), 'a')
  })
})

describe('labels of old pages', () => {
  test('are looked up by their own name, by the one of today, and without the prefix', () => {
    assert.deepEqual(labelsFor('TITLE'), ['TITLE'])
    assert.deepEqual(labelsFor('MY_LABEL_'), ['MY_LABEL_'])
    assert.deepEqual(labelsFor('LABEL_BUTTON_DENY'), ['LABEL_BUTTON_DENY', 'OIDC_BUTTON_DENY', 'BUTTON_DENY'])
    for (const [old, today] of [
      ['LABEL_CHECK_REMEMBER', 'OIDC_CHECKBOX_REMEMBER'],
      ['LABEL_COPYRIGHT', 'COPYRIGHT_ALL_RIGHTS'],
      ['LABEL_PRODUCT', 'PRODUCT_NAME'],
    ])
      assert.deepEqual(labelsFor(old!), [old, today, old!.slice('LABEL_'.length)])
  })

  test('stand between two signs on each side', () => {
    assert.deepEqual([...tokens('@@LABEL_A_1@@')], [{ kind: 'label', name: 'LABEL_A_1', start: 0, end: 13 }])
  })

  test('texts beside constructs are never empty', () => {
    assert.deepEqual(
      [...tokens('$A$$B$')].map(({ kind }) => kind),
      ['label', 'label'],
    )
    assert.deepEqual([...tokens('')], [])
  })
})

const slot: Slot = { macro: 'A', kind: 'text', layers: ['html'], encode: encoder(['html']) }
const row = (text: string) => new Map<string, Value>([['A', text]])

describe('the text of an event handler', () => {
  test('has its values', () => {
    const texts = handlerTexts({ parts: ['f(', slot, ')'], repeat: undefined }, { macros: row('<') })
    assert.deepEqual(texts, ['f(&lt;)'])
  })

  test('comes once for each row of its repeat', () => {
    const handler = { parts: ['f(', slot, ')'], repeat: 'r' }
    const repeats = new Map([['r', [row('1'), row('2')]]])
    assert.deepEqual(handlerTexts(handler, { macros: row('0'), repeats }), ['f(1)', 'f(2)'])
    assert.deepEqual(handlerTexts(handler, { macros: row('0'), repeats: new Map() }), [])
    assert.deepEqual(handlerTexts(handler, { macros: row('0') }), [])
  })
})

describe('a page with its values', () => {
  // Nothing is escaped, because a page of this size takes long.
  const whole: Slot = { ...slot, encode: String }
  const LARGEST = 'x'.repeat(TEMPLATE_BOUNDS.output)

  test('may be as large as the bound, by its constants or by its values', () => {
    assert.equal(rendered({ parts: [LARGEST] }, { macros: new Map() }, 'N').length, LARGEST.length)
    assert.equal(rendered({ parts: [whole] }, { macros: row(LARGEST) }, 'N').length, LARGEST.length)
  })

  test('is given up where it is larger', () => {
    const faulty = (make: () => string) => assert.throws(make, /too large/)
    faulty(() => rendered({ parts: [LARGEST, 'x'] }, { macros: new Map() }, 'N'))
    faulty(() => rendered({ parts: ['x', whole] }, { macros: row(LARGEST) }, 'N'))
  })

  test('has no rows of a repeat that nobody gave', () => {
    const parts = ['a', { repeat: 'r', parts: ['b'] }]
    assert.equal(rendered({ parts }, { macros: new Map() }, 'N'), 'a')
    const repeats = new Map([['r', [row(''), row('')]]])
    assert.equal(rendered({ parts }, { macros: new Map(), repeats }, 'N'), 'abb')
  })
})
