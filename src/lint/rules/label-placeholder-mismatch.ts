import { COMMON_MACROS } from '../../core/catalogue/catalogue.ts'
import { type Label, linesOf } from '../../core/labels.ts'
import { tokens } from '../../core/template/template.ts'
import type { Rule } from '../rule.ts'
import { labelLines, themeLabels } from '../theme-labels.ts'

const GERMAN = 'common/labels/de/template_labels.properties'

export const labelPlaceholderMismatch: Rule = {
  id: 'label/placeholder-mismatch',
  severity: 'error',
  title: 'Translation with other macros',
  reason: `A translation must have the same macros as the default text. If one is missing, people miss a value, such as
how long a code is valid. An additional macro may have no value on the page. All plural forms of a text count together.`,
  bad: { [GERMAN]: '$LOGIN_DESC_ONPREM$=Melden Sie sich mit Ihrem Konto bei @INSTANCE@ an.\n' },
  good: {
    [GERMAN]: '$LOGIN_DESC_ONPREM$=Melden Sie sich mit Ihrem Konto bei @ONPREM_IDS_INSTANCE_NAME@ an.\n',
  },
  theme(theme, tell) {
    const labels = themeLabels(theme)
    for (const { locale, file } of labels.languages) {
      const translations = theme.labels(file)
      for (const { key, name, start, end } of labelLines(file)) {
        const label = translations.get(name)
        const original = labels.default(name)
        // Several lines of one label are reported at the line with its plain text.
        if (label === undefined || original === undefined || label.offset < start || label.offset > end)
          continue
        const [here, there] = [macrosOf(label), macrosOf(original)]
        const master = labels.masters(locale, name)
        if (master !== undefined && equal(here, macrosOf(master))) continue
        const lacking = [...there].filter(macro => !here.has(macro))
        const foreign = [...here].filter(macro => !there.has(macro) && !Object.hasOwn(COMMON_MACROS, macro))
        const message = difference(key, lacking, foreign)
        if (message !== undefined) tell({ file: file.path, start, end, message })
      }
    }
  },
}

function difference(key: string, lacking: readonly string[], foreign: readonly string[]): string | undefined {
  if (lacking.length === 0 && foreign.length === 0) return undefined
  const lacks = lacking.length > 0 && `lacks ${listed(lacking)}, which the default text has`
  const has = foreign.length > 0 && `has ${listed(foreign)}, which the default text does not have`
  return `${key} ${[lacks, has].filter(Boolean).join(', and ')}.`
}

function listed(macros: readonly string[]): string {
  return macros
    .slice(0, 5)
    .map(macro => `@${macro}@`)
    .join(', ')
}

function macrosOf(label: Label): Set<string> {
  return new Set(
    linesOf(label).flatMap(({ text }) =>
      [...tokens(text)].flatMap(token => (token.kind === 'macro' ? [token.name] : [])),
    ),
  )
}

function equal(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(name => other.has(name))
}
