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
export function tokens(text: string): Token[] {
  const found: Token[] = []
  let start = 0
  for (const match of text.matchAll(CONSTRUCT)) {
    const [whole, macro, label, repeat, repeated] = match
    if (match.index > start) found.push({ kind: 'text', start, end: match.index })
    start = match.index + whole.length
    const place = { start: match.index, end: start }
    if (macro !== undefined) found.push({ kind: 'macro', name: macro, ...place })
    else if (label !== undefined) found.push({ kind: 'label', name: label, ...place })
    else found.push({ kind: repeat === 'RPT' ? 'repeat' : 'endRepeat', name: repeated!, ...place })
  }
  if (start < text.length) found.push({ kind: 'text', start, end: text.length })
  return found
}
