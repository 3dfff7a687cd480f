import { isScriptType } from '../../core/template/script-facts.ts'
import { added, attributeOf, fixOf, startTags, textOf } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

const script = (defer: string) =>
  examplePage(
    '<p>$PRODUCT_NAME$</p>',
    `<script${defer} src="/template/v1.0/static/js/forms.js?themeId=@THEME_ID@"></script>\n`,
  )

export const remoteParserBlocking: Rule = {
  id: 'remote/parser-blocking',
  severity: 'recommendation',
  title: 'A script that the page waits for',
  reason: `A browser shows nothing of a page before a script in its head has been loaded and has run. With \`defer\` it loads the
script beside, and runs it when the page is there. Where an inline script follows, which may need the first one, nothing is
said.`,
  fixable: true,
  bad: { [PAGE]: script('') },
  good: { [PAGE]: script(' defer') },
  file(file, tell) {
    if (!isPagePart(file.path)) return
    const body = file.markup.find(({ kind, name }) => kind === 'startTag' && name === 'body')?.start
    if (body === undefined) return
    const scripts = startTags(file.markup, 'script')
    const lastInline = scripts.findLast(token => attributeOf(token, 'src') === undefined)?.start ?? -1
    for (const token of scripts) {
      const type = textOf(token, 'type').toLowerCase()
      if (token.start > body || token.start < lastInline || attributeOf(token, 'src') === undefined) continue
      if (type === 'module' || !isScriptType(type)) continue
      if (['defer', 'async', 'nomodule'].some(name => attributeOf(token, name) !== undefined)) continue
      tell({
        start: token.start,
        end: token.end,
        message: 'The page is not shown before this script has run. Add defer.',
        ...fixOf(file, token, { title: 'Add defer', edits: [added(token, 'defer')] }),
      })
    }
  },
}
