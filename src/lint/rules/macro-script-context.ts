import { isGivenOn } from '../../core/catalogue/catalogue.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

/** How values are written where an address loads a script, a frame or a style sheet: those of visitors are left out. */
const TRUSTED = new Set<string>([
  'url-trusted',
  'url-authority-trusted',
  'url-segment-trusted',
  'js-address',
  'js-address-value',
  'css-url-trusted',
])

export const macroScriptContext: Rule = {
  id: 'macro/script-context',
  severity: 'warning',
  title: 'Macro in a context where no value is safe',
  reason: `The service escapes each value for its context: text, attributes, URLs and strings in scripts. In a few
contexts no value is safe, such as the URL of a script or the name of an element. There the value is left out. Put the
macro into a \`data-\` attribute, and read it with a script.`,
  bad: {
    [PAGE]: examplePage(
      '<script src="/template/v1.0/static/js/forms-@DIR@.js?themeId=@THEME_ID@" defer></script>',
    ),
  },
  good: {
    [PAGE]: examplePage(
      '<div data-direction="@DIR@"></div>\n<script src="/template/v1.0/static/js/forms.js?themeId=@THEME_ID@" defer></script>',
    ),
  },
  page(page, tell) {
    for (const { macro, kind, layers, file, start } of page.slots) {
      const [how = ''] = layers
      const isOut = how === 'fixed' || (TRUSTED.has(how) && kind !== 'address')
      if (!isOut || !isGivenOn(page.entry, macro)) continue
      const why =
        how === 'fixed'
          ? 'no value can stand here'
          : 'the address here decides which code or style the page loads'
      const message = `@${macro}@ is left out, because ${why}. Write it into a data- attribute instead.`
      tell({ file, start, end: start + macro.length + 2, message })
    }
  },
}
