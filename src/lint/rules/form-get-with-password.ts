import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { formsOn, given, isPassword } from '../forms.ts'
import type { Rule } from '../rule.ts'

const form = (attributes: string) =>
  examplePage(`<form ${attributes} action="@IDAAS_LOGIN_URL@">
<label>$LOGIN_PASSWORD$ <input type="password" name="password" autocomplete="current-password"></label>
</form>`)

export const formGetWithPassword: Rule = {
  id: 'form/get-with-password',
  severity: 'error',
  title: 'A password in the URL',
  reason: `A form with the method \`get\` puts its fields into the URL, where browser histories, logs and other sites
can read them. \`get\` is the default. Write \`method="post"\`, and remove \`formmethod\` from its buttons.`,
  bad: { [PAGE]: form('method="get"') },
  good: { [PAGE]: form('method="post"') },
  page(page, tell) {
    for (const { token, controls } of formsOn(page)) {
      if (!controls.some(isPassword)) continue
      if (isGet(given(page, token, 'method') || 'get'))
        tell({
          ...placeOn(page, token),
          message: 'This form puts a password into the address of the next page. Write method="post".',
        })
      for (const control of controls)
        if (isGet(given(page, control.token, 'formmethod')))
          tell({
            ...placeOn(page, control.token),
            message: 'This button puts a password into the address of the next page. Leave out formmethod.',
          })
    }
  },
}

function isGet(method: string): boolean {
  // Browsers take a method that they do not know for `get`.
  return method !== '' && !/^(?:post|dialog)$|@/i.test(method)
}
