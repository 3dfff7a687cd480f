import { translationGaps } from '../../core/translations.ts'
import { PAGE as EXAMPLE_PAGE, examplePage } from '../example.ts'
import type { Rule } from '../rule.ts'
import { labelLines, themeLabels } from '../theme-labels.ts'
import { isName } from '../wording.ts'

const FILE = 'common/labels/default/template_labels.properties'
const GERMAN = 'common/labels/de/template_labels.properties'
const PAGE = examplePage('<h1>$OPENING_HOURS$</h1><p>$LOGIN_TITLE$</p>')

/** Labels times languages that are looked at, at most. */
const MOST = 100_000

export const labelMissingTranslation: Rule = {
  id: 'label/missing-translation',
  severity: 'warning',
  title: 'Label without a translation',
  reason: `The default labels define a label that is missing in one of the theme's languages, both in the theme and in
the master. People with that language see the default text among translated texts. Add the label to the language's file.
Names and addresses are not reported.`,
  bad: {
    [EXAMPLE_PAGE]: PAGE,
    [FILE]: '$OPENING_HOURS$=Our hotline is open from 8 to 18\n',
    [GERMAN]: '$LOGIN_TITLE$=Willkommen\n',
  },
  good: {
    [EXAMPLE_PAGE]: PAGE,
    [FILE]: '$OPENING_HOURS$=Our hotline is open from 8 to 18\n',
    [GERMAN]: '$LOGIN_TITLE$=Willkommen\n$OPENING_HOURS$=Unsere Hotline ist von 8 bis 18 Uhr erreichbar\n',
  },
  theme(theme, tell) {
    const labels = themeLabels(theme)
    const missing = new Map<string, string[]>()
    let left = MOST
    for (const { locale } of labels.languages) {
      // English is what the default labels are written in.
      if (/^en(?:_|$)/.test(locale) || left <= 0) continue
      left -= labels.defaults.own.size
      for (const { name, text, shown } of translationGaps(labels.levels(locale), labels.defaults))
        if (shown === 'default' && !isName(text)) missing.set(name, [...(missing.get(name) ?? []), locale])
    }
    for (const file of labels.defaultFiles) {
      for (const { name, start, end } of labelLines(file)) {
        for (const locale of missing.get(name) ?? [])
          tell({
            file: file.path,
            start,
            end,
            locale,
            message: `$${name}$ is not translated into every language of the theme. People see the default text instead.`,
          })
        missing.delete(name)
      }
    }
  },
}
