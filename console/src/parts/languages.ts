import { DEFAULT_LOCALE, localeFolders } from '../../../src/core/locale.ts'

export interface LanguageChoice {
  readonly value: string
  readonly label: string
}

/** The languages that the master has. */
const LOCALES = 'default ar cs de es fr he hu it ja ko nl pl pt_BR ru sv tr uk zh_CN zh_TW'.split(' ')

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The name of a locale. */
export function languageName(locale: string): string {
  if (locale === DEFAULT_LOCALE) return 'Default (English)'
  try {
    return names.of(locale.replaceAll('_', '-')) ?? locale
  } catch {
    return locale
  }
}

/** The languages of every theme and those that a theme adds, except the default language. */
export function languagesOf(paths: readonly string[]): LanguageChoice[] {
  const locales = new Set([...LOCALES, ...localeFolders(paths)])
  locales.delete(DEFAULT_LOCALE)
  return [...locales]
    .map(value => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** The default language, and then the other languages of a theme with these files. */
export function allLanguagesOf(paths: readonly string[]): LanguageChoice[] {
  return [{ value: DEFAULT_LOCALE, label: languageName(DEFAULT_LOCALE) }, ...languagesOf(paths)]
}

/** The languages that every theme has, the default language first. */
export const LANGUAGES: readonly LanguageChoice[] = allLanguagesOf([])
