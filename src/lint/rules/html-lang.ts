import { frameOf } from '../document.ts'
import { added, attributeOf, placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { given } from '../forms.ts'
import type { Rule } from '../rule.ts'

const WRITTEN = 'lang="@LANG@"'

export const htmlLang: Rule = {
  id: 'html/lang',
  severity: 'warning',
  title: 'A page that does not say its language',
  reason: `Screen readers use the attribute \`lang\` of \`html\` to pronounce a page; browsers use it to hyphenate and
translate. One template serves many languages, so write \`lang="@LANG@"\`: the service inserts the language of the
labels. A template in the folder of one language may name that language.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>').replace(WRITTEN, 'lang="en"') },
  good: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>') },
  page(page, tell) {
    const html = frameOf(page)?.html
    if (html === undefined) return
    const lang = given(page, html, 'lang')
    const place = placeOn(page, html)
    const title = `Write ${WRITTEN}`
    if (lang === '') {
      const edits = [added({ ...html, start: place.start }, WRITTEN)]
      const empty = attributeOf(html, 'lang')
      const message = `The page does not say its language. Write <html ${WRITTEN}>.`
      tell({ ...place, message, ...(empty === undefined && { fix: { title, edits } }) })
      return
    }
    const folder = page.body.path.split('/').at(-2) ?? ''
    const translated = (page.made?.labels.length ?? 0) > 0
    if (lang.includes('@') || language(folder) === language(lang)) return
    if (folder === 'default' && !translated) return
    const attribute = placeOn(page, attributeOf(html, 'lang')!)
    tell({
      ...attribute,
      message: `The page says that its language is ${lang} in whatever language its labels are. Write ${WRITTEN}.`,
      fix: { title, edits: [{ start: attribute.start, end: attribute.end, text: WRITTEN }] },
    })
  },
}

function language(locale: string): string {
  return locale.toLowerCase().split(/[-_]/, 1)[0]!
}
