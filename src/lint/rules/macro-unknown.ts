import { COMMON_MACROS } from '../../core/catalogue/catalogue.ts'
import { nearest } from '../../core/nearest.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

/** Names that are compared with the macros of a page, at most. */
const MOST_COMPARED = 20

export const macroUnknown: Rule = {
  id: 'macro/unknown',
  severity: 'error',
  title: 'Unknown macro',
  reason: `A macro that the service does not know stays in the page as it is written: people read \`@THEMEID@\`. Correct
its name; the reference lists the macros of every page.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>@THEMEID@</p>') },
  good: { [PAGE]: examplePage('<p>@THEME_ID@</p>') },
  page(page, tell, theme) {
    const known = [...Object.keys(page.entry.macros), ...Object.keys(COMMON_MACROS)]
    let compared = 0
    for (const { what, name, file, line } of page.made?.problems ?? []) {
      // Between two mail addresses stands a word in small letters that nobody means as a macro.
      if (what !== 'unknown macro' || !/[A-Z]/.test(name)) continue
      const text = theme.file(file)
      const start = text?.text.indexOf(`@${name}@`, text.offset({ line, column: 1 })) ?? 0
      const end = start + name.length + 2
      const meant = name.length < 60 && compared++ < MOST_COMPARED ? nearest(name, known) : undefined
      const message = `@${name}@ is not a macro of this page`
      if (meant === undefined) tell({ file, start, end, message: `${message}.` })
      else
        tell({
          file,
          start,
          end,
          message: `${message}; did you mean @${meant}@?`,
          fix: { title: `Write @${meant}@`, edits: [{ start, end, text: `@${meant}@` }] },
        })
    }
  },
}
