import type { Option } from '../../core/forms/field-markup.ts'
import type { Word } from '../../core/word.ts'

/** The languages that somebody can choose, each named in itself; the first choice is that of the browser. */
export function languageOptions(
  languages: readonly (readonly [tag: string, name: string])[],
  word: Word,
  chosen: string | null = null,
): Option[] {
  // A locale that came from elsewhere, and that the list does not have, stays.
  const known = chosen === null || languages.some(([locale]) => locale === chosen)
  const all = known ? languages : [...languages, [chosen, chosen] as const]
  return [
    ['', word('USER_FORM_LOCALE_AUTO')],
    ...all.map(([locale, name]) => [locale, name, locale] as const),
  ]
}
