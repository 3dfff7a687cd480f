import { startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

export const htmlMetaRefresh: Rule = {
  id: 'html/meta-refresh',
  severity: 'warning',
  title: 'A page that reloads or redirects by itself',
  reason: `A page that reloads or redirects after some seconds interrupts people who are typing or reading. Offer a link
instead.`,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>', '<meta http-equiv="refresh" content="5; url=/">\n') },
  good: { [PAGE]: examplePage('<p><a href="/">$PRODUCT_NAME$</a></p>') },
  ...onMarkup('pages', (file, tell) => {
    for (const token of startTags(file.markup, 'meta'))
      if (textOf(token, 'http-equiv').toLowerCase() === 'refresh')
        tell({
          start: token.start,
          end: token.end,
          message: 'This makes the page reload or leave by itself. Offer a link instead.',
        })
  }),
}
