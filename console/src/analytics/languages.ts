import { LOCALES } from '../editor/page-of-file.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** What a locale is called. */
export function languageName(locale: string): string {
  if (locale === 'default') return 'Default (English)'
  try {
    return names.of(locale.replaceAll('_', '-')) ?? locale
  } catch {
    return locale
  }
}

/** The languages that themes have besides the default one, to choose from. */
export const OTHER_LANGUAGES = LOCALES.filter(locale => locale !== 'default')
  .map(value => ({ value, label: languageName(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** All of them. */
export const LANGUAGES = [{ value: 'default', label: languageName('default') }, ...OTHER_LANGUAGES]
