import { targetOf } from '../addresses.ts'
import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { formsOn, given, isSecret } from '../forms.ts'
import type { Rule } from '../rule.ts'

const form = (action: string) =>
  examplePage(`<form method="post" action="${action}">
<label>$LOGIN_PASSWORD$ <input type="password" name="password" autocomplete="current-password"></label>
</form>`)

export const formExternalAction: Rule = {
  id: 'form/external-action',
  severity: 'error',
  title: 'A password or code that is sent to another site',
  reason: `A form with a username, a password or a code must be sent to the service. If it is sent to another address,
the owner of that address can sign in as the person. Use the macro of the page, in most cases \`action="@ACTION@"\`. A
comment does not suppress this rule.`,
  firm: true,
  bad: { [PAGE]: form('https://collect.example/sign-in') },
  good: { [PAGE]: form('@IDAAS_LOGIN_URL@') },
  page(page, tell) {
    for (const { token, controls } of formsOn(page)) {
      if (!controls.some(isSecret)) continue
      const places = [
        { from: token, address: given(page, token, 'action') },
        ...controls.map(control => ({
          from: control.token,
          address: given(page, control.token, 'formaction'),
        })),
      ]
      for (const { from, address } of places) {
        const target = targetOf(address)
        if (target === undefined || target.own) continue
        tell({
          ...placeOn(page, from),
          message: `What people type here is sent to ${target.origin}, and not to the service. Write action="@ACTION@".`,
        })
      }
    }
  },
}
