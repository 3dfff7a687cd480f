import { imageSet } from '../../core/image-set.ts'
import { isAddress } from '../../core/template/address.ts'
import { startTags } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { onMarkup } from '../shown-labels.ts'

/** Whole addresses, and those that begin with a macro or a label: a label may be a whole address. */
const ABSOLUTE =
  /^(?:[a-z][a-z\d+.-]{0,20}:|#|\$[A-Z]\w{0,99}\$|@(?!(?:TENANT|LANG|LOCALE|THEME_ID)@)[A-Za-z][\w.:-]{0,99}@)/i
const link = (href: string) => exampleMail(`<p>@OTP@</p><p><a href="${href}">$PRODUCT_NAME$</a></p>`)

export const mailRelativeUrl: Rule = {
  id: 'mail/relative-url',
  severity: 'error',
  title: 'A relative URL in a mail',
  reason: `Relative URLs do not work in a mail: a link or an image needs \`https://\` and a host name. Begin it with
\`@TENANT_URL@\`, the address of the service; \`@TENANT@\` is only its host name, and needs \`https://\` before it.`,
  bad: { [MAIL]: link('/help') },
  good: { [MAIL]: link('@TENANT_URL@/help') },
  ...onMarkup('mails', (file, tell) => {
    for (const { name, attributes, foreign } of startTags(file.markup)) {
      if (foreign || name === 'link' || name === 'form' || name === 'script') continue
      for (const attribute of attributes) {
        if (attribute.name === 'usemap' || attribute.name === 'cite' || !isAddress(name, attribute.name))
          continue
        const { value, start, end } = attribute
        const addresses = attribute.name.endsWith('srcset')
          ? imageSet(value).map(({ from, to }) => value.slice(from, to))
          : [value.trim()]
        const relative = addresses.find(one => one !== '' && !ABSOLUTE.test(one))
        if (relative !== undefined)
          tell({
            start,
            end,
            message: 'In a mail this address leads nowhere. Begin it with @TENANT_URL@ or https://.',
          })
      }
    }
  }),
}
