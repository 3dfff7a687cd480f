import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { subjectConstructs } from '../subject.ts'
import { themeLabels } from '../theme-labels.ts'

export const labelUnknown: Rule = {
  id: 'label/unknown',
  severity: 'error',
  title: 'Unknown label',
  reason: `A label that no label file defines is not replaced: people see \`$LOGIN_TITEL$\` on the page. Correct its
name, or define it in \`common/labels/default/template_labels.properties\`.`,
  bad: { [PAGE]: examplePage('<h1>$LOGIN_TITEL$</h1>') },
  good: { [PAGE]: examplePage('<h1>$LOGIN_TITLE$</h1>') },
  page(page, tell, theme) {
    const labels = themeLabels(theme)
    const unknown = (name: string, place: { file: string; start: number; end: number }) => {
      const meant = labels.meant(name)
      const hint = meant === undefined ? 'Define it in the default labels.' : `Did you mean $${meant}$?`
      const message = `No label file defines $${name}$, and people see it as it is written. ${hint}`
      tell({ ...place, message })
    }
    for (const { what, name, file, start, end } of page.findings)
      if (what === 'missing label') unknown(name, { file, start, end })
    for (const { file, token } of subjectConstructs(page))
      if (token.kind === 'label' && !labels.has(page.locale, token.name))
        unknown(token.name, { file: file.path, start: token.start, end: token.end })
  },
}
