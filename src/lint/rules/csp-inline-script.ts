import { isMail } from '../../core/catalogue/catalogue.ts'
import { isScriptType } from '../../core/template/script-facts.ts'
import { attributeOf, placeOn, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { given } from '../forms.ts'
import { isComponent } from '../kinds.ts'
import type { Rule } from '../rule.ts'

export const cspInlineScript: Rule = {
  id: 'csp/inline-script',
  severity: 'warning',
  title: 'A script that the content policy blocks, or a fixed nonce',
  reason: `The service adds a new nonce to every script of a template, for each response. A nonce in the template itself
is known to everybody, so the service does not use it. Remove it. On pages about an account or a session, no script of a
theme runs, so these pages must work without scripts. Scripts in a header or a footer run on the other pages only.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<script nonce="abc123">console.info("ready")</script>') },
  good: { [PAGE]: examplePage('<script>console.info("ready")</script>') },
  page(page, tell) {
    if (isMail(page.entry)) return
    for (const token of startTags(page.markup, 'script')) {
      const nonce = attributeOf(token, 'nonce')
      if (nonce !== undefined) {
        const place = placeOn(page, nonce)
        tell({
          ...place,
          message: 'The service writes a new nonce with each response. Remove this one.',
          fix: { title: 'Remove the nonce', edits: [{ start: place.start, end: place.end, text: '' }] },
        })
      }
      if (!page.entry.scriptless || !isScriptType(given(page, token, 'type'))) continue
      const place = placeOn(page, token)
      // A header or a footer serves other pages too, where its scripts run.
      if (!isComponent(place.file))
        tell({
          ...place,
          message: 'No script of a theme runs on this page. Remove it, and make the page work without.',
        })
    }
  },
}
