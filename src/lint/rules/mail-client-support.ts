import { UNSEEN_IMAGE, UNSHOWN, UNSTYLED } from '../clients.ts'
import { stylesIn, withoutComments } from '../code.ts'
import { attributeOf, startTags, textOf } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

export const mailClientSupport: Rule = {
  id: 'mail/client-support',
  severity: 'warning',
  title: 'Something that common mail programs do not show',
  reason: `Mail programs support less than browsers: Outlook on Windows uses the layout engine of Word, and Gmail
removes many styles. Use tables for columns, styles in attributes, and PNG or JPEG images. The linter checks features
that break the layout in Gmail, Outlook, Apple Mail or Yahoo Mail.`,
  bad: { [MAIL]: exampleMail('<div style="display: flex"><p>@OTP@</p></div>') },
  good: { [MAIL]: exampleMail('<table role="presentation"><tr><td>@OTP@</td></tr></table>') },
  ...onMarkup('mails', (file, tell) => {
    for (const token of startTags(file.markup)) {
      const { name, start, end, foreign } = token
      if (!foreign && Object.hasOwn(UNSHOWN, name))
        tell({ start, end, message: `In mails ${UNSHOWN[name]}. Use an image or a link.` })
      const image = name === 'img' ? attributeOf(token, 'src') : undefined
      if (image !== undefined && UNSEEN_IMAGE.test(textOf(token, 'src')))
        tell({
          start: image.start,
          end: image.end,
          message: 'Gmail or Outlook does not show images of this format. Use PNG or JPEG.',
        })
    }
    for (const { text, start } of stylesIn(file)) {
      const css = withoutComments(text)
      for (const [pattern, message] of UNSTYLED) {
        const found = pattern.exec(css)
        if (found === null) continue
        const at = start + found.index
        tell({ start: at, end: at + found[0].length, message: `${message}.` })
      }
    }
  }),
}
