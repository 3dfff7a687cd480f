import type { Rule } from '../rule.ts'

const SHEET = 'common/page_style.css'

export const a11yFocusVisible: Rule = {
  id: 'a11y/focus-visible',
  severity: 'warning',
  title: 'A control that does not show the focus',
  reason: `People who use the keyboard must see which field, button or link has the focus (WCAG 2.2, 2.4.7). The linter
moves the focus to each control, and compares how the control, its label and its surroundings look before and after.
Give \`:focus-visible\` an outline.`,
  bad: { [SHEET]: '* { outline: 0 !important; box-shadow: none !important; }\n' },
  good: { [SHEET]: 'a:focus-visible { outline: 3px solid #3450b4; }\n' },
  rendered({ unmarked }, tell) {
    for (const { number, name } of unmarked)
      tell({
        number,
        message: `${name} looks the same with and without the focus. Give it an outline for :focus-visible.`,
      })
  },
}
