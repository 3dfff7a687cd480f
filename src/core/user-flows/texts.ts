import { DEFAULT_LOCALE } from '../locale.ts'
import type { Word } from '../word.ts'
import type { Text, Texts } from './document.ts'

const LABEL = /^\$([A-Z][A-Z0-9_.]*)\$$/

/** The label of a theme that a text refers to. */
export function labelIn(text: string): string | undefined {
  return LABEL.exec(text)?.[1]
}

/**
 * A text in the language of a page, with values for its macros. A language without a text gets the label of the theme,
 * otherwise US English, otherwise the first text.
 */
export function textIn(text: Text, word: Word, values: Readonly<Record<string, string>> = {}): string {
  if (typeof text === 'string') {
    const label = labelIn(text)
    return label === undefined ? filled(text, values) : word(label, values)
  }
  const found = inLanguage(text, word.language)
  if (found !== undefined) return filled(found, values)
  const label = labelIn(text.label ?? '')
  if (label !== undefined) return word(label, values)
  return filled(text[DEFAULT_LOCALE] ?? Object.values(text)[0] ?? '', values)
}

/** The locales in which a text has a version of its own. */
export function localesOf(text: Text): string[] {
  return typeof text === 'string' ? [] : Object.keys(text).filter(locale => locale !== 'label')
}

/** Whether every language has a text: it is a label of the theme, or the same for all languages. */
export function isForAll(text: Text): boolean {
  return typeof text === 'string' || text.label !== undefined
}

function inLanguage(texts: Texts, tag: string): string | undefined {
  const parts = tag.replaceAll('-', '_').split('_')
  for (let length = parts.length; length > 0; length -= 1) {
    const locale = parts.slice(0, length).join('_')
    const key = Object.keys(texts).find(name => name.toLowerCase() === locale.toLowerCase())
    if (key !== undefined) return texts[key]
  }
  return parts[0] === 'en' ? texts[DEFAULT_LOCALE] : undefined
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/@([A-Z_]+)@/g, (all, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : all,
  )
}
