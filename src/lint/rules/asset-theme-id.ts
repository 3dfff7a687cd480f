import { staticName, tagAddresses } from '../asset-addresses.ts'
import { startTags } from '../elements.ts'
import { examplePage, PAGE } from '../example.ts'
import type { Rule } from '../rule.ts'

const sheet = (query: string) =>
  examplePage(`<link rel="stylesheet" href="/template/v1.0/static/theme.css${query}">`)

export const assetThemeId: Rule = {
  id: 'asset/theme-id',
  severity: 'warning',
  title: 'Address of a file without the theme',
  reason: `The address of a file in \`common/static\` says by \`themeId=@THEME_ID@\` which theme the file is taken from. Without it the
default theme's file is delivered: the page looks right while the theme is the default one, and wrong for every other application.`,
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
