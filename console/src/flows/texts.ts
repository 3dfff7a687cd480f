import { DEFAULT_LOCALE } from '../../../src/core/locale.ts'
import type { FlowDocument, FlowField, FlowStep, Text } from '../../../src/core/user-flows/document.ts'
import { textsOf } from '../../../src/core/user-flows/text-mistakes.ts'
import { labelIn, localesOf } from '../../../src/core/user-flows/texts.ts'

/** The part of a text that a field for a language shows. */
export function typedIn(text: Text | undefined, locale: string): string {
  if (text === undefined) return ''
  if (typeof text === 'string') return locale === DEFAULT_LOCALE ? text : ''
  const typed = text[locale] ?? ''
  return locale === DEFAULT_LOCALE && typed === '' ? (text.label ?? '') : typed
}

/** A text after something was typed in one language. If there are several languages, the text is stored by language. */
export function withTyped(
  text: Text | undefined,
  locale: string,
  typed: string,
  severalLanguages: boolean,
): Text | undefined {
  const { label, [locale]: _, ...others } = textsIn(text)
  const isLabel = locale === DEFAULT_LOCALE && labelIn(typed) !== undefined
  const kept = locale === DEFAULT_LOCALE ? undefined : label
  return whole(
    {
      ...(typed !== '' && !isLabel && { [locale]: typed }),
      ...others,
      ...(isLabel ? { label: typed } : kept !== undefined && { label: kept }),
    },
    severalLanguages,
  )
}

/** Converts a text to one text per language, unless it comes from the theme. */
export function textByLanguage(text: Text): Text {
  return typeof text === 'string' && labelIn(text) === undefined ? { [DEFAULT_LOCALE]: text } : text
}

/** A text without its version in one language. */
export function withoutLanguage(text: Text, locale: string): Text {
  if (typeof text === 'string') return text
  const { [locale]: _, ...others } = text
  return whole(others, false) ?? text
}

/** The languages in which a flow has texts of its own, besides US English. */
export function languagesIn(document: FlowDocument): string[] {
  const locales = new Set(textsOf(document).flatMap(({ text }) => localesOf(text)))
  locales.delete(DEFAULT_LOCALE)
  return [...locales].sort()
}

/** A flow with each of its texts replaced by `map`. */
export function mappedTexts(document: FlowDocument, map: (text: Text) => Text): FlowDocument {
  const of = <T extends object, Name extends keyof T>(holder: T, ...names: Name[]): T => {
    const said = names.filter(name => holder[name] !== undefined)
    return { ...holder, ...Object.fromEntries(said.map(name => [name, map(holder[name] as Text)])) }
  }
  const field = (one: FlowField): FlowField => ({
    ...of(one, 'label', 'help', 'placeholder'),
    ...(one.rule !== undefined && { rule: of(one.rule, 'error') }),
  })
  const step = (one: FlowStep): FlowStep => ({
    ...of(one, 'title', 'text', 'button'),
    fields: one.fields.map(field),
  })
  return { ...document, steps: document.steps.map(step), end: of(document.end, 'title', 'text') }
}

function textsIn(text: Text | undefined): Record<string, string> {
  if (text === undefined) return {}
  if (typeof text !== 'string') return text
  return labelIn(text) === undefined ? { [DEFAULT_LOCALE]: text } : { label: text }
}

/** The shortest notation of texts. */
function whole(texts: Readonly<Record<string, string>>, severalLanguages: boolean): Text | undefined {
  const names = Object.keys(texts)
  if (names.length === 0) return undefined
  if (names.length > 1) return texts
  if (names[0] === 'label') return texts.label
  return names[0] === DEFAULT_LOCALE && !severalLanguages ? texts[DEFAULT_LOCALE] : texts
}
