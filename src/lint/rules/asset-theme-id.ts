import { staticName, tagAddresses } from '../asset-addresses.ts'
import { startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

const sheet = (query: string) =>
  examplePage(`<link rel="stylesheet" href="/template/v1.0/static/theme.css${query}">`)

export const assetThemeId: Rule = {
  id: 'asset/theme-id',
  severity: 'warning',
  title: 'URL of a file without the theme',
  reason: `In the URL of a file in \`common/static\`, \`themeId=@THEME_ID@\` says which theme the file belongs to.
Without it, people get the file of the default theme. So the page looks right in the default theme, and wrong in every
other one.`,
  fixable: true,
  bad: { [PAGE]: sheet('') },
  good: { [PAGE]: sheet('?themeId=@THEME_ID@') },
  file(file, tell) {
    // In a mail whose message is written with references, an address would need them too.
    const isPlain = startTags(file.markup).every(({ start }) => file.text[start] === '<')
    for (const { address, start, end, attribute } of tagAddresses(file).all) {
      if (staticName(address) === undefined || /[?&]themeId=/.test(address)) continue
      const written = file.text.slice(start, end)
      const hash = written.indexOf('#')
      const at = hash === -1 ? start + written.trimEnd().length : start + hash
      const and = attribute ? '&amp;' : '&'
      const text = `${written.slice(0, at - start).includes('?') ? and : '?'}themeId=@THEME_ID@`
      tell({
        start,
        end,
        message: "The address does not name the theme, so that the default theme's file is delivered.",
        ...(isPlain && { fix: { title: 'Add themeId=@THEME_ID@', edits: [{ start: at, end: at, text }] } }),
      })
    }
  },
}
