import type { MarkupAttribute } from '../../core/template/template.ts'
import { attributeOf, placeOn, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { given } from '../forms.ts'
import type { Rule } from '../rule.ts'

export const htmlDuplicateId: Rule = {
  id: 'html/duplicate-id',
  severity: 'warning',
  title: 'Two elements with the same id',
  reason: `An id must be unique on a page. If two elements have the same id, labels, links and scripts find only the
first one. Give the other one another id. Header and footer are part of every page and count too.`,
  bad: { [PAGE]: examplePage('<p id="news">$PRODUCT_NAME$</p>\n<p id="news">$PRODUCT_NAME$</p>') },
  good: { [PAGE]: examplePage('<p id="news">$PRODUCT_NAME$</p>\n<p id="terms">$PRODUCT_NAME$</p>') },
  page(page, tell, theme) {
    const seen = new Map<string, MarkupAttribute>()
    for (const token of startTags(page.markup)) {
      const attribute = attributeOf(token, 'id')
      const id = given(page, token, 'id')
      if (attribute === undefined || id === '' || id.includes('@')) continue
      const first = seen.get(id)
      if (first === undefined) {
        seen.set(id, attribute)
        continue
      }
      const place = placeOn(page, attribute)
      // What stands in a file of the master's is not reported, so a header is told of the ids that it takes from a page.
      if (theme.own.has(place.file))
        tell({ ...place, message: `Another element of the page has the id "${id}" already.` })
      else tell({ ...placeOn(page, first), message: `Another element of the page has the id "${id}" too.` })
    }
  },
}
