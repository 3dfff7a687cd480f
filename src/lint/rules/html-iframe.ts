import { isTagManager } from '../../core/template/tag-manager.ts'
import { startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

export const htmlIframe: Rule = {
  id: 'html/iframe',
  severity: 'warning',
  title: 'A page that shows another page in a frame',
  reason: `People cannot see which site a frame in a sign-in page belongs to, and many sites cannot be framed. Link to
the other page instead. The frame of a tag manager inside \`noscript\` is not reported.`,
  bad: { [PAGE]: examplePage('<iframe src="/news" title="$PRODUCT_NAME$"></iframe>') },
  good: { [PAGE]: examplePage('<p><a href="https://www.example.com/news">$PRODUCT_NAME$</a></p>') },
  ...onMarkup('pages', (file, tell) => {
    for (const token of startTags(file.markup, 'iframe', 'frame', 'embed', 'object')) {
      if (isTagManager(textOf(token, 'src'))) continue
      tell({
        start: token.start,
        end: token.end,
        message: `<${token.name}> shows another page inside of this one. Link to it instead.`,
      })
    }
  }),
}
