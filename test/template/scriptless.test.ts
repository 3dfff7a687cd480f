import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { joined, rendered, TemplateFault, type Values } from '../../src/core/template/template.ts'
import { page } from './pages.ts'

const NOTHING: Values = { macros: new Map() }

/** A page without the scripts of its template. */
function scriptless(text: string, values = NOTHING): string {
  const { parts, scriptless = parts } = page(text)
  return rendered({ parts: scriptless }, values, 'N')
}

describe('a page without its scripts', () => {
  for (const [what, text, left] of [
    ['a blank in the end tag', '<script>a()</script ><form></form><script>b()</script>', '<form></form>'],
    ['attributes in the end tag', '<script>a()</script x=">"><p>x', '<p>x'],
    [
      'a script that a drawing closes',
      '<svg><script href="a.js"/></svg><form></form>',
      '<svg></svg><form></form>',
    ],
    [
      'a script of HTML inside a drawing, which its own tag does not close',
      '<svg><foreignObject><script href="a.js"/>a()</script><p>x',
      '<svg><foreignObject><p>x',
    ],
    ['a script inside a drawing', '<svg><script>a()</script><g/></svg><p>x', '<svg><g/></svg><p>x'],
    [
      'the text of a script in an attribute',
      '<p title="<script>a()</script>">x',
      '<p title="<script>a()</script>">x',
    ],
    ['markup inside a script', '<script>"<form>"</script><form></form>', '<form></form>'],
    ['a script without end', '<form></form><script>a()', '<form></form><script nonce="N">a()'],
    ['macros inside and beside it', '<script>"@A@"</script><p>@A@</p>', '<p>v</p>'],
  ] as const) {
    test(`keeps everything else: ${what}`, () => {
      assert.equal(scriptless(text, { macros: new Map([['A', 'v']]) }), left)
    })
  }

  test('keeps its repeats, also where one begins or ends inside a script', () => {
    const rows = new Map([['r', [new Map([['A', '1']]), new Map([['A', '2']])]]])
    const shown = (text: string) => scriptless(text, { macros: new Map(), repeats: rows })
    assert.equal(shown('[RPT r]<script>@A@</script><p>@A@</p>[ERPT r]'), '<p>1</p><p>2</p>')
    assert.equal(shown('<p>[RPT r]<script>@A@[ERPT r]</script></p>'), '<p></p>')
  })

  test('is the page itself where it has none', () => {
    assert.equal(page('<p onclick="a()">x</p>').scriptless, undefined)
  })

  test('keeps a script that browsers without scripts do not see as one', () => {
    const text = '<noscript><style></noscript><script></style><img title="@A@"></script><p>x'
    assert.match(scriptless(text), /<script/)
  })
})

describe('the handlers of a page', () => {
  test('are told once each, however often they are written', () => {
    const element = `<p ${Array.from({ length: 200 }, (_, index) => `on${index}=x`).join(' ')}></p>`
    assert.equal(page(element.repeat(100)).handlers.length, 1)
    assert.equal(page('<p onclick="f(\'@A@\')"></p>'.repeat(50)).handlers.length, 1)
    assert.equal(page('<p onclick="f(\'@A@\')"></p><p onclick="f(\'@B@\')"></p>').handlers.length, 2)
  })
})

describe('a page that its rows make too large', () => {
  const body = 'x'.repeat(1_000_000)
  const { parts } = page(`[RPT r]${body}@A@[ERPT r]`)
  const rows = (count: number) => Array.from({ length: count }, () => new Map([['A', 'v']]))

  test('is given up before a single value is written', () => {
    let written = 0
    const write = (text: string) => {
      written += 1
      return text
    }
    const values = (count: number) => ({ macros: new Map(), repeats: new Map([['r', rows(count)]]) })
    assert.throws(() => joined(parts, values(20), 'N', write), TemplateFault)
    assert.equal(written, 0)
    assert.equal(joined(parts, values(5), 'N', write).length, 5_000_005)
  })

  test('is given up with the row that is one too many where only the values tell', () => {
    const long = Array.from({ length: 100 }, () => new Map([['A', 'v'.repeat(1_000_000)]]))
    let written = 0
    const write = (text: string) => {
      written += 1
      return text
    }
    const small = page('[RPT r]@A@[ERPT r]').parts
    assert.throws(
      () => joined(small, { macros: new Map(), repeats: new Map([['r', long]]) }, 'N', write),
      TemplateFault,
    )
    assert.equal(written, 9)
  })
})

describe('the origins of scripts', () => {
  test('are not told in part: a page with more than can be read through is over a bound', () => {
    const scripts = Array.from(
      { length: 201 },
      (_, index) => `<script src="https://s${index}.example/"></script>`,
    )
    assert.throws(
      () => page(scripts.join('')),
      error => error instanceof TemplateFault && error.bound === 'scriptOrigins',
    )
  })
})
