import { rulesIn, stylesIn } from '../code.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

const SHEET = 'common/page_style.css'
const REMOVED =
  /(?:^|[;\s])outline(?:-style|-width)?\s{0,9}:\s{0,9}(?:none|0(?:px)?)\s{0,9}(?:!\s{0,9}important\s{0,9})?(?:;|$)/i
const SHOWN =
  /(?:^|[;\s])(?:box-shadow|border[a-z-]{0,20}|background[a-z-]{0,20}|text-decoration[a-z-]{0,20}|outline(?:-color|-offset)?)\s{0,9}:(?!\s{0,9}(?:none|0\s{0,9}(?:[;!]|$)))/i

export const a11yFocusOutline: Rule = {
  id: 'a11y/focus-outline',
  severity: 'recommendation',
  title: 'Keyboard users cannot see where they are',
  reason: `The outline shows which field or button has the focus. Without it, nobody can use the page with a keyboard.
Style it instead of removing it, or remove it only for \`:focus:not(:focus-visible)\`.`,
  bad: { [SHEET]: 'button:focus { outline: none; }\n' },
  good: { [SHEET]: 'button:focus { outline: none; box-shadow: 0 0 0 3px #3450b4; }\n' },
  file(file, tell) {
    if (!/^common\/.*\.css$/i.test(file.path) && !isPagePart(file.path)) return
    for (const { text, start, attribute } of stylesIn(file)) {
      if (attribute || !/:focus/i.test(text)) continue
      const focused = rulesIn(text).filter(({ selector }) => /:focus(?!-within)/i.test(selector))
      // Somewhere else in the sheet it may have another look; only a browser could tell for which elements.
      if (focused.some(({ declarations }) => SHOWN.test(declarations))) continue
      for (const rule of focused)
        if (REMOVED.test(rule.declarations) && !/:not\(\s{0,9}:focus-visible/i.test(rule.selector))
          tell({
            start: start + rule.start,
            end: start + rule.end,
            message: 'This removes the outline of what has the focus. Give it another look instead.',
          })
    }
  },
}
