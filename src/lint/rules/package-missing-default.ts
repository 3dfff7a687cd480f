import { DEFAULT_LOCALE, isLocaleFolder } from '../../core/locale.ts'
import { isLabelFile } from '../../core/places.ts'
import { PAGE as EXAMPLE_PAGE, examplePage } from '../example.ts'
import type { LintedFile } from '../file.ts'
import { isReachable } from '../paths.ts'
import type { Rule } from '../rule.ts'

const PAGE = examplePage('<h1>$LOGOUT_OK_TITLE$</h1>')
const FRENCH = EXAMPLE_PAGE.replace('/default/', '/fr/')

export const packageMissingDefault: Rule = {
  id: 'package/missing-default',
  severity: 'warning',
  title: 'Template for one language only',
  reason: `The theme has a template for one language and none in the folder \`default\`. People with all other languages
see the master's page, in another design. Add the template to \`default\`; a copy of the master's does not count. Labels
translate the texts, so most themes need templates in \`default\` only.`,
  bad: { [FRENCH]: PAGE },
  good: { [EXAMPLE_PAGE]: PAGE, [FRENCH]: PAGE },
  theme(theme, tell) {
    for (const file of theme.own.values()) {
      const { path } = file
      const parts = path.split('/')
      const folder = parts.at(-2) ?? ''
      if (folder === DEFAULT_LOCALE || !isLocaleFolder(folder) || !file.isMarkup) continue
      if (isLabelFile(path) || theme.isMasters(file) || !isReachable(path)) continue
      const others = [parts.with(-2, DEFAULT_LOCALE), parts.toSpliced(-2, 1)].map(one => one.join('/'))
      // The service does not store a copy of the master's.
      const isOwn = (one: LintedFile | undefined) => one !== undefined && !theme.isMasters(one)
      if (others.some(one => isOwn(theme.own.get(one)))) continue
      tell({
        file: path,
        message: `The theme has this file for ${folder} only. People with other languages see the master's: add ${others[0]} of your own.`,
      })
    }
  },
}
