import { COMMON_MACROS, PAGES } from '../../core/catalogue/catalogue.ts'
import { scriptStates } from '../../core/template/script.ts'
import { scriptsIn } from '../code.ts'
import { examplePage, PAGE } from '../example.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

/** Macros whose values are addresses that the service makes. */
const ADDRESSES = new Set(
  [COMMON_MACROS, ...PAGES.map(({ macros }) => macros)].flatMap(macros =>
    Object.entries(macros).flatMap(([name, { kind }]) => (kind === 'address' ? [name] : [])),
  ),
)
const LEAVES =
  /(?<![\w$])location(?:\.href)?\s{0,9}(?:=(?!=)|\.(?:assign|replace)\s{0,9}\()\s{0,9}["'`]?@([A-Za-z][\w.:-]{0,99})@/g

export const securityOpenRedirect: Rule = {
  id: 'security/open-redirect',
  severity: 'warning',
  title: 'A macro that decides where the page redirects',
  reason: `A script redirects the browser to the value of a macro. Somebody can then write a link that leads from your
page to a fake copy, or to a \`javascript:\` URL. Use only macros whose values are addresses of the service, such as
\`@IDAAS_LOGIN_URL@\`.`,
  bad: { [PAGE]: examplePage('<script>window.location = "@DIR@"</script>') },
  good: { [PAGE]: examplePage('<p><a href="@IDAAS_LOGIN_URL@">$PRODUCT_NAME$</a></p>') },
  file(file, tell) {
    if (!isPagePart(file.path)) return
    for (const { text, start } of scriptsIn(file)) {
      const found = [...text.matchAll(LEAVES)]
      const states = scriptStates(
        text,
        found.map(({ index }) => index),
      )
      for (const [at, { 0: written, 1: name, index }] of found.entries()) {
        if (ADDRESSES.has(name!) || !/^(?:code|word|unsure)$/.test(states[at]!)) continue
        tell({
          start: start + index,
          end: start + index + written.length,
          message: `@${name}@ decides where the browser goes, and is not an address of the service.`,
        })
      }
    }
  },
}
