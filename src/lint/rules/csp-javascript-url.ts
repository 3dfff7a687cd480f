import { scriptAddress } from '../../core/template/address.ts'
import { placeOn, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

/** Addresses that do nothing: a handler of the same element does it. */
const IDLE = /^javascript:\s*(?:(?:void\s*\(?\s*0?\s*\)?|false|undefined)\s*)?;*\s*$/i

export const cspJavascriptUrl: Rule = {
  id: 'csp/javascript-url',
  severity: 'error',
  title: 'A javascript: URL',
  reason: `The content policy forbids \`javascript:\` URLs. Use a \`<button type="button">\` and a script file. A URL
that does nothing, such as \`javascript:void(0)\`, is only a warning.`,
  bad: { [PAGE]: examplePage('<a href="javascript:history.back()">$PRODUCT_NAME$</a>') },
  good: { [PAGE]: examplePage('<a href="/">$PRODUCT_NAME$</a>') },
  page(page, tell) {
    if (page.isMail) return
    for (const token of startTags(page.markup)) {
      for (const attribute of token.attributes) {
        const script = scriptAddress(token.name, attribute)
        if (script === undefined) continue
        const idle = IDLE.test(script.slice(0, 100))
        tell({
          ...placeOn(page, attribute),
          message: 'This address is a script. Use <button type="button"> and a script file.',
          ...(idle && { severity: 'warning' as const }),
        })
      }
    }
  },
}
