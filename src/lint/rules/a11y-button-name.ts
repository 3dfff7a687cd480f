import type { MarkupToken } from '../../core/template/template.ts'
import { attributeOf, placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { given } from '../forms.ts'
import type { LintedPage } from '../page.ts'
import type { Rule } from '../rule.ts'

/** The number of tags and texts of an element that are checked; a longer one certainly has a text. */
const FARTHEST = 100
const ICON =
  '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2h12v12z"/></svg>'

export const a11yButtonName: Rule = {
  id: 'a11y/button-name',
  severity: 'warning',
  title: 'A button or link without a name',
  reason: `Screen readers read the text of a button aloud, and voice control uses it to press the button. A button with
an icon only has none. Add a text or an \`aria-label\`. Buttons that a script of the theme may fill in are not reported.`,
  bad: { [PAGE]: examplePage(`<a href="/">${ICON}</a>`) },
  good: { [PAGE]: examplePage(`<a href="/" aria-label="$PRODUCT_NAME$">${ICON}</a>`) },
  page(page, tell) {
    if (page.isMail || page.made === undefined) return
    const { acts, helpers } = page.made.facts()
    const scripted = acts || helpers.length > 0
    for (const [index, token] of page.markup.entries()) {
      if (token.kind !== 'startTag' || !isPressed(page, token) || isNamed(page, token)) continue
      const filled = scripted && (attributeOf(token, 'id') ?? attributeOf(token, 'class')) !== undefined
      if (filled || (token.name !== 'input' && saysSomething(page, index))) continue
      const what = token.name === 'a' ? 'link' : 'button'
      tell({
        ...placeOn(page, token),
        message: `The ${what} has no text that could be read out. Write an aria-label.`,
      })
    }
  },
}

function isPressed(page: LintedPage, token: MarkupToken): boolean {
  if (token.foreign) return false
  if (token.name === 'input') return /^(?:button|reset)$/i.test(given(page, token, 'type'))
  return token.name === 'button' || (token.name === 'a' && attributeOf(token, 'href') !== undefined)
}

function isNamed(page: LintedPage, token: MarkupToken): boolean {
  const names = ['aria-label', 'aria-labelledby', 'title', ...(token.name === 'input' ? ['value'] : [])]
  return given(page, token, 'aria-hidden') === 'true' || names.some(name => given(page, token, name) !== '')
}

/** Whether there is text in an element, or an image or drawing that has one. A macro may be text. */
function saysSomething(page: LintedPage, index: number): boolean {
  const { name } = page.markup[index]!
  for (let at = index + 1; at < page.markup.length; at++) {
    if (at > index + FARTHEST) return true
    const token = page.markup[at]!
    if (token.kind === 'endTag' && token.name === name) return false
    if (token.kind === 'startTag' && (given(page, token, 'alt') || isNamedWithin(page, token))) return true
    if (token.kind === 'text' && page.slice(token.start, token.end).trim() !== '') return true
  }
  return false
}

function isNamedWithin(page: LintedPage, token: MarkupToken): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(name => given(page, token, name) !== '')
}
