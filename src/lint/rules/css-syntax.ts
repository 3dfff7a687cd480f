import { brokenPlaces } from '../../core/sheet-flaws.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/page_style.css'

export const cssSyntax: Rule = {
  id: 'css/syntax',
  severity: 'error',
  title: 'Style sheet that cannot be read',
  reason: `A browser passes over what it cannot read in a style sheet, up to the end of the rule or of the whole sheet: a bracket that
is not closed can take all following rules with it.`,
  bad: { [FILE]: '.panel { color: #123456;\n.button { color: #fff }\n' },
  good: { [FILE]: '.panel { color: #123456 }\n.button { color: #fff }\n' },
  file(file, tell) {
    if (!/\.css$/i.test(file.path)) return
    for (const { name, at } of brokenPlaces(file.text))
      tell({ start: at, message: `A browser cannot read the style sheet here: ${name}.` })
  },
}
