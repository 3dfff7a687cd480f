import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'

export const includeMissing: Rule = {
  id: 'include/missing',
  severity: 'error',
  title: 'Included part that does not exist',
  reason: `\`@PAGE_HEADER@\` and \`@PAGE_FOOTER@\` bring the header and the footer into pages. Mails have neither, and a page has none
if no file is found for its language: nothing is shown in its place. Write the part into the mail itself.`,
  bad: { [MAIL]: exampleMail('@PAGE_HEADER@\n<p>@OTP@</p>') },
  good: { [MAIL]: exampleMail('<p>$PRODUCT_NAME$</p>\n<p>@OTP@</p>') },
  page({ body, header, footer, isMail }, tell) {
    for (const token of body.constructs) {
      if (token.kind !== 'macro') continue
      const { name, start, end } = token
      const isLost =
        (name === 'PAGE_HEADER' && header === undefined) || (name === 'PAGE_FOOTER' && footer === undefined)
      if (!isLost) continue
      const why = isMail ? 'mails have no header and no footer' : 'no file is found for it'
      tell({ start, end, message: `Nothing is shown for @${name}@: ${why}.` })
    }
  },
}
