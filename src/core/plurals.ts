import { BoundedCache } from './bounded-cache.ts'
import { DEFAULT_LOCALE, languageTag, localeChain } from './locale.ts'

/** The forms that a label can have beside its plain text: the plural categories of Unicode CLDR. */
const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

export type PluralForm = (typeof PLURAL_FORMS)[number]

/** Macros that carry a count: the first of them in a label chooses its form. */
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

/** The macro by whose value the form of a text is chosen. */
export function countIn(text: string): string | undefined {
  for (const [, macro] of text.matchAll(MACRO)) if (COUNTS.has(macro!)) return macro
  return undefined
}

/** The form that the language of a label folder uses for a count; undefined for what is no whole number. */
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

/** The forms that the counts of a page choose, by macro and then by label folder. There are few of them, unlike counts. */
export type ChosenForms = Readonly<Record<string, Readonly<Record<string, PluralForm>>>>

/** The forms that the values of some macros choose in the label files that serve a locale. */
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
