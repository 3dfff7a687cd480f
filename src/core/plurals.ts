import { BoundedCache } from './bounded-cache.ts'
import { DEFAULT_LOCALE, languageTag, localeChain } from './locale.ts'

/** The forms that a label can have beside its plain text: the plural categories of Unicode CLDR. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

export type PluralForm = (typeof PLURAL_FORMS)[number]

/** Macros that contain a count. The first one in a label selects its plural form. */
const COUNTS: ReadonlySet<string> = new Set([
  'CERTIFICATION.ITEMSTOREVIEW',
  'DAYS_BEFORE_EXPIRE',
  'LEFT',
  'MINIMUM',
  'MINUTES',
  'OTP_LIFETIME',
  'SECONDS',
])

const MACRO = /@([A-Z][A-Z_.]*)@/g
const LANGUAGES = 200
const known = new BoundedCache<string, Intl.PluralRules>(LANGUAGES)

/** The macro whose value selects the plural form of a text. */
export function countIn(text: string): string | undefined {
  for (const [, macro] of text.matchAll(MACRO)) if (COUNTS.has(macro!)) return macro
  return undefined
}

/**
 * The plural form that the language of a label folder uses for a count; undefined if the count is not a whole number.
 */
export function pluralForm(folder: string, count: string): PluralForm | undefined {
  return /^\d{1,15}$/.test(count) ? rulesOf(languageTag(folder)).select(Number(count)) : undefined
}

function rulesOf(tag: string): Intl.PluralRules {
  let rules = known.get(tag)
  if (rules === undefined) {
    rules = new Intl.PluralRules([tag, 'en'])
    known.set(tag, rules)
  }
  return rules
}

/**
 * The plural forms for the counts of a page, by macro and then by label folder. There are few of them, unlike counts.
 */
export type ChosenForms = Readonly<Record<string, Readonly<Record<string, PluralForm>>>>

/** The plural forms that the values of macros select in the label files of a locale. */
export function chosenForms(
  locale: string,
  macros: readonly string[],
  values: Pick<ReadonlyMap<string, unknown>, 'get'>,
): ChosenForms {
  const folders = [...localeChain(locale), DEFAULT_LOCALE]
  const chosen = macros.flatMap(macro => {
    const count = COUNTS.has(macro) ? String(values.get(macro)) : ''
    const forms = folders.flatMap(folder => {
      const form = pluralForm(folder, count)
      return form === undefined ? [] : [[folder, form] as const]
    })
    return forms.length === 0 ? [] : [[macro, Object.fromEntries(forms)] as const]
  })
  return Object.fromEntries(chosen)
}
