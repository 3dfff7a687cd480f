import { plainText } from '../../core/template/template.ts'
import { exampleMail } from '../example.ts'
import type { Rule } from '../rule.ts'

const PROFILE = 'notifications/user_management/profile/default/user_profile_modified_email.xml'
const image = (alt: string) =>
  exampleMail(
    `<img src="@TENANT_URL@/template/v1.0/static/logo.png?themeId=@THEME_ID@" width="120" height="40" alt="${alt}">`,
  )

export const mailNoPlaintext: Rule = {
  id: 'mail/no-plaintext',
  severity: 'recommendation',
  title: 'A mail without a text form',
  reason: `The service makes the text form of a mail from its markup, for readers, watches and filters that take no HTML. A mail
that consists of images has none, and is taken for spam. Write text, or at least \`alt\`.`,
  bad: { [PROFILE]: image('') },
  good: { [PROFILE]: image('$PRODUCT_NAME$') },
  page(page, tell) {
    const facts = page.made?.facts()
    if (!page.isMail || facts === undefined) return
    if (facts.shown.length > 0 || plainText(page.source) !== '') return
    tell({ message: 'Nothing of this mail is left in its text form. Write text, or alt for its images.' })
  },
}
