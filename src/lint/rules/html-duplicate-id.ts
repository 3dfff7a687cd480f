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
  page(page, tell) {
    const seen = new Set<string>()
    for (const token of startTags(page.markup)) {
      const attribute = attributeOf(token, 'id')
      const id = given(page, token, 'id')
      if (attribute === undefined || id === '' || id.includes('@')) continue
      if (seen.has(id))
        tell({
          ...placeOn(page, attribute),
          message: `Another element of the page has the id "${id}" already.`,
        })
      seen.add(id)
    }
  },
}
