import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type BoundName,
  plainText,
  TEMPLATE_BOUNDS,
  TemplateFault,
} from '../../src/core/template/template.ts'
import { page, type Surroundings } from './pages.ts'

const { elements, attributes, attributesOfElement, depth, constructs, texts } = TEMPLATE_BOUNDS
/** What every document has: html, head and body. */
const FRAME = 3

function fault(make: () => unknown): TemplateFault {
  let found: unknown
  assert.throws(make, error => {
    found = error
    return error instanceof TemplateFault
  })
  return found as TemplateFault
}

function numbered(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('')
}

/** Every paragraph creates the formatting elements again that the one before left open. */
const FORMATTING = `<p>${numbered(1_900, index => `<b a${index}>`)}</p>${'<p>x</p>'.repeat(4_000)}`
const SHALLOW = `<p>${numbered(300, index => `<b a${index}>`)}</p>${'<p>x</p>'.repeat(150)}`

describe('a template over a bound is refused, and the fault names the bound, the file and the place', () => {
  const cases: readonly [what: string, bound: BoundName, text: string, at: number, around?: Surroundings][] =
    [
      ['elements', 'elements', '<br>'.repeat(elements - FRAME + 1), 4 * (elements - FRAME)],
      ['comments', 'elements', '<!---->'.repeat(elements + 1), 7 * elements],
      ['elements that tags create again', 'elements', SHALLOW, SHALLOW.indexOf('<p>x') + 3 + 8 * 65],
      ['formatting elements of all depths', 'depth', FORMATTING, FORMATTING.indexOf('<b a509>')],
      ['nesting', 'depth', '<div>'.repeat(depth), 5 * (depth - 2)],
      [
        'attributes of one tag',
        'attributesOfElement',
        `<p ${numbered(attributesOfElement + 1, index => `a${1000 + index} `)}>`,
        3 + 6 * attributesOfElement,
      ],
      [
        'attributes of an end tag',
        'attributesOfElement',
        `<p></p ${numbered(attributesOfElement + 1, index => `a${1000 + index} `)}>`,
        7 + 6 * attributesOfElement,
      ],
      ['attributes', 'attributes', `<p ${'a '.repeat(attributes + 1)}>`, 3 + 2 * attributes],
      ['macros', 'constructs', '@X@'.repeat(constructs + 1), 3 * constructs],
      ['words', 'texts', `<p>${'x '.repeat(texts / 2)}y</p>`, 3 + texts],
      ['characters', 'page', 'x'.repeat(TEMPLATE_BOUNDS.page + 1), 0],
    ]
  for (const [what, bound, text, offset, around] of cases) {
    test(what, () => {
      const found = fault(() => page(text, around))
      assert.deepEqual([found.bound, found.place], [bound, { file: 'page.html', offset }])
    })
  }

  test('in a header', () => {
    const found = fault(() => page('<h1>a</h1>@PAGE_HEADER@', { header: `<p>${'<i>'.repeat(depth)}` }))
    assert.deepEqual([found.bound, found.place?.file], ['depth', 'page_header.html'])
  })

  test('in a label', () => {
    const found = fault(() => page('<h1>$L$</h1>', { labels: { L: '<i>'.repeat(depth) } }))
    assert.deepEqual([found.bound, found.place?.file], ['depth', 'labels.properties'])
  })

  test('in pages in attributes, which count together', () => {
    const bomb = `<p>${numbered(90, index => `<b a${index}>`)}</p>${'<p>x</p>'.repeat(3)}@X@`
    page(`<iframe srcdoc="${bomb}"></iframe>`.repeat(10))
    const found = fault(() => page(`<iframe srcdoc="${bomb}"></iframe>`.repeat(200)))
    assert.equal(found.bound, 'elements')
    assert.equal(found.place?.file, 'page.html')
  })
})

test('a template at its bounds compiles', () => {
  page('<br>'.repeat(elements - FRAME))
  page('<div>'.repeat(depth - 2))
  page(`<p ${numbered(attributesOfElement, index => `a${index} `)}>`)
  page('@X@'.repeat(constructs))
})

test('the message says how much there may be', () => {
  assert.equal(
    fault(() => page('<br>'.repeat(elements))).message,
    'there are too many elements (more than 20,000)',
  )
})

describe('a text that is made from markup', () => {
  test('has the same bounds', () => {
    assert.equal(fault(() => plainText('<b>'.repeat(20_000))).bound, 'depth')
    assert.equal(fault(() => plainText(SHALLOW)).bound, 'elements')
  })

  test('is made at the deepest that is allowed', () => {
    assert.equal(plainText(`${'<div>'.repeat(depth - 2)}deep`), 'deep')
  })
})
