import { invalidValue } from '../../core/refusal.ts'

/** A name that people chose: trimmed, visible, 1 to 128 characters. */
export function label(what: string, value: string): string {
  const text = value.trim()
  if (text === '' || [...text].length > 128 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()) {
    throw invalidValue(`The ${what} must have 1 to 128 visible characters.`)
  }
  return text
}
