import { examplePage, PAGE } from '../example.ts'
import type { FaintText } from '../rendered.ts'
import type { Rule } from '../rule.ts'

const SHEET = 'common/page_style.css'
const page = examplePage(
  '<p class="note">$PRODUCT_NAME$</p>',
  '<link rel="stylesheet" href="/template/v1.0/static/theme.css?themeId=@THEME_ID@">\n',
)
const sheet = (color: string) => `.note { color: ${color}; background: #fff; }\n`

export const a11yContrast: Rule = {
  id: 'a11y/contrast',
  severity: 'warning',
  title: 'Text that is hard to read',
  reason: `Text needs a contrast of 4.5 : 1 to its background (WCAG 2.2, 1.4.3). Large text needs 3 : 1: from 24 pixels,
or from 19 if it is bold. Light and dark mode are both checked. Text over images, gradients and effects is not checked,
and neither are disabled controls.`,
  bad: { [PAGE]: page, [SHEET]: sheet('#999') },
  good: { [PAGE]: page, [SHEET]: sheet('#595959') },
  rendered({ faint }, tell) {
    const lookOf = ({ number, name, color, background }: FaintText) =>
      [number, name, color, background].join()
    const light = new Set(faint.light.map(lookOf))
    const told = (text: FaintText, mode = '') =>
      tell({
        number: text.number,
        message: `Text in ${text.color} on ${text.background} (${text.name}) has a contrast of ${rounded(text.ratio)}${mode}; it needs ${text.needed}.`,
      })
    for (const text of faint.light) told(text)
    for (const text of faint.dark) if (!light.has(lookOf(text))) told(text, ' in dark mode')
  },
}

/** Rounded down: 4.49 must not read as 4.5. */
function rounded(ratio: number): string {
  return String(Math.floor(ratio * 10) / 10)
}
