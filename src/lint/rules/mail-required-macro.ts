import { isMail, type MailEntry, macroKind, SECRET_MACROS } from '../../core/catalogue/catalogue.ts'
import { insideOf, placeOn } from '../elements.ts'
import { exampleMail, MAIL } from '../example.ts'
import type { LintedPage } from '../page.ts'
import type { Rule, Tell } from '../rule.ts'

export const mailRequiredMacro: Rule = {
  id: 'mail/required-macro',
  severity: 'error',
  title: 'A mail that does not deliver its code or link',
  reason: `People cannot continue without the code, the link or the password in a mail. A code must be visible text, not
in a comment or a hidden element. A link may also be the whole \`href\` of an \`<a>\`. The service sends a mail without its
value as it is. In any other attribute, in a style sheet, or with a \`<base>\`, the value could leak, for example with the
URL of an image. Then the service sends the master's mail instead.`,
  bad: { [MAIL]: exampleMail('<p>$EMAIL_OTP_INTRO$</p>') },
  good: { [MAIL]: exampleMail('<p>$EMAIL_OTP_INTRO$</p>\n<p>@OTP@</p>') },
  page(page, tell) {
    const { entry, made } = page
    if (!isMail(entry) || made === undefined) return
    const { needs = [] } = entry
    const { shown, linked } = made.facts()
    const delivers = (name: string) =>
      shown.includes(name) || (macroKind(entry, name) === 'address' && linked.includes(name))
    if (needs.length > 0 && !needs.some(delivers)) {
      const name = needs.map(macro => `@${macro}@`).join(' or ')
      tell({ message: `The mail does not show ${name}, which it is sent for.` })
    }
    tellLeaks(page, entry, tell)
  },
}

/** Tells where a secret stands that it could be sent to somebody else from. */
function tellLeaks(page: LintedPage, entry: MailEntry, tell: Tell): void {
  const secrets = SECRET_MACROS.filter(name => Object.hasOwn(entry.macros, name))
  if (secrets.length === 0) return
  for (const [index, token] of page.markup.entries()) {
    const { kind, name: tag, attributes } = token
    if (kind !== 'startTag') continue
    if (tag === 'base')
      tell({
        ...placeOn(page, token),
        message: `A mail with @${secrets[0]}@ must not have <base>: the master's mail is sent instead. Write whole addresses.`,
      })
    if (tag === 'style' || tag === 'script') {
      const { start, end } = insideOf(page.markup, index)
      const text = page.slice(start, end)
      const secret = secrets.find(name => text.includes(`@${name}@`))
      if (secret !== undefined)
        tell({
          ...placeOn(page, token),
          message: `@${secret}@ must not be in <${tag}>: the master's mail is sent instead.`,
        })
    }
    for (const attribute of attributes) {
      const value = page.written(attribute.value)
      const isLink = (name: string) =>
        tag === 'a' &&
        attribute.name === 'href' &&
        value === `@${name}@` &&
        macroKind(entry, name) === 'address'
      const secret = secrets.find(name => value.includes(`@${name}@`) && !isLink(name))
      if (secret === undefined) continue
      tell({
        ...placeOn(page, attribute),
        message: `@${secret}@ must not be in the attribute ${attribute.name} of <${tag}>: the master's mail is sent instead.`,
      })
    }
  }
}
