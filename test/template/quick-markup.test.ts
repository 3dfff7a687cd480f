import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { itemsOf } from '../../src/core/template/expand.ts'
import { factsOf } from '../../src/core/template/facts.ts'
import { marked } from '../../src/core/template/marked.ts'
import { markupOf, quickMarkup, TEMPLATE_BOUNDS, TemplateFault } from '../../src/core/template/template.ts'
import fc from '../support/properties.ts'

const TEMPLATES = globSync('{master/templates,examples,test/fixtures}/**/*.{html,xml}').map(file => {
  const text = readFileSync(file, 'utf8')
  const message = text.indexOf('CDATA[')
  return message === -1 ? text : text.slice(message + 6, text.indexOf(']]>')).trim()
})
const PIECES =
  '<p> </p> <div> </div> <b> </b> <table> </table> <tr> </tr> <td> </td> <tbody> </tbody> <th> <caption> <li> </li> <ul> </ul> <dl> <dd> </dd> <form> </form> <select> </select> <option> </option> <optgroup> <svg> </svg> <path/> <g> </g> <title> </title> <script> </script> <style> </style> <textarea> </textarea> <!-- --> <br> <br/> <hr> <input> <a> </a> <h1> </h1> <button> </button> <html> </html> <head> </head> <body> </body> <!DOCTYPE&#32;html> <noscript> <template> <TD> <img&#32;src="a&amp;b"> &amp; & &#65; &nbsp < > " = / x @X@ <label> </label> <fieldset> <legend> </legend>'
    .split(' ')
    .map(piece => piece.replace('&#32;', ' '))
    .concat(' ', '\n', ' a="b"', " a='b'", ' a', ' a=b', ' a="b" a')

/** Whether a document was read quickly; then it has to be read as the parser reads it. */
function isQuick(source: string): boolean {
  const quick = quickMarkup(source)
  if (quick === undefined) return false
  const { tokens, sureUntil } = markupOf(source, true)
  assert.deepEqual(quick.tokens, tokens, source)
  assert.equal(sureUntil, Number.POSITIVE_INFINITY)
  const items = itemsOf({ file: 'page.html', text: source }).map(item =>
    item.kind === 'macro' ? item : { ...item, kind: 'text' as const },
  )
  const text = marked(items, 'secret', ({ kind }) => kind === 'macro')
  const places = text.marks.map(() => ({ layers: ['html'] as const }))
  const facts = ({ document, tokens }: NonNullable<ReturnType<typeof quickMarkup>>) =>
    factsOf(document, { seen: tokens, scriptless: tokens }, items, text, places, name => name)
  const page = quickMarkup(text.source)
  const parsed = markupOf(text.source, true)
  if (page !== undefined) assert.deepEqual(facts(page), facts(parsed), source)
  return true
}

describe('reading plain documents quickly', () => {
  test('tells what the parser tells of templates, and reads most of them', () => {
    const quick = TEMPLATES.filter(isQuick)
    assert.ok(quick.length > TEMPLATES.length * 0.8, `${quick.length} of ${TEMPLATES.length}`)
  })

  test('tells what the parser tells of templates that were changed', () => {
    const change = fc.record({ at: fc.nat(20_000), length: fc.nat(9), piece: fc.constantFrom('', ...PIECES) })
    fc.assert(
      fc.property(
        fc.constantFrom(...TEMPLATES),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (template, changes) => {
          const text = changes.reduce((before, { at, length, piece }) => {
            const from = at % before.length
            return before.slice(0, from) + piece + before.slice(from + length)
          }, template)
          sound(text)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('tells what the parser tells of any tags in a row', () => {
    const tags = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(tags, pieces => sound(pieces.join(''))),
      { numRuns: 3_000 },
    )
  })

  test('leaves an element with too many attributes to the parser, which refuses it', () => {
    const element = (count: number) =>
      `<p${Array.from({ length: count }, (_, index) => ` a${index}`).join('')}></p>`
    const most = TEMPLATE_BOUNDS.attributesOfElement
    assert.ok(isQuick(element(most)))
    assert.equal(quickMarkup(element(most + 1)), undefined)
    assert.throws(() => markupOf(element(most + 1), true), TemplateFault)
  })

  test('leaves large and deep documents to the parser and its bounds', () => {
    for (const source of ['<div>'.repeat(101), '<br>'.repeat(10_001), `<p>${'x'.repeat(1024 * 1024)}</p>`])
      assert.equal(quickMarkup(source), undefined)
  })
})

function sound(source: string): void {
  try {
    isQuick(source)
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
  }
}
