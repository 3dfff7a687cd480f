/** Languages in which the family name comes first. */
const FAMILY_FIRST = /^(?:hu|ja|ko|zh)(?:[-_]|$)/
/** Languages in which people are addressed by their full name. */
const FULLY_ADDRESSED = /^(?:ja|ko|zh)(?:[-_]|$)/
/** Scripts without a space between the two names. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々〆ー]+$/u

interface Names {
  readonly givenName: string | null
  readonly familyName: string | null
}

/** Whether a language puts the family name first. The language is a tag or the name of a locale folder. */
export function isFamilyFirst(language: string): boolean {
  return FAMILY_FIRST.test(language)
}

/** The names of a person, in the order of a language; empty if there are none. */
export function fullName(language: string, { givenName, familyName }: Names): string {
  const names = isFamilyFirst(language) ? [familyName, givenName] : [givenName, familyName]
  const known = names.filter(name => name !== null && name !== '')
  const unspaced = isFamilyFirst(language) && known.every(name => UNSPACED.test(name!))
  return known.join(unspaced ? '' : ' ')
}

/** How a mail addresses a person; empty if no name is known. In Japanese, names have spaces around them. */
export function addressedAs(language: string, names: Names): string {
  if (!FULLY_ADDRESSED.test(language)) return names.givenName ?? ''
  if (/^ja/.test(language)) return [names.familyName, names.givenName].filter(Boolean).join(' ')
  return fullName(language, names)
}
