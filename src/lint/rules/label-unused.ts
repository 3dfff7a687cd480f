import type { Rule } from '../rule.ts'
import { labelLines, themeLabels } from '../theme-labels.ts'

const FILE = 'common/labels/default/template_labels.properties'
/** A file with more unused labels gets one finding for all of them. */
const MOST = 50

export const labelUnused: Rule = {
  id: 'label/unused',
  severity: 'recommendation',
  title: 'Label that nothing shows',
  reason: `No page, mail or page component of the theme uses the label, and the master does not have it. Its text is
never shown. Correct its name, or remove it so that nobody translates it.`,
  bad: { [FILE]: '$LOGIN_TITEL$=Welcome aboard\n' },
  good: { [FILE]: '$LOGIN_TITLE$=Welcome aboard\n' },
  theme(theme, tell) {
    const labels = themeLabels(theme)
    for (const file of labels.defaultFiles) {
      const unused = labelLines(file).filter(({ name }) => !labels.isUsed(name))
      for (const { key, name, start, end } of unused.length > MOST ? [] : unused) {
        const meant = labels.meant(name)
        const hint = meant === undefined ? '' : ` Did you mean $${meant}$?`
        tell({ file: file.path, start, end, message: `Nothing shows ${key}.${hint}` })
      }
      if (unused.length > MOST) {
        const [{ key, start, end }] = unused as [(typeof unused)[0]]
        const message = `Nothing shows ${unused.length} labels of this file. The first one is ${key}.`
        tell({ file: file.path, start, end, message })
      }
    }
  },
}
