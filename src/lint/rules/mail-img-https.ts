import { loadedBy, targetOf } from '../addresses.ts'
import { startTags } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

const image = (address: string) =>
  exampleMail(`<p>@OTP@</p><img src="${address}" alt="$PRODUCT_NAME$" width="120" height="40">`)

export const mailImgHttps: Rule = {
  id: 'mail/img-https',
  severity: 'warning',
  title: 'An image of a mail without encryption',
  reason: `Many mail programs do not show images over \`http://\`, and anybody on the network can read or replace them.
Put the image into the theme, with a URL that begins with \`@TENANT_URL@\`, or use \`https://\`.`,
  bad: { [MAIL]: image('http://images.example/logo.png') },
  good: { [MAIL]: image('@TENANT_URL@/template/v1.0/static/logo.png?themeId=@THEME_ID@') },
  ...onMarkup('mails', (file, tell) => {
    for (const token of startTags(file.markup)) {
      for (const { address, start, end } of loadedBy(token))
        if (targetOf(address)?.insecure)
          tell({
            start,
            end,
            message: 'This image is loaded without encryption. Write https:// or @TENANT_URL@.',
          })
    }
  }),
}
