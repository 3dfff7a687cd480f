import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

const SHEET = 'common/page_style.css'
const page = examplePage(
  '<button type="button">$PRODUCT_NAME$</button>\n<button type="button">$PRODUCT_NAME$</button>',
  '<link rel="stylesheet" href="/template/v1.0/static/theme.css?themeId=@THEME_ID@">\n',
)
const sheet = (height: number) =>
  `body > button { display: block; height: ${height}px; padding: 0; font-size: 10px; }\n`

export const a11yTargetSize: Rule = {
  id: 'a11y/target-size',
  severity: 'recommendation',
  title: 'Controls that are too small and too close to each other',
  reason: `A control must have 24 by 24 pixels, or enough space around it that nobody hits its neighbour (WCAG 2.2,
2.5.8). It is measured on a screen of 390 pixels. Links in a line of text, checkboxes that look as the browser draws
them, and controls with a larger label are not checked.`,
  bad: { [PAGE]: page, [SHEET]: sheet(14) },
  good: { [PAGE]: page, [SHEET]: sheet(24) },
  rendered({ small }, tell) {
    for (const { number, name, width, height } of small)
      tell({
        number,
        message: `${name} has ${width} by ${height} pixels, and another control is next to it. Give it at least 24 by 24, or more distance.`,
      })
  },
}
