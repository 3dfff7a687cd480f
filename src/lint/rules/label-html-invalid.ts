import { isLabelFile } from '../../core/places.ts'
import { imbalance } from '../label-balance.ts'
import type { Rule } from '../rule.ts'
import { labelLines } from '../theme-labels.ts'

const FILE = 'common/labels/default/template_labels.properties'
/** Labels with tags that are looked through in one file, and how long they may be. */
const MOST = 5_000
const LONGEST = 10_000

export const labelHtmlInvalid: Rule = {
  id: 'label/html-invalid',
  severity: 'warning',
  title: 'Label with unbalanced HTML',
  reason: `A label may contain HTML. An element that is not closed in the label continues after it: an unclosed \`<b>\`
makes the rest of the page bold. If a quote, a tag or a comment is not closed, what follows the label disappears. An end
tag without a start tag may close an element of the page.`,
  bad: { [FILE]: '$LOGIN_TITLE$=Welcome <b>aboard\n' },
  good: { [FILE]: '$LOGIN_TITLE$=Welcome <b>aboard</b>\n' },
  file(file, tell) {
    if (!isLabelFile(file.path)) return
    const lines = labelLines(file).filter(({ value }) => value.length < LONGEST && /<[/!A-Za-z]/.test(value))
    for (const { key, value, valueStart } of lines.slice(0, MOST)) {
      const flaw = imbalance(value)
      if (flaw === undefined) continue
      const { what, start, end } = flaw
      tell({ start: valueStart + start, end: valueStart + end, message: `${what} in ${key}.` })
    }
  },
}
