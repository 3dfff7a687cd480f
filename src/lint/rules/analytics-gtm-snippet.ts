import { EVENTS, MEASURED_PAGE } from '../../core/analytics/events.ts'
import { pageEntry } from '../../core/catalogue/catalogue.ts'
import { nearest } from '../../core/nearest.ts'
import { bodyPlaces, filesOf, isTemplateAmong } from '../../core/places.ts'
import { carriedTags } from '../../core/template/tag-manager.ts'
import { scriptsIn } from '../code.ts'
import { examplePage } from '../example.ts'
import type { Rule } from '../rule.ts'

const [REGISTRATION] = bodyPlaces(pageEntry(MEASURED_PAGE), 'default') as [string]
const FILES = new Set(filesOf(pageEntry(MEASURED_PAGE)))
const FRAME = /googletagmanager\.com\/ns\.html/i
const EVENT = /\bevent["']?\s{0,9}:\s{0,9}["']([\w.-]{1,60})["']/g
const CONTAINER = 'id=GTM-ABCD123'

const page = (head: string) =>
  examplePage(
    `<noscript><iframe src="https://www.googletagmanager.com/ns.html?${CONTAINER}" hidden></iframe></noscript>
@REGISTRATION_FORM@`,
    head,
  )

export const analyticsGtmSnippet: Rule = {
  id: 'analytics/gtm-snippet',
  severity: 'recommendation',
  title: 'Half of a tag manager, or an unknown event',
  reason: `A tag manager has two snippets: a script in the head, and a frame in \`noscript\` at the beginning of the
body for browsers without scripts. With only one of them, some visits are not counted. Events of the registration have
fixed names, and a misspelt event is not counted.`,
  bad: { [REGISTRATION]: page('') },
  good: {
    [REGISTRATION]:
      page(`<!-- tag manager: begin --><script defer src="https://www.googletagmanager.com/gtm.js?${CONTAINER}"></script><!-- tag manager: end -->
`),
  },
  file(file, tell) {
    if (!isTemplateAmong(FILES, file.path)) return
    const script = carriedTags(
      file.markup.filter(({ name }) => name !== 'iframe'),
      file.text,
    )
    const frame = file.markup.find(
      ({ kind, name, start, end }) =>
        ((kind === 'text' && name === 'noscript') || (kind === 'startTag' && name === 'iframe')) &&
        FRAME.test(file.text.slice(start, end)),
    )
    if (script.length > 0 && frame === undefined)
      tell({ message: "The tag manager's frame in noscript is missing at the beginning of the body." })
    if (script.length === 0 && frame !== undefined)
      tell({
        start: frame.start,
        end: frame.end,
        message: "The tag manager's script is missing in the head.",
      })
    for (const { text, start } of scriptsIn(file)) {
      for (const { 0: written, 1: name, index } of text.matchAll(EVENT)) {
        const meant = EVENTS.includes(name as (typeof EVENTS)[number]) ? undefined : nearest(name!, EVENTS)
        if (meant === undefined) continue
        const message = `The registration has no event ${name}; did you mean ${meant}?`
        tell({ start: start + index, end: start + index + written.length, message })
      }
    }
  },
}
