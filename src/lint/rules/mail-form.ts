import { startTags } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

export const mailForm: Rule = {
  id: 'mail/form',
  severity: 'error',
  title: 'A form in a mail',
  reason: `Most mail programs remove forms or warn about them, and people should never type anything into a mail. If a
mail with a code or a link contains a form, the service sends the master's mail instead. Link to a page.`,
  bad: { [MAIL]: exampleMail('<p>@OTP@</p><form action="https://www.example.com/"></form>') },
  good: { [MAIL]: exampleMail('<p>@OTP@</p><p><a href="https://www.example.com/">$PRODUCT_NAME$</a></p>') },
  ...onMarkup('mails', (file, tell) => {
    for (const { start, end } of startTags(file.markup, 'form'))
      tell({ start, end, message: 'Mail programs remove forms or warn of them. Link to a page instead.' })
  }),
}
