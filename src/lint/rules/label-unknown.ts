import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { themeLabels } from '../theme-labels.ts'

export const labelUnknown: Rule = {
  id: 'label/unknown',
  severity: 'error',
  title: 'Unknown label',
  reason: `A label that no label file defines stays in the page as it is written: people read \`$LOGIN_TITEL$\`. Correct its
name, or define it in \`common/labels/default/template_labels.properties\`.`,
  bad: { [PAGE]: examplePage('<h1>$LOGIN_TITEL$</h1>') },
  good: { [PAGE]: examplePage('<h1>$LOGIN_TITLE$</h1>') },
  page(page, tell, theme) {
    const labels = themeLabels(theme)
    for (const { what, name, file, line } of page.made?.problems ?? []) {
      if (what !== 'missing label') continue
      const text = theme.file(file)
      const at = text?.text.indexOf(`$${name}$`, text.offset({ line, column: 1 })) ?? -1
      const meant = labels.meant(name)
      const hint = meant === undefined ? 'Define it in the default labels.' : `Did you mean $${meant}$?`
      tell({
        file,
        ...(at !== -1 && { start: at, end: at + name.length + 2 }),
        message: `No label file defines $${name}$, and people see it as it is written. ${hint}`,
      })
    }
  },
}
