import { isMail } from '../../core/catalogue/catalogue.ts'
import { examplePage } from '../example.ts'
import { missingParts } from '../missing-parts.ts'
import type { Rule } from '../rule.ts'

const ERROR_PAGE = 'authentication/login/error/default/login_error.html'

export const macroRequired: Rule = {
  id: 'macro/required',
  severity: 'error',
  title: 'A required macro is missing',
  reason: `Some macros are essential, such as an error message or the address of a form. If the page leaves one out,
people see the master's page instead. Add the macro.`,
  bad: { [ERROR_PAGE]: examplePage('<h1>$LOGIN_ERROR_TITLE$</h1>') },
  good: { [ERROR_PAGE]: examplePage('<h1>$LOGIN_ERROR_TITLE$</h1>\n<p>@ERROR_MESSAGE@</p>') },
  page(page, tell) {
    if (isMail(page.entry) || page.made === undefined) return
    for (const { part, macros, when, states } of missingParts(page.entry, page.made.facts())) {
      if (macros.length === 0) continue
      const names = macros.map(name => `@${name}@`).join(' or ')
      const hint = part.startsWith('@') ? '' : ` Write ${names} where people can see it.`
      const message = `The page lacks ${part}${when}. The master's page is shown instead.${hint}`
      for (const state of states) tell({ ...state, message })
    }
  },
}
