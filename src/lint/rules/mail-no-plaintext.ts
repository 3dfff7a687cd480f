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
  title: 'A mail without plain text',
  reason: `The service derives a plain text version of each mail from its HTML, for mail programs, watches and filters
without HTML. A mail that consists of images has none, and is often treated as spam. Write text, or at least \`alt\`.`,
  bad: { [PROFILE]: image('') },
  good: { [PROFILE]: image('$PRODUCT_NAME$') },
  page(page, tell) {
    const facts = page.made?.facts()
    if (!page.isMail || facts === undefined) return
    if (facts.shown.length > 0 || plainText(page.source) !== '') return
    tell({ message: 'Nothing of this mail is left in its text form. Write text, or alt for its images.' })
  },
}
