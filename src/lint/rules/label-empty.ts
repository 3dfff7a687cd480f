import type { LintedFile } from '../file.ts'
import type { Rule } from '../rule.ts'
import { labelLines, themeLabels } from '../theme-labels.ts'

const FILE = 'common/labels/default/template_labels.properties'

export const labelEmpty: Rule = {
  id: 'label/empty',
  severity: 'warning',
  title: 'Label without a text',
  reason: `A label with an empty text leaves a gap on the page: a button without a name, a heading without words. Write a text, or
remove the line so that the master's text is used. To leave out a part of a page, change the page.`,
  bad: { [FILE]: '$LOGIN_TITLE$=\n' },
  good: { [FILE]: '$LOGIN_TITLE$=Welcome aboard\n' },
  theme(theme, tell) {
    const labels = themeLabels(theme)
    const check = (file: LintedFile, isMeant: (name: string) => boolean) => {
      for (const { key, name, value, start, end } of labelLines(file))
        if (value === '' && !isMeant(name))
          tell({ file: file.path, start, end, message: `${key} has no text.` })
    }
    for (const file of labels.defaultFiles) check(file, name => labels.defaults.master.get(name)?.text === '')
    for (const { file } of labels.languages) check(file, name => labels.default(name)?.text === '')
  },
}
