import { macroKind } from '../../core/catalogue/catalogue.ts'
import { placeOn, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

export const a11yHeadingOrder: Rule = {
  id: 'a11y/heading-order',
  severity: 'recommendation',
  title: 'Headings that skip a level',
  reason: `Screen reader users navigate a page by its headings, as by a table of contents. Begin with one \`h1\`, and do
not skip a level. Use the style sheet to change how large a heading looks.`,
  bad: { [PAGE]: examplePage('<h1>$PRODUCT_NAME$</h1>\n<h3>$LOGOUT_OK_TITLE$</h3>') },
  good: { [PAGE]: examplePage('<h1>$PRODUCT_NAME$</h1>\n<h2>$LOGOUT_OK_TITLE$</h2>') },
  page(page, tell) {
    if (page.isMail || page.made === undefined) return
    const { acts, helpers } = page.made.facts()
    // Scripts, and markup that the service brings, may add headings of their own.
    if (acts || helpers.includes('combinedmfa_selection.js')) return
    if (page.made.macros.some(name => macroKind(page.entry, name) === 'markup')) return
    let before = 0
    for (const token of startTags(page.markup, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')) {
      const level = Number(token.name[1])
      if (level > before + 1)
        tell({
          ...placeOn(page, token),
          message:
            before === 0
              ? `The first heading of the page is an h${level}. Write h1.`
              : `An h${level} follows an h${before}. Write h${before + 1}.`,
        })
      before = level
    }
  },
}
