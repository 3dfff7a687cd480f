import type { Option } from '../../core/forms/field-markup.ts'
import type { Word } from '../../core/word.ts'

/**
 * The languages that a person can choose, each named in that language. The first option is the language of the browser.
 */
export function languageOptions(
  languages: readonly (readonly [tag: string, name: string])[],
  word: Word,
  chosen: string | null = null,
): Option[] {
  // A locale that was set elsewhere stays available, even if the list does not have it.
  const known = chosen === null || languages.some(([locale]) => locale === chosen)
  const all = known ? languages : [...languages, [chosen, chosen] as const]
  return [
    ['', word('USER_FORM_LOCALE_AUTO')],
    ...all.map(([locale, name]) => [locale, name, locale] as const),
  ]
}
