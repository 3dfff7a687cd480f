import { isMail } from '../../core/catalogue/catalogue.ts'
import { startTags } from '../elements.ts'
import { examplePage } from '../example.ts'
import { given } from '../forms.ts'
import type { Rule } from '../rule.ts'

/** The ids that scripts of the service for pages made for IBM Security Verify look for. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'macotp_login.js': ['submit-otp-form', 'cs-error-message'],
  'totp_login.js': ['combined-form'],
  'combinedmfa_selection.js': ['combined-form', 'delivery-selection-input', 'method-containers'],
  'change_password.js': ['change-password-main-form'],
  'basicldapuser_changepassword.js': ['change-password-main-form'],
  'lsp.js': ['cloud-directory-form'],
}

const TOTP = 'authentication/mfa/totp/default/time_based_otp_submit.html'
const page = (id: string) =>
  examplePage(`<p>@ERROR_MESSAGE@</p>
<form id="${id}" method="post" action="@ACTION@">
<input type="hidden" name="operation" value="verify">
<input name="otp" autocomplete="one-time-code" aria-label="$TOTP_ENTER_OTP$">
<button>$OTP_LOGIN_SUBMIT$</button>
</form>
<form method="post" action="@ACTION@">
<button name="operation" value="restart">$USE_ANOTHER_METHOD$</button>
</form>
<script defer src="/authsvc/mtfim/sps/static/totp_login.js"></script>`)

export const idContract: Rule = {
  id: 'id/contract',
  severity: 'warning',
  title: 'A missing element that a script of the service needs',
  reason: `Pages made for IBM Security Verify load scripts of the service that find forms and places for messages by
their ids. Without the element, the script does nothing: a button does not submit, or a message is not shown. Restore
the id, or remove the script.`,
  bad: { [TOTP]: page('code-form') },
  good: { [TOTP]: page('combined-form') },
  page(page, tell) {
    if (isMail(page.entry) || page.made === undefined) return
    const { helpers } = page.made.facts()
    if (helpers.length === 0) return
    const ids = new Set(startTags(page.markup).map(token => given(page, token, 'id')))
    for (const helper of helpers) {
      for (const id of NEEDED[helper] ?? [])
        if (!ids.has(id))
          tell({ message: `The script ${helper} of this page looks for an element with the id "${id}".` })
    }
  },
}
