import { COMMON_MACROS, macroKind } from '../../core/catalogue/catalogue.ts'
import { nearest } from '../../core/nearest.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { subjectConstructs } from '../subject.ts'

/** Names that are compared with the macros of a page, at most. */
const MOST_COMPARED = 20

export const macroUnknown: Rule = {
  id: 'macro/unknown',
  severity: 'error',
  title: 'Unknown macro',
  reason: `An unknown macro is not replaced: people see \`@THEMEID@\` on the page. Correct its name; the reference lists
the macros of every page.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>@THEMEID@</p>') },
  good: { [PAGE]: examplePage('<p>@THEME_ID@</p>') },
  page(page, tell) {
    const known = [...Object.keys(page.entry.macros), ...Object.keys(COMMON_MACROS)]
    let compared = 0
    const unknown = (name: string, file: string, start: number) => {
      // Between two mail addresses stands a word in small letters that nobody means as a macro.
      if (!/[A-Z]/.test(name)) return
      const end = start + name.length + 2
      const meant = name.length < 60 && compared++ < MOST_COMPARED ? nearest(name, known) : undefined
      const message = `@${name}@ is not a macro of this ${page.isMail ? 'mail' : 'page'}`
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
    for (const { what, name, file, start } of page.findings)
      if (what === 'unknown macro') unknown(name, file, start)
    for (const { file, token } of subjectConstructs(page))
      if (token.kind === 'macro' && macroKind(page.entry, token.name) === undefined)
        unknown(token.name, file.path, token.start)
  },
}
