import { isGiven, isGivenOn } from '../../core/catalogue/catalogue.ts'
import { isAttributeMacro } from '../../core/user-flows/attribute-macros.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

const INCLUDES = new Set(['PAGE_HEADER', 'PAGE_FOOTER'])

export const macroNotAvailableHere: Rule = {
  id: 'macro/not-available-here',
  severity: 'error',
  title: 'Macro of another page',
  reason: `The macro has a value on another page or mail, but not on this one, where it shows nothing. The reference of
pages lists the macros of each page. Attributes of people that a tenant has added are macros of mails only. The header,
the footer and labels serve many pages, and are not checked.`,
  bad: { [PAGE]: examplePage('<p>@OTP@</p>') },
  good: { [PAGE]: examplePage('<p>@TENANT@</p>') },
  page(page, tell) {
    for (const file of [page.subject, page.body]) {
      for (const token of file?.constructs ?? []) {
        if (token.kind !== 'macro' || INCLUDES.has(token.name) || token.name.startsWith('LABEL_')) continue
        const { name, start, end } = token
        const isElsewhere = isAttributeMacro(name)
          ? !page.isMail
          : isGiven(name) && !isGivenOn(page.entry, name)
        if (!isElsewhere) continue
        const what = page.isMail ? 'mail' : 'page'
        const message = `@${name}@ has no value on this ${what}: nothing is shown in its place.`
        tell({ file: file!.path, start, end, message })
      }
    }
  },
}
