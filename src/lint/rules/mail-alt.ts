import { attributeOf, startTags } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

const image = (alt: string) =>
  exampleMail(
    `<p>@OTP@</p><img src="@TENANT_URL@/template/v1.0/static/logo.png?themeId=@THEME_ID@" width="120" height="40"${alt}>`,
  )

export const mailAlt: Rule = {
  id: 'mail/alt',
  severity: 'warning',
  title: 'An image of a mail without an alternative text',
  reason: `Many mail programs show \`alt\` until the reader loads the images. Describe what the image shows. If it is
only decoration, write \`alt=""\`.`,
  bad: { [MAIL]: image('') },
  good: { [MAIL]: image(' alt="$PRODUCT_NAME$"') },
  ...onMarkup('mails', (file, tell) => {
    for (const token of startTags(file.markup, 'img'))
      if (attributeOf(token, 'alt') === undefined)
        tell({
          start: token.start,
          end: token.end,
          message: 'The image has no alternative text. Write alt="…", or alt="" where it only decorates.',
        })
  }),
}
