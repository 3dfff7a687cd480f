import { isMail } from '../../core/catalogue/catalogue.ts'
import { partsMissing } from '../../core/made-page.ts'
import type { Rule } from '../rule.ts'

const PAGE = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'

export const formRequiredField: Rule = {
  id: 'form/required-field',
  severity: 'error',
  title: 'A part without which the page cannot work',
  reason: `A page must show what people have to know, and its forms must send what the service has to know: a sign-in page
without a password field signs nobody in. Where a part is missing, the master's page is shown instead of the theme's.
Put the part back; the reference of pages lists the fields of every form.`,
  bad: {
    [PAGE]:
      '<html><body><p>@ERROR_MESSAGE@</p><form method="post" action="@ACTION@"><input name="username"><button>Sign in</button></form></body></html>',
  },
  good: {
    [PAGE]: `<html lang="@LANG@"><body><form method="post" action="@ACTION@">
<p>@ERROR_MESSAGE@</p><input name="username"><input name="password" type="password"><button>Sign in</button>
</form></body></html>`,
  },
  page(page, tell) {
    if (isMail(page.entry) || page.made === undefined) return
    for (const { state, part } of partsMissing(page.entry, page.made.compiled.facts))
      tell({ state, message: `The page lacks ${part}. The master's page is shown instead.` })
  },
}
