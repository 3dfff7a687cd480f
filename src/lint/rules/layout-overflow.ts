import type { Rule } from '../rule.ts'

const SHEET = 'common/page_style.css'

export const layoutOverflow: Rule = {
  id: 'layout/overflow',
  severity: 'warning',
  title: 'A page that is wider than a phone',
  reason: `On a screen that is 320 or 390 pixels wide, people would have to scroll sideways (WCAG 2.2, 1.4.10).
Use relative widths such as \`max-width: 100%\`, and let long words break with \`overflow-wrap: anywhere\`.`,
  bad: { [SHEET]: 'main { width: 600px; max-width: none; min-width: 600px; }\n' },
  good: { [SHEET]: 'main { max-width: 100%; }\n' },
  rendered({ wide }, tell) {
    // What is too wide for a larger screen is too wide for a smaller one.
    const seen = new Set<string>()
    for (const [width, elements] of [...wide].sort(([one], [other]) => other - one))
      for (const { number, name } of elements) {
        if (seen.has(`${number} ${name}`)) continue
        seen.add(`${number} ${name}`)
        tell({
          number,
          message: `${name} reaches over the edge of a screen that is ${width} pixels wide, so that people must scroll sideways.`,
        })
      }
  },
}
