import { isMail } from '../../core/catalogue/catalogue.ts'
import { ONLY_FORM } from '../../core/catalogue/contract.ts'
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

const MASTERS = "The master's page is shown instead."
const BESIDE = `The service writes the form of this page, which must be the only one. ${MASTERS} Remove the other form.`
const AROUND = `The service writes the form of this page, which must not be inside a link or a button. ${MASTERS}`

export const formRequiredField: Rule = {
  id: 'form/required-field',
  severity: 'error',
  title: 'A required part is missing',
  reason: `A page must show what people need to know, and its forms must send what the service needs. For example,
nobody can sign in without a password field. If a part is missing, people see the master's page instead. Add the part;
the reference of pages lists the fields of every form. A page whose form is a macro, such as
\`@APPS_LIST@\`, must have no other form, not even in its header.`,
  bad: { [SIGN_IN_PAGE]: form(USERNAME) },
  good: { [SIGN_IN_PAGE]: form(USERNAME + PASSWORD) },
  page(page, tell, theme) {
    if (isMail(page.entry) || page.made === undefined) return
    const facts = page.made.facts()
    const forms = startTags(page.markup, 'form')
    const isOwn = ({ file }: { readonly file: string }) => theme.own.has(file)
    for (const { part, macros, when, states } of missingParts(page.entry, facts)) {
      // A macro that is missing is reported by macro/required.
      if (macros.length > 0) continue
      if (part === ONLY_FORM) {
        const other = forms.map(token => placeOn(page, token)).find(isOwn)
        tell({ ...other, message: facts.hasForm ? BESIDE : AROUND })
        continue
      }
      const message = `The page lacks ${part}${when}. ${MASTERS}`
      // A page with one form lacks it there; of several, only an author knows which one is meant.
      const place = forms.length === 1 ? placeOn(page, forms[0]!) : undefined
      for (const state of states) tell({ ...(place && isOwn(place) && place), message, ...state })
    }
  },
}
