import { staticName, tagAddresses } from '../asset-addresses.ts'
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
    for (const { address, start, end } of tagAddresses(file)) {
      if (staticName(address) === undefined || /[?&]themeId=/.test(address)) continue
      const written = file.text.slice(start, end)
      const hash = written.indexOf('#')
      const at = hash === -1 ? start + written.trimEnd().length : start + hash
      const text = `${written.slice(0, at - start).includes('?') ? '&amp;' : '?'}themeId=@THEME_ID@`
      tell({
        start,
        end,
        message: "The address does not name the theme, so that the default theme's file is delivered.",
        fix: { title: 'Add themeId=@THEME_ID@', edits: [{ start: at, end: at, text }] },
      })
    }
  },
}
