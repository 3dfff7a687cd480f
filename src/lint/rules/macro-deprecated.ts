import { labelsFor } from '../../core/template/template.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { themeLabels } from '../theme-labels.ts'

export const macroDeprecated: Rule = {
  id: 'macro/deprecated',
  severity: 'warning',
  title: 'Label in the old spelling of a macro',
  reason: `Old pages made for IBM Security Verify write labels as macros, \`@LABEL_BUTTON_DENY@\`. Such a name still
works, but no label file contains it, so its text is hard to find. Write the label itself.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>@LABEL_BUTTON_DENY@</p>') },
  good: { [PAGE]: examplePage('<p>$OIDC_BUTTON_DENY$</p>') },
  page({ body, header, footer }, tell, theme) {
    const labels = themeLabels(theme)
    for (const file of [body, header, footer]) {
      for (const token of file?.constructs ?? []) {
        if (token.kind === 'text' || !token.name.startsWith('LABEL_')) continue
        const [name, ...newer] = labelsFor(token.name)
        const label = labels.default(name!) === undefined && newer.find(one => labels.default(one))
        if (!label) continue
        const { start, end } = token
        tell({
          file: file!.path,
          start,
          end,
          message: `${file!.text.slice(start, end)} is an old name. Write $${label}$.`,
          fix: { title: `Write $${label}$`, edits: [{ start, end, text: `$${label}$` }] },
        })
      }
    }
  },
}
