import type { LintedFile } from '../file.ts'
import type { Fix } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { labelLines, labelsNamed, themeLabels } from '../theme-labels.ts'

const GERMAN = 'common/labels/de/template_labels.properties'

export const labelExtraTranslation: Rule = {
  id: 'label/extra-translation',
  severity: 'warning',
  title: 'Label that only a translation has',
  reason: `The file of a language defines a label that the default labels do not have. In most cases, its name is
misspelt, or the default label has been removed. If a page uses it, people with other languages see the name of the
label.`,
  fixable: true,
  bad: { [GERMAN]: '$LOGIN_TITLE$=Willkommen\n$WINTER_SALE$=Winterschlussverkauf\n' },
  good: { [GERMAN]: '$LOGIN_TITLE$=Willkommen\n' },
  theme(theme, tell) {
    const labels = themeLabels(theme)
    const templates = [...theme.own.values()].filter(file => file.isMarkup)
    for (const { locale, file } of labels.languages) {
      const used = new Set(
        templates
          .filter(({ path }) => path.includes(`/${locale}/`))
          .flatMap(template => [...labelsNamed(template)]),
      )
      for (const { key, name, start, end } of labelLines(file)) {
        if (labels.default(name) !== undefined || labels.masters(locale, name) !== undefined) continue
        if (used.has(name)) continue
        const meant = labels.meant(name)
        const isUsed = labels.isUsed(name)
        const advice = isUsed ? 'Add it there.' : 'Add it there, or remove it here.'
        tell({
          file: file.path,
          start,
          end,
          message: `The default labels do not have ${key}. ${meant === undefined ? advice : `Did you mean $${meant}$?`}`,
          // A text that people see, or that stands under a misspelt name, is not thrown away.
          ...(!isUsed && meant === undefined && { fix: removal(file, key, start, end) }),
        })
      }
    }
  },
}

function removal({ text }: LintedFile, key: string, start: number, end: number): Fix {
  const next = /[^\r\n]|$/.exec(text.slice(end, end + 2))?.index ?? 0
  return { title: `Remove ${key}`, edits: [{ start, end: end + next, text: '' }] }
}
