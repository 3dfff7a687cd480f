import { attributeOf, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

/** What shows or hides an element: a macro for that can stand nowhere else, and scripts undo it. */
const SWITCH = /^\s{0,9}display\s{0,9}:\s{0,9}(?:none|@[\w.:-]{1,99}@)\s{0,9};?\s{0,9}$/i

export const cspInlineStyle: Rule = {
  id: 'csp/inline-style',
  severity: 'recommendation',
  title: 'Styles in attributes',
  reason: `The style sheet cannot change styles in attributes, for example for dark mode or small screens. The content
policy must also allow all of them. Give the element a class, and style the class in \`page_style.css\`. There is one
finding for each file.`,
  bad: { [PAGE]: examplePage('<p style="color: #123456">$PRODUCT_NAME$</p>') },
  good: { [PAGE]: examplePage('<p class="note">$PRODUCT_NAME$</p>') },
  file(file, tell) {
    if (!isPagePart(file.path)) return
    const styles = startTags(file.markup)
      .map(token => attributeOf(token, 'style'))
      .filter(style => style !== undefined && !SWITCH.test(style.value))
    const [first] = styles
    if (first === undefined) return
    const many =
      styles.length === 1
        ? 'This file has a style attribute'
        : `This file has ${styles.length} style attributes`
    tell({ start: first.start, end: first.end, message: `${many}. Use classes and the style sheet.` })
  },
}
