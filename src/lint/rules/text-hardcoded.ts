import { bodyPlaces } from '../../core/places.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'
import { labelsNamed, themeLabels } from '../theme-labels.ts'

const ATTRIBUTES = new Set(['alt', 'placeholder', 'title', 'aria-label'])
/** Elements whose text people do not read. */
const UNREAD = new Set(['script', 'style', 'template', 'textarea'])

export const textHardcoded: Rule = {
  id: 'text/hardcoded',
  severity: 'recommendation',
  title: 'Text where the master uses a label',
  reason: `The page contains a text for which the master's page uses a label, so people with other languages see it
untranslated. Use the label. Pages without any label, and pages for one language, are not reported.`,
  bad: {
    [PAGE]: examplePage(
      '<h1>$LOGOUT_OK_SIGNOUT_SUCCESSFUL$</h1>\n<a href="@IDAAS_LOGIN_URL@">Sign in again</a>',
    ),
  },
  good: {
    [PAGE]: examplePage(
      '<h1>$LOGOUT_OK_SIGNOUT_SUCCESSFUL$</h1>\n<a href="@IDAAS_LOGIN_URL@">$LOGOUT_OK_RETURN_HOME$</a>',
    ),
  },
  page({ entry, body }, tell, theme) {
    if (theme.own.get(body.path) !== body || labelsNamed(body).size === 0) return
    const places = bodyPlaces(entry, 'default')
    const master = places.map(path => theme.master.get(path)).find(file => file !== undefined)
    if (master === undefined || !places.includes(body.path)) return
    const { defaults } = themeLabels(theme)
    const names = new Map(
      [...labelsNamed(master)].map(name => [plain(defaults.master.get(name)?.text ?? ''), name]),
    )
    const check = (start: number, end: number) => {
      const text = body.text.slice(start, end)
      const name = text.length < 500 ? names.get(plain(text)) : undefined
      if (name === undefined || !/\p{L}{2}/u.test(text)) return
      const from = start + text.length - text.trimStart().length
      const message = `The master's page has $${name}$ here, which is translated. Write the label.`
      tell({ start: from, end: from + text.trim().length, message })
    }
    for (const { kind, name, start, end, attributes } of body.markup) {
      if (kind === 'text' && !UNREAD.has(name)) check(start, end)
      for (const attribute of attributes)
        if (ATTRIBUTES.has(attribute.name)) check(attribute.valueStart, attribute.valueEnd)
    }
  },
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
