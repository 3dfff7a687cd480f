import { brokenPlaces } from '../../core/sheet-flaws.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/page_style.css'

export const cssSyntax: Rule = {
  id: 'css/syntax',
  severity: 'error',
  title: 'Invalid style sheet',
  reason: `A browser ignores what it cannot parse, up to the end of the rule or of the style sheet. An unclosed bracket
can disable all rules after it. It also ignores any \`@import\` after other rules: move it to the beginning.`,
  bad: { [FILE]: '.panel { color: #123456;\n.button { color: #fff }\n' },
  good: { [FILE]: '.panel { color: #123456 }\n.button { color: #fff }\n' },
  file(file, tell) {
    if (!/\.css$/i.test(file.path)) return
    for (const { name, at } of brokenPlaces(file.text))
      tell({ start: at, message: `A browser cannot read the style sheet here: ${name}.` })
  },
}
