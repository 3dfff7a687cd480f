import { isMail, macroKind } from '../../core/catalogue/catalogue.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'

export const mailRequiredMacro: Rule = {
  id: 'mail/required-macro',
  severity: 'error',
  title: 'A mail without the code or link that it is sent for',
  reason: `Nobody can go on without the code, the link or the password in a mail. A code has to be text that people see: in a
comment, in an attribute or in a hidden part it does not arrive. A link may be the address of an \`<a>\`.`,
  bad: { [MAIL]: exampleMail('<p>$EMAIL_OTP_INTRO$</p>') },
  good: { [MAIL]: exampleMail('<p>$EMAIL_OTP_INTRO$</p>\n<p>@OTP@</p>') },
  page(page, tell) {
    const { entry, made } = page
    if (!isMail(entry) || entry.needs === undefined || made === undefined) return
    const { shown, covered } = made.compiled.facts
    const delivered = entry.needs.some(
      name => shown.includes(name) || (macroKind(entry, name) === 'address' && covered.includes(name)),
    )
    if (delivered) return
    const name = entry.needs.map(macro => `@${macro}@`).join(' or ')
    tell({ message: `The mail does not show ${name}, which it is sent for.` })
  },
}
