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

/** The languages that themes have, to choose from. */
export const LANGUAGES = LOCALES.map(value => ({ value, label: languageName(value) }))
