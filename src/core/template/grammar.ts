/** A construct of the template language, with where it stands in its text. */
export type Token =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'macro' | 'label' | 'repeat' | 'endRepeat'
      readonly name: string
      readonly start: number
      readonly end: number
    }

// Each alternative ends at a character that cannot go on, so that the time is linear in the text.
const CONSTRUCT = /@([A-Za-z][A-Za-z0-9_.:-]*)@|\$([A-Z][A-Z0-9_]*)\$|\[(RPT|ERPT) ([^\][\s]+)\]/g

/** The constructs of a text, in order; whatever only looks like one is text. */
export function* tokens(text: string): Generator<Token> {
  let start = 0
  for (const match of text.matchAll(CONSTRUCT)) {
    const [whole, macro, label, repeat, repeated] = match
    if (match.index > start) yield { kind: 'text', start, end: match.index }
    start = match.index + whole.length
    const place = { start: match.index, end: start }
    if (macro !== undefined) yield { kind: 'macro', name: macro, ...place }
    else if (label !== undefined) yield { kind: 'label', name: label, ...place }
    else yield { kind: repeat === 'RPT' ? 'repeat' : 'endRepeat', name: repeated!, ...place }
  }
  if (start < text.length) yield { kind: 'text', start, end: text.length }
}
