import { mailFlaws } from '../../core/mail-flaws.ts'
import { exampleMail, MAIL } from '../example.ts'
import { isMailBody } from '../kinds.ts'
import type { Rule } from '../rule.ts'

export const mailXml: Rule = {
  id: 'mail/xml',
  severity: 'error',
  title: 'Invalid XML in a mail',
  reason: `The file of a mail is XML, with a subject and a message. If a tag is not closed or a part is missing, the
mail is sent without it. Close the tag, and write the message as \`<Message><Value><![CDATA[…]]></Value></Message>\`.`,
  bad: { [MAIL]: exampleMail('<p>@OTP@</p>').replace('</Sender>', '') },
  good: { [MAIL]: exampleMail('<p>@OTP@</p>') },
  file(file, tell) {
    if (!isMailBody(file.path)) return
    for (const { name, line } of mailFlaws(file.text)) {
      // Another rule reports an empty subject.
      if (name.includes('<Subject>') && /<Subject[\s/>]/.test(file.text)) continue
      const start = file.offset({ line, column: 1 })
      const end = file.text.indexOf('\n', start)
      tell({
        start,
        end: end === -1 ? file.text.length : end,
        message: `The mail is not sound XML: ${name}.`,
      })
    }
  },
}
