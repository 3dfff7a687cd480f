import { frameOf } from '../document.ts'
import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

const DOCTYPE = '<!doctype html>'

export const htmlDoctype: Rule = {
  id: 'html/doctype',
  severity: 'warning',
  title: 'A page without a doctype',
  reason: `Without a doctype, browsers use quirks mode, with different sizes and spacing. Begin the page with
\`<!doctype html>\`.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>').replace(`${DOCTYPE}\n`, '') },
  good: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>') },
  page(page, tell) {
    const frame = frameOf(page)
    if (frame === undefined || page.markup.some(({ kind }) => kind === 'doctype')) return
    const place = placeOn(page, frame.html)
    const edits = [{ start: place.start, end: place.start, text: `${DOCTYPE}\n` }]
    // Browsers ignore a doctype behind something else.
    const isFirst = page.markup
      .slice(0, page.markup.indexOf(frame.html))
      .every(({ kind, start, end }) => kind === 'comment' || page.slice(start, end).trim() === '')
    tell({
      ...place,
      message: `The page has no doctype. Begin it with ${DOCTYPE}.`,
      ...(isFirst && { fix: { title: `Add ${DOCTYPE}`, edits } }),
    })
  },
}
