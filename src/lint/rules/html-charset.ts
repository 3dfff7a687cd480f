import { frameOf, lacking, ofHtml } from '../document.ts'
import { placeOn } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import { given } from '../forms.ts'
import type { Rule } from '../rule.ts'

const WRITTEN = '<meta charset="utf-8">'

export const htmlCharset: Rule = {
  id: 'html/charset',
  severity: 'warning',
  title: 'A page that does not say its encoding',
  reason: `The service sends pages in UTF-8. A page that is opened from a file must say so itself, with \`<meta
charset="utf-8">\`. Without it, browsers show wrong characters for accents and other alphabets. Put it first in the
head.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>').replace(`${WRITTEN}\n`, '') },
  good: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>') },
  page(page, tell) {
    const frame = frameOf(page)
    if (frame === undefined) return
    const said = ofHtml(page, 'meta').flatMap(token => {
      const type = given(page, token, 'http-equiv').toLowerCase() === 'content-type'
      const charset = type
        ? /charset\s{0,9}=\s{0,9}["']?([\w-]+)/i.exec(given(page, token, 'content'))?.[1]
        : given(page, token, 'charset')
      return charset === undefined || charset === '' ? [] : [{ token, charset }]
    })
    if (said.length === 0)
      tell({
        ...lacking(page, frame, WRITTEN),
        message: `The page does not say its encoding. Add ${WRITTEN}.`,
      })
    for (const { token, charset } of said) {
      if (/^utf-?8$|@/i.test(charset)) continue
      const place = placeOn(page, token)
      tell({
        ...place,
        message: `The page says that it is in ${charset}, but it is sent in UTF-8.`,
        fix: { title: `Write ${WRITTEN}`, edits: [{ start: place.start, end: place.end, text: WRITTEN }] },
      })
    }
  },
}
