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
  page(page, tell) {
    for (const { what, name, file, start, end } of page.findings) {
      if (what !== 'include cycle') continue
      tell({ file, start, end, message: `@${name}@ stands within itself, and is left out here.` })
    }
  },
}
