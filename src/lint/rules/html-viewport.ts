import { frameOf, lacking, ofHtml } from '../document.ts'
import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { given } from '../forms.ts'
import type { Rule } from '../rule.ts'

const WRITTEN = '<meta name="viewport" content="width=device-width, initial-scale=1">'
const FIXED = /user-scalable\s{0,9}=\s{0,9}(?:no|0)|maximum-scale\s{0,9}=\s{0,9}1(?:\.0*)?(?![\d.])/i

export const htmlViewport: Rule = {
  id: 'html/viewport',
  severity: 'warning',
  title: 'A page that does not fit phones',
  reason: `Without a viewport, phones show a page as wide as on a desktop, and very small. If it forbids zooming, people
with low vision cannot read the page. Write \`<meta name="viewport" content="width=device-width, initial-scale=1">\`.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>').replace(`${WRITTEN}\n`, '') },
  good: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>') },
  page(page, tell) {
    const frame = frameOf(page)
    if (frame === undefined) return
    const metas = ofHtml(page, 'meta').filter(
      token => given(page, token, 'name').toLowerCase() === 'viewport',
    )
    if (metas.length === 0)
      tell({ ...lacking(page, frame, WRITTEN), message: `The page has no viewport. Add ${WRITTEN}.` })
    for (const token of metas) {
      const content = given(page, token, 'content')
      if (!FIXED.test(content)) continue
      const place = placeOn(page, token)
      const text = zoomable(content)
      tell({
        ...place,
        message: 'The viewport forbids zooming. Leave out user-scalable and maximum-scale.',
        fix: { title: `Write ${text}`, edits: [{ start: place.start, end: place.end, text }] },
      })
    }
  },
}

/** The tag without the settings that forbid zooming. */
function zoomable(content: string): string {
  const kept = content
    .split(/[,;]/)
    .map(setting => setting.trim())
    .filter(setting => setting !== '' && !/^(?:user-scalable|maximum-scale)\b/i.test(setting))
  const isPlain = kept.length > 0 && kept.every(setting => /^[a-z-]+\s*=\s*[\w.-]+$/i.test(setting))
  return isPlain ? `<meta name="viewport" content="${kept.join(', ')}">` : WRITTEN
}
