import { isMail } from '../../core/catalogue/catalogue.ts'
import { placeOn, startTags } from '../elements.ts'
import { examplePage, SIGN_IN_PAGE } from '../example.ts'
import { missingParts } from '../missing-parts.ts'
import type { Rule } from '../rule.ts'

const form = (fields: string) =>
  examplePage(`<p>@ERROR_MESSAGE@</p>
<form method="post" action="@ACTION@">${fields}<button>$LOGIN_BUTTON$</button></form>`)
const USERNAME = '<input name="username" autocomplete="username" aria-label="$LOGIN_USER_NAME$">'
const PASSWORD =
  '<input name="password" type="password" autocomplete="current-password" aria-label="$LOGIN_PASSWORD$">'

export const formRequiredField: Rule = {
  id: 'form/required-field',
  severity: 'error',
  title: 'A required part is missing',
  reason: `A page must show what people need to know, and its forms must send what the service needs. For example,
nobody can sign in without a password field. If a part is missing, people see the master's page instead. Add the part;
the reference of pages lists the fields of every form.`,
  bad: { [SIGN_IN_PAGE]: form(USERNAME) },
  good: { [SIGN_IN_PAGE]: form(USERNAME + PASSWORD) },
  page(page, tell, theme) {
    if (isMail(page.entry) || page.made === undefined) return
    const forms = startTags(page.markup, 'form')
    for (const { part, macros, when, states } of missingParts(page.entry, page.made.facts())) {
      // A macro that is missing is reported by macro/required.
      if (macros.length > 0) continue
      const message = `The page lacks ${part}${when}. The master's page is shown instead.`
      // A page with one form lacks it there; of several, only an author knows which one is meant.
      const place = forms.length === 1 ? placeOn(page, forms[0]!) : undefined
      const isOwn = place !== undefined && theme.own.has(place.file)
      for (const state of states) tell({ ...(isOwn && place), message, ...state })
    }
  },
}
