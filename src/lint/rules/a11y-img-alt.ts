import { attributeOf, fixOf, set, startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

const SOURCE = 'src="/template/v1.0/static/logo.svg?themeId=@THEME_ID@" width="120" height="40"'

export const a11yImgAlt: Rule = {
  id: 'a11y/img-alt',
  severity: 'warning',
  title: 'An image without an alternative text',
  reason: `Without \`alt\`, screen readers read the URL of an image aloud. Describe what the image shows. If it is only
decoration, write \`alt=""\`, and screen readers skip it.`,
  fixable: true,
  bad: { [PAGE]: examplePage(`<img ${SOURCE}>`) },
  good: { [PAGE]: examplePage(`<img ${SOURCE} alt="$PRODUCT_NAME$">`) },
  ...onMarkup('pages', (file, tell) => {
    for (const token of startTags(file.markup, 'img', 'input')) {
      if (token.name === 'input' && textOf(token, 'type').toLowerCase() !== 'image') continue
      if (['alt', 'aria-label', 'aria-labelledby'].some(name => attributeOf(token, name) !== undefined))
        continue
      if (textOf(token, 'aria-hidden') === 'true' || /^(?:presentation|none)$/.test(textOf(token, 'role')))
        continue
      // A button that is an image has to say something.
      const fix = { title: 'Add alt=""', edits: [set(token, 'alt', '')] }
      tell({
        start: token.start,
        end: token.end,
        message: 'The image has no alternative text. Write alt="…", or alt="" where it only decorates.',
        ...(token.name === 'img' && fixOf(file, token, fix)),
      })
    }
  }),
}
