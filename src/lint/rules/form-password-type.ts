import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { formsOn, PASSWORDS } from '../forms.ts'
import type { Rule } from '../rule.ts'

const form = (type: string) =>
  examplePage(`<form method="post" action="@IDAAS_LOGIN_URL@">
<label>$LOGIN_PASSWORD$ <input type="${type}" name="password" autocomplete="current-password"></label>
</form>`)

export const formPasswordType: Rule = {
  id: 'form/password-type',
  severity: 'error',
  title: 'A password that can be read on the screen',
  reason: `A password field without the type \`password\` shows the password to everybody who sees the screen. Browsers
also store it for later forms. Write \`type="password"\`.`,
  bad: { [PAGE]: form('text') },
  good: { [PAGE]: form('password') },
  page(page, tell) {
    for (const { controls } of formsOn(page)) {
      for (const { token, name, type } of controls) {
        if (token.name !== 'input' || !PASSWORDS.has(name)) continue
        if (/^(?:password|hidden|submit|button|image|reset)$|@/.test(type)) continue
        const shown = type === '' ? 'has no type' : `is of the type ${type}`
        tell({
          ...placeOn(page, token),
          message: `The field ${name} ${shown}: what people type can be read. Write type="password".`,
        })
      }
    }
  },
}
