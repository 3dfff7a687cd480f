import { scriptAddress } from '../../core/template/address.ts'
import { startTags } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

export const mailScript: Rule = {
  id: 'mail/script',
  severity: 'error',
  title: 'A script in a mail',
  reason: `No mail program runs scripts, and many filters reject mails that contain one. Remove it.`,
  bad: { [MAIL]: exampleMail('<p>@OTP@</p><script>console.info("opened")</script>') },
  good: { [MAIL]: exampleMail('<p>@OTP@</p>') },
  ...onMarkup('mails', (file, tell) => {
    for (const { name, start, end, attributes } of startTags(file.markup)) {
      if (name === 'script') tell({ start, end, message: 'No mail program runs scripts. Remove it.' })
      for (const attribute of attributes)
        if (/^on[a-z]+$/.test(attribute.name) || scriptAddress(name, attribute) !== undefined)
          tell({
            start: attribute.start,
            end: attribute.end,
            message: `${attribute.name} is a script, and no mail program runs scripts. Remove it.`,
          })
    }
  }),
}
