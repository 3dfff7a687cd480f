import { attributeOf, startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

/** The root of the service, which many themes made for IBM Security Verify name. */
const ROOT = /^(?:\/|(?:https?:\/\/@TENANT@|@TENANT_URL@)\/?)$/

export const htmlBase: Rule = {
  id: 'html/base',
  severity: 'warning',
  title: 'A base URL that is not the root of the service',
  reason: `\`<base>\` changes every relative URL of the page, also those of scripts and forms. Only \`<base href="/">\`
is harmless. Remove it, and use URLs that begin with a slash.`,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>', '<base href="/brand/">\n') },
  good: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>', '<base href="/">\n') },
  file(file, tell) {
    if (!isPagePart(file.path)) return
    for (const token of startTags(file.markup, 'base')) {
      const moves = attributeOf(token, 'href') !== undefined && !ROOT.test(textOf(token, 'href'))
      if (!moves && attributeOf(token, 'target') === undefined) continue
      tell({
        start: token.start,
        end: token.end,
        message: moves
          ? 'Every relative address of the page begins here, and not at the root of the service. Write <base href="/">.'
          : 'Every link of the page opens elsewhere. Write the target at the links that need it.',
      })
    }
  },
}
