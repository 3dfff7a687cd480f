import { DEFAULT_LOCALE, localeFolders } from '../../../src/core/locale.ts'
import { LOCALES } from '../editor/page-of-file.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

const names = new Intl.DisplayNames('en', { type: 'language' })

/** What a locale is called. */
export function languageName(locale: string): string {
  if (locale === DEFAULT_LOCALE) return 'Default (English)'
  try {
    return names.of(locale.replaceAll('_', '-')) ?? locale
  } catch {
    return locale
  }
}

/** The languages that every theme has, and those that one adds, besides the default one. */
export function languagesOf(paths: readonly string[]): Choice[] {
  const locales = new Set([...LOCALES, ...localeFolders(paths)])
  locales.delete(DEFAULT_LOCALE)
  return [...locales]
    .map(value => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** Those that every theme has, the default one first. */
export const LANGUAGES: readonly Choice[] = [
  { value: DEFAULT_LOCALE, label: languageName(DEFAULT_LOCALE) },
  ...languagesOf([]),
]
