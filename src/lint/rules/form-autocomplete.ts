import { fixOf, isHidden, set, startTags, textOf } from '../elements.ts'
import { examplePage, SIGN_IN_PAGE } from '../example.ts'
import { isFinishedByScript, isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

/** What browsers call the fields that the service knows, the usual name first. */
const TOKENS: Readonly<Record<string, readonly string[]>> = {
  username: ['username', 'email'],
  password: ['current-password'],
  oldpassword: ['current-password'],
  newpassword: ['new-password'],
  confirmpassword: ['new-password'],
  otp: ['one-time-code'],
  'otp.user.otp': ['one-time-code'],
}
const TYPED = /^(?:|text|password|email|tel|number)$/
/** A recovery code is used once, but nobody sends it: browsers have nothing to offer. */
const RECOVERY = /(?:^|\/)recovery_code_submit\.html$/

const form = (password: string) =>
  examplePage(`<p>@ERROR_MESSAGE@</p>
<form method="post" action="@ACTION@">
<label>$LOGIN_USER_NAME$ <input name="username" autocomplete="username"></label>
<label>$LOGIN_PASSWORD$ <input type="password" name="password"${password}></label>
<button>$LOGIN_BUTTON$</button>
</form>`)

export const formAutocomplete: Rule = {
  id: 'form/autocomplete',
  severity: 'warning',
  title: 'A field that password managers cannot fill in',
  reason: `\`autocomplete\` tells browsers and password managers what a field is for. They then offer the right
password, generate a strong one, and fill in codes from messages. With \`off\`, people choose passwords that are easy to
type.`,
  fixable: true,
  bad: { [SIGN_IN_PAGE]: form('') },
  good: { [SIGN_IN_PAGE]: form(' autocomplete="current-password"') },
  file(file, tell) {
    if (!isPagePart(file.path)) return
    for (const token of startTags(file.markup, 'input')) {
      const name = textOf(token, 'name')
      const wanted = Object.hasOwn(TOKENS, name) ? TOKENS[name]! : undefined
      const given = textOf(token, 'autocomplete')
      if (wanted === undefined || isHidden(token) || !TYPED.test(textOf(token, 'type').toLowerCase()))
        continue
      if (given.includes('@') || wanted.some(one => given.toLowerCase().split(/\s/).includes(one))) continue
      if (isFinishedByScript(file.text, name)) continue
      if (name.startsWith('otp') && RECOVERY.test(file.path)) continue
      const written = `autocomplete="${wanted[0]}"`
      tell({
        start: token.start,
        end: token.end,
        message: `The field ${name} ${given === '' ? 'has no autocomplete' : `has autocomplete="${given}"`}. Write ${written}.`,
        ...fixOf(file, token, { title: `Write ${written}`, edits: [set(token, 'autocomplete', wanted[0]!)] }),
      })
    }
  },
}
