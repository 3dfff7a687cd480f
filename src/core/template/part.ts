import type { EncoderName, MacroKind, Value } from './encode.ts'
import type { MarkupAttribute } from './markup.ts'

/** The place of a value, and how it is encoded there. */
export interface Slot {
  readonly macro: string
  readonly kind: MacroKind
  /** The encoders, innermost first. */
  readonly layers: readonly EncoderName[]
  readonly encode: (value: Value, kind: MacroKind) => string
}

/** The place for the nonce of a response: only on elements of the template, never on those from values. */
export const NONCE = 0

/** A piece of a compiled page. */
export type Part = string | Slot | typeof NONCE | { readonly repeat: string; readonly parts: readonly Part[] }

/** The text of an event handler or of a `javascript:` URL, as the browser hashes it. */
export interface Handler {
  readonly parts: readonly (string | Slot)[]
  /** The repeat whose rows provide its values. */
  readonly repeat: string | undefined
}

/** Whether an element needs a nonce: a script, a style, or a link to a style sheet. */
export function needsNonce(name: string, attributes: readonly MarkupAttribute[]): boolean {
  if (name === 'script' || name === 'style') return true
  const rel = attributes.find(attribute => attribute.name === 'rel')?.value ?? ''
  return name === 'link' && /(?:^|\s)(?:stylesheet|preload|modulepreload)(?:\s|$)/i.test(rel)
}
