import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'

/** Gmail shows this many bytes of a mail, and a link to the rest. */
const SHOWN = 102_400

export const mailSize: Rule = {
  id: 'mail/size',
  severity: 'warning',
  title: 'A mail that Gmail cuts off',
  reason: `Gmail shows the first 102,400 bytes of a mail and hides the rest behind a link, for example the footer.
Remove styles and comments that you do not need, and link images instead of embedding them.`,
  bad: { [MAIL]: exampleMail(`<p>@OTP@</p>\n<!-- ${'-'.repeat(SHOWN)} -->`) },
  good: { [MAIL]: exampleMail('<p>@OTP@</p>') },
  page(page, tell) {
    if (!page.isMail) return
    const size = Buffer.byteLength(page.source)
    if (size <= SHOWN) return
    const kilobytes = Math.ceil(size / 1_024)
    tell({
      message: `The mail has ${kilobytes} KB without its values, and Gmail shows 100 KB. Make it shorter.`,
    })
  },
}
