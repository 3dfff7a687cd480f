import type { Rule } from '../rule.ts'
import { labelLines, themeLabels } from '../theme-labels.ts'
import { isSentence } from '../wording.ts'

const FILE = 'common/labels/default/template_labels.properties'
const GERMAN = 'common/labels/de/template_labels.properties'

export const labelIdentical: Rule = {
  id: 'label/identical',
  severity: 'recommendation',
  title: 'Translation that equals the default text',
  reason: `A sentence in the file of a language equals the default label. In most cases, it was copied and not
translated yet. Names, addresses and short words are not reported. Translate the text, or remove the line to use the
default text.`,
  bad: {
    [FILE]: '$LOGIN_TITLE$=Welcome to our harbour\n',
    [GERMAN]: '$LOGIN_TITLE$=Welcome to our harbour\n',
  },
  good: {
    [FILE]: '$LOGIN_TITLE$=Welcome to our harbour\n',
    [GERMAN]: '$LOGIN_TITLE$=Willkommen in unserem Hafen\n',
  },
  theme(theme, tell) {
    const labels = themeLabels(theme)
    for (const { locale, file } of labels.languages) {
      if (/^en(?:_|$)/.test(locale)) continue
      for (const { key, name, value, start, end } of labelLines(file)) {
        const original = labels.default(name)
        if (original?.text !== value || !isSentence(value)) continue
        if (labels.masters(locale, name)?.text === value) continue
        tell({ file: file.path, start, end, message: `${key} says the same as the default text.` })
      }
    }
  },
}
