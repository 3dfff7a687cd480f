import { bodyPlaces } from '../../core/places.ts'
import { frameOf, lacking, ofHtml } from '../document.ts'
import { insideOf, placeOn, startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedPage } from '../page.ts'
import type { Rule } from '../rule.ts'
import type { LintedTheme } from '../theme.ts'

export const htmlTitle: Rule = {
  id: 'html/title',
  severity: 'warning',
  title: 'A page without a title',
  reason: `The title is the first thing that a screen reader says, and the name of the tab and of bookmarks. Without it,
they show the URL. Write the purpose of the page, then the name of the product.`,
  fixable: true,
  bad: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>').replace('<title>$PRODUCT_NAME$</title>\n', '') },
  good: { [PAGE]: examplePage('<p>$PRODUCT_NAME$</p>') },
  page(page, tell, theme) {
    const frame = frameOf(page)
    if (frame === undefined) return
    // The header is that of all pages, so that the title of one does not suit it.
    const titleIn = (file: string) => (file === page.body.path ? mastersTitle(page, theme) : '$PRODUCT_NAME$')
    const [title] = ofHtml(page, 'title')
    if (title === undefined) {
      const written = titleIn(placeOn(page, frame.head).file)
      tell({ ...lacking(page, frame, `<title>${written}</title>`), message: 'The page has no title.' })
      return
    }
    const { start, end } = insideOf(page.markup, page.markup.indexOf(title))
    if (page.slice(start, end).trim() !== '') return
    const place = placeOn(page, title)
    const written = titleIn(place.file)
    const edits = [{ start: place.end, end: place.end, text: written }]
    tell({ ...place, message: 'The title of the page is empty.', fix: { title: `Write ${written}`, edits } })
  },
}

/** The title of the same page in the master. */
function mastersTitle({ entry, locale }: LintedPage, theme: LintedTheme): string {
  const file = bodyPlaces(entry, locale)
    .map(path => theme.master.get(path))
    .find(one => one !== undefined)
  const title = file && startTags(file.markup, 'title')[0]
  if (title === undefined) return '$PRODUCT_NAME$'
  const { start, end } = insideOf(file!.markup, file!.markup.indexOf(title))
  return file!.text.slice(start, end)
}
