import type { Rule } from '../rule.ts'

const HEADER = 'common/page_components/default/page_header.html'

export const includeCycle: Rule = {
  id: 'include/cycle',
  severity: 'error',
  title: 'Header or footer that includes itself',
  reason: `The header or the footer includes itself, directly or through the other one. The inner one is left out. Remove
\`@PAGE_HEADER@\` or \`@PAGE_FOOTER@\` from it.`,
  bad: { [HEADER]: '<div>$PRODUCT_NAME$ @PAGE_HEADER@</div>\n' },
  good: { [HEADER]: '<div>$PRODUCT_NAME$</div>\n' },
  page(page, tell, theme) {
    for (const { what, name, file, line } of page.made?.problems ?? []) {
      if (what !== 'include cycle') continue
      const text = theme.file(file)
      const start = text?.text.indexOf(`@${name}@`, text.offset({ line, column: 1 })) ?? 0
      const message = `@${name}@ stands within itself, and is left out here.`
      tell({ file, start, end: start + name.length + 2, message })
    }
  },
}
