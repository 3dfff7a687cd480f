import type { MarkupToken } from '../../core/template/template.ts'
import { isHidden, startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { isFinishedByScript, isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

const UNLABELLED = /^(?:hidden|submit|button|reset|image)$/

export const formLabel: Rule = {
  id: 'form/label',
  severity: 'warning',
  title: 'A field without a label',
  reason: `Screen readers read the label of a field aloud. Without it, people who cannot see the page do not know what
to type. A placeholder is not a label, because it disappears while people type. Write \`<label for="…">\` with the id of
the field, put the field into the label, or give it an \`aria-label\`.`,
  bad: { [PAGE]: examplePage('<form action="/search"><input name="q" placeholder="$PRODUCT_NAME$"></form>') },
  good: {
    [PAGE]: examplePage('<form action="/search"><label>$PRODUCT_NAME$ <input name="q"></label></form>'),
  },
  file(file, tell) {
    if (!isPagePart(file.path)) return
    const labelled = new Set(startTags(file.markup, 'label').map(token => textOf(token, 'for')))
    let inLabel = 0
    for (const token of file.markup) {
      if (token.name === 'label' && token.kind === 'startTag') inLabel += 1
      if (token.name === 'label' && token.kind === 'endTag') inLabel = Math.max(0, inLabel - 1)
      if (token.kind !== 'startTag' || !/^(?:input|select|textarea)$/.test(token.name)) continue
      if (inLabel > 0 || isHidden(token) || UNLABELLED.test(textOf(token, 'type').toLowerCase())) continue
      const id = textOf(token, 'id')
      if ((id !== '' && labelled.has(id)) || isNamed(token)) continue
      if (isFinishedByScript(file.text, textOf(token, 'name'))) continue
      const name = textOf(token, 'name') || id
      const field = name === '' ? 'This field' : `The field ${name}`
      tell({
        start: token.start,
        end: token.end,
        message: `${field} has no label. Write <label for="…"> with its id.`,
      })
    }
  },
}

function isNamed(token: MarkupToken): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(name => textOf(token, name) !== '')
}
